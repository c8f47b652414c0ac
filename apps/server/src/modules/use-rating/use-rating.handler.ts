import type { Parsed } from '@portal/contract/kernel/call'
import { ratingRefusals, scoreWords, type useRatingCalls } from '@portal/contract/use-rating/use-rating'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { exported } from '../../kernel/sheet.ts'
import { eventsOn, filterVisible, requireCanAny, standingOn } from '../device/device.service.ts'
import * as store from './rating.store.ts'
import { askedSince, findAverage, changeableUntil, isUser, judgeRating } from './use-rating.rules.ts'

/** Any of these permissions on an instrument allows reading its ratings. */
const KEEPS = ['edit', 'review', 'open'] as const

async function isKeeper(ctx: Ctx, deviceId: number): Promise<boolean> {
  const device = await standingOn(ctx, deviceId)
  return device !== undefined && eventsOn(ctx, device).some((e) => KEEPS.some((k) => k === e))
}

async function loadUse(ctx: Ctx, bookingId: number): Promise<store.UsedRow> {
  const use = await store.find(ctx.db, bookingId)
  // An unknown booking and a forbidden one get the same refusal, so that the call does not reveal which
  // bookings exist.
  ctx.allow(use !== undefined && (isUser(use, ctx.me.id) || (await isKeeper(ctx, use.deviceId))))
  if (!use) throw notFound('预约')
  return use
}

function makeView(ctx: Ctx, u: store.UsedRow) {
  const { score, words, userId, userName, ratedAt, changedAt } = u
  return {
    bookingId: u.bookingId,
    rating:
      score === null || userId === null || !ratedAt || !changedAt
        ? null
        : { score, words, user: { id: userId, name: userName ?? '' }, ratedAt, changedAt },
    mayRate: judgeRating(u, ctx.me.id, ctx.now) === undefined,
    changeableUntil: userId === ctx.me.id ? changeableUntil(u) : null,
  }
}

export const get = async (ctx: Ctx, { params }: Parsed<typeof useRatingCalls.get>) =>
  makeView(ctx, await loadUse(ctx, params.bookingId))

export async function rate(ctx: Ctx, { params, body }: Parsed<typeof useRatingCalls.rate>) {
  const use = await loadUse(ctx, params.bookingId)
  ctx.target = `booking ${use.bookingId}`
  const wrong = judgeRating(use, ctx.me.id, ctx.now)
  if (wrong) throw refuse(wrong, ratingRefusals[wrong], { status: wrong === 'RATING_NOT_USER' ? 403 : 409 })
  if (!(await store.rate(ctx, use.bookingId, body)))
    throw refuse('RATING_GIVEN', ratingRefusals.RATING_GIVEN, { status: 409 })
  return makeView(ctx, await loadUse(ctx, use.bookingId))
}

export async function list(ctx: Ctx, { query: q }: Parsed<typeof useRatingCalls.list>) {
  const device = await requireCanAny(ctx, q.deviceId, KEEPS)
  const wanted = {
    deviceId: device.id,
    score: q.score ?? null,
    from: q.from ?? null,
    to: q.to ?? null,
    zone: ctx.env.CAMPUS_TZ,
  }
  const { items, total } = await store.list(ctx.db, wanted, q)
  const about = { id: device.id, name: device.name, serialId: device.serialId }
  return {
    items: items.map(({ userId, userName, ...r }) => ({
      ...r,
      user: { id: userId, name: userName },
      device: about,
    })),
    total,
  }
}

/** The averages of the instruments that the caller may see; unrated ones are left out. */
export const averages = async (ctx: Ctx, { query }: Parsed<typeof useRatingCalls.averages>) => {
  const known = await filterVisible(ctx, query.deviceIds)
  return (await store.sumOfDevices(ctx.db, known)).map(findAverage)
}

export async function unrated(ctx: Ctx, { query }: Parsed<typeof useRatingCalls.unrated>) {
  const { items, total } = await store.listUnrated(ctx.db, ctx.me.id, askedSince(ctx.now), query)
  return {
    items: items.map(({ deviceId, deviceName, deviceSerialId, ...use }) => ({
      ...use,
      device: { id: deviceId, name: deviceName, serialId: deviceSerialId },
    })),
    total,
  }
}

export const exportList = exported('仪器用户评价', list, [
  { header: '仪器', width: 30, value: (r) => r.device.name },
  { header: '资产编号', value: (r) => r.device.serialId },
  { header: '使用时间', value: (r) => r.usedAt },
  { header: '评价', value: (r) => scoreWords[r.score] },
  { header: '意见', width: 40, value: (r) => r.words },
  { header: '评价人', value: (r) => r.user.name },
  { header: '评价时间', value: (r) => r.ratedAt },
])
