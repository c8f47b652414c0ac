import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { at, day, id, ifAsked, text } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceRef, deviceRefs } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'

// A user's satisfaction with a finished use: one score with an optional text, reported to the state as 用户评价.

/** Scores 5 to 1, in the national platform's words. */
export const scoreWords = { 5: '非常满意', 4: '满意', 3: '一般', 2: '不满意', 1: '极差' } as const
export type Score = keyof typeof scoreWords
export const scores = [5, 4, 3, 2, 1] as const satisfies readonly Score[]
const score = z
  .number({ error: '请选择满意度' })
  .refine((n): n is Score => n in scoreWords, { error: '请选择满意度' })
/** Days within which a rating may be changed. */
export const RATING_DAYS = 30

export const rating = z.object({
  score,
  words: z.string().nullable(),
  /** The person who rated. */
  user: ref,
  ratedAt: at,
  changedAt: at,
})

export const ratingOfUse = z.object({
  bookingId: z.number(),
  rating: rating.nullable(),
  /** The caller may rate this use or change their rating. */
  mayRate: z.boolean(),
  /** Until when the caller may change the rating. */
  changeableUntil: at.nullable(),
})
export type RatingOfUse = z.output<typeof ratingOfUse>

export const ratingRow = rating.extend({
  id: z.number(),
  /** When the use began. */
  usedAt: at.nullable(),
  device: ref.extend({ serialId: z.string() }),
})
export type RatingRow = z.output<typeof ratingRow>

/** Fewest ratings for showing a mean; with fewer, the mean would reveal individual ratings. */
export const RATINGS_SHOWN_FROM = 3
/** Satisfaction of an instrument's users; `mean` is null while there are too few ratings. */
export const deviceAverage = z.object({
  deviceId: z.number(),
  count: z.number().int(),
  /** From 1 to 5, with one decimal. */
  mean: z.number().nullable(),
})
export type DeviceAverage = z.output<typeof deviceAverage>

/** Days for which the portal asks for a rating; later ratings are possible too. */
export const RATING_ASKED_DAYS = 90
/** A use of the caller that nobody has rated. */
export const unratedUse = z.object({
  id: z.number(),
  device: ref.extend({ serialId: z.string() }),
  startedAt: at.nullable(),
  endedAt: at,
})

export const ratingRefusals = {
  RATING_NOT_USED: '使用结束后才能评价',
  RATING_NOT_USER: '只有实验人或预约人可以评价这次使用',
  RATING_GIVEN: '这次使用已由他人评价',
  RATING_OVER: `评价 ${RATING_DAYS} 天后不能再修改`,
} as const

const list = call({
  method: 'GET',
  path: '/api/v2/use-rating/list',
  summary: '仪器的用户评价',
  access: { onRow: '仪器管理员，设备审核员，实验室主任、管理员，单位负责人' },
  query: pageQuery.omit({ order_by: true }).extend({
    deviceId: deviceRef,
    score: ifAsked(z.coerce.number().pipe(score)),
    from: day.optional(),
    to: day.optional(),
  }),
  reply: definePage(ratingRow),
})

export const useRatingCalls = {
  /** The rating of one use, for people who may see its booking as its user. */
  get: call({
    method: 'GET',
    path: '/api/v2/use-rating/{bookingId}',
    summary: '一次使用的评价',
    access: { onRow: '实验人、预约人，仪器管理员，设备审核员，实验室主任、管理员，单位负责人' },
    params: z.object({ bookingId: id }),
    reply: ratingOfUse,
  }),
  /** Rates a use or changes the rating. */
  rate: call({
    method: 'POST',
    path: '/api/v2/use-rating/{bookingId}',
    summary: '评价一次使用',
    access: { onRow: '实验人、预约人' },
    params: z.object({ bookingId: id }),
    body: z.object({ score, words: text('评价', 500) }),
    reply: ratingOfUse,
  }),
  averages: call({
    method: 'GET',
    path: '/api/v2/use-rating/average',
    summary: '仪器的用户评价均分',
    access: 'signed-in',
    query: z.object({ deviceIds: deviceRefs('仪器编号不正确', 100) }),
    reply: z.array(deviceAverage),
  }),
  unrated: call({
    method: 'GET',
    path: '/api/v2/use-rating/unrated',
    summary: '我的待评价使用',
    access: 'signed-in',
    query: pageQuery.omit({ order_by: true }),
    reply: definePage(unratedUse),
  }),
  list,
  export: defineExport(list, '导出仪器的用户评价'),
}
