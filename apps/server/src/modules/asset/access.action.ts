import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, notFound } from '../../kernel/refuse.ts'
import { spanOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { headedDepts } from '../dept/dept.service.ts'
import { standingOn, type StandingRow } from '../device/device.service.ts'
import type { Filters } from '../../kernel/of-device.store.ts'
import { runs, seenLabs, type World } from './asset.rules.ts'
import * as store from './asset.store.ts'

export { pageReply } from '../../kernel/list.store.ts'
export { deviceOf, refOf } from './asset.view.ts'

export type AssetBusiness = 'transfer' | 'repair' | 'scrap'

/** What of the campus is the asking person's own. */
export async function worldOf(ctx: Ctx): Promise<World> {
  const [ledLabIds, headed] = await together([store.ledLabs(ctx.db, ctx.me.id), headedDepts(ctx)])
  return {
    userId: ctx.me.id,
    office: ctx.holds('PURCHASE_ALL'),
    ledLabIds,
    headedLabIds: await store.labsOfDepts(ctx.db, headed),
  }
}

/** A device that the person who asks runs; others learn nothing of it. */
export async function requireRun(ctx: Ctx, world: World, key: number | string): Promise<StandingRow> {
  const device = await standingOn(ctx, key)
  if (!device && world.office) throw notFound('仪器')
  if (!device || !runs(world, device)) throw forbidden('您不管理该仪器')
  ctx.allow(true)
  ctx.target = `device ${device.id}`
  return device
}

interface Query {
  scope?: 'all' | 'mine' | 'waiting' | undefined
  keyword?: string | undefined
  deviceId?: string | undefined
  labId?: number | undefined
  from?: string | undefined
  to?: string | undefined
}
/** The filters of a list as its store takes them; an unknown device is none. */
export async function filtersFor(ctx: Ctx, q: Query): Promise<Filters> {
  const deviceId = q.deviceId === undefined ? null : ((await standingOn(ctx, q.deviceId))?.id ?? 0)
  return { keyword: q.keyword, labId: q.labId, deviceId, ...spanOf(q, ctx.env.CAMPUS_TZ) }
}
/** Only for the scope of what waits: those rows. */
export const waitingFor = async (
  ctx: Ctx,
  business: AssetBusiness,
  scope: Query['scope'],
): Promise<number[] | null> => (scope === 'waiting' ? approval.waitingRows(ctx, business) : null)

/** What is under way with a device. */
export const readBusy = (ctx: Ctx, deviceId: number): Promise<store.Busy> => store.busy(ctx.db, deviceId)
/** Two who begin something with a device wait for each other. */
export const lockDevice = (ctx: Ctx, deviceId: number) => store.lockDevice(ctx.db, deviceId)
/** Depts whose stock-takings the person takes part in; null: all. */
export const countedDepts = async (ctx: Ctx, world: World): Promise<number[] | null> =>
  world.office ? null : store.deptsAbove(ctx.db, seenLabs(world))
