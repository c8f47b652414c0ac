import {
  RATING_ASKED_DAYS,
  RATING_DAYS,
  RATINGS_SHOWN_FROM,
  type DeviceAverage,
  type ratingRefusals,
} from '@portal/contract/use-rating/use-rating'

export interface Given {
  used: boolean
  bookerId: number
  experimenterId: number
  /** Who has rated it; `ratedAt`: when. */
  userId: number | null
  ratedAt: Date | null
}
export const isUser = (u: Given, userId: number): boolean =>
  userId === u.bookerId || userId === u.experimenterId

export const changeableUntil = (u: Given): Date | null =>
  u.ratedAt && new Date(u.ratedAt.getTime() + RATING_DAYS * 86_400_000)

/** The reason why this person may not rate the use; undefined if they may. */
export function judgeRating(u: Given, userId: number, now: Date): keyof typeof ratingRefusals | undefined {
  if (!isUser(u, userId)) return 'RATING_NOT_USER'
  if (!u.used) return 'RATING_NOT_USED'
  if (u.userId !== null && u.userId !== userId) return 'RATING_GIVEN'
  const until = changeableUntil(u)
  return until && now > until ? 'RATING_OVER' : undefined
}

export const askedSince = (now: Date): Date => new Date(now.getTime() - RATING_ASKED_DAYS * 86_400_000)

/** The mean with one decimal, or null while there are too few ratings to be anonymous. */
export const findAverage = (sum: { deviceId: number; count: number; total: number }): DeviceAverage => ({
  deviceId: sum.deviceId,
  count: sum.count,
  mean: sum.count < RATINGS_SHOWN_FROM ? null : Math.round((sum.total * 10) / sum.count) / 10,
})
