import type { ScrapState } from '@portal/contract/asset/asset'
import type { Disposal, DisposalWay, ScrapFilters } from '@portal/contract/asset/scrap'
import { sql } from 'kysely'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne } from '../../kernel/db.ts'
import {
  defineDeviceList,
  DEVICE,
  DEVICE_JOINS,
  matchDevices,
  type DeviceColumns,
} from '../../kernel/of-device.store.ts'
import { seenLabs, type World } from '../asset/asset.rules.ts'

export interface Scrap extends DeviceColumns {
  id: number
  state: ScrapState
  stateAt: Date
  reason: string | null
  why: string
  condition: string | null
  requesterId: number
  requesterName: string
  requesterType: string
  /** The requester's account is open. */
  requesterIsHere: boolean
  /** The optional approvals that are required; null: submitted before approvals could be left out. */
  steps: string[] | null
  priceFen: number | null
  priceStated: boolean
  way: DisposalWay | null
  recycler: string | null
  incomeFen: number | null
  disposedOn: string | null
  deptId: number
  deptName: string
  room: string | null
  boughtOn: string | null
  createdAt: Date
}
type Own = Pick<ScrapFilters, 'state' | 'scope'>
export const { find, list, all } = defineDeviceList<Scrap, World, Own>({
  table: 'scrap',
  as: 'x',
  row: `x.id, x.state, x.state_at as "stateAt", x.reason, x.why, x.condition, x.requester_id as "requesterId",
    u.name as "requesterName", u.user_type as "requesterType", u.enabled as "requesterIsHere", x.steps,
    x.price_fen as "priceFen", coalesce(d.price_fen, 0) = 0 as "priceStated", x.way, x.recycler,
    x.income_fen as "incomeFen", x.disposed_on as "disposedOn", d.dept_id as "deptId", t.name as "deptName",
    b.name || ' ' || r.name as room, d.bought_on as "boughtOn",
    x.created_at as "createdAt", ${DEVICE}`,
  joins: `${DEVICE_JOINS} join user_account u on u.id = x.requester_id join dept t on t.id = d.dept_id
    left join room r on r.id = coalesce(d.room_id, l.room_id) left join building b on b.id = r.building_id`,
  letters: 'bf',
  sorts: { id: 'id', stateAt: 'state_at', priceFen: 'price_fen' },
  owner: 'requester_id',
  seenBy: (w) =>
    w.office
      ? sql`(x.state <> 'draft' or x.requester_id = ${w.userId}
          or exists (select from user_account u where u.id = x.requester_id and not u.enabled))`
      : sql`x.id in (select id from scrap where requester_id = ${w.userId}
          union select id from scrap where device_id in ${matchDevices(seenLabs(w), w.userId)})`,
})

/** A step judges content that `change` replaces in the same state, so the two come one after the other. */
export const lock = (ctx: Ctx, ids: readonly number[]) =>
  run(ctx.db, 'select from scrap where id = any($1::int8[]) order by id for update', [ids])

// A price of 0 means unknown: no instrument is free.
const ADD = `insert into scrap (device_id, state, state_at, why, condition, requester_id, price_fen,
      created_at)
  select $1, 'draft', $2, $3, $4, $5, coalesce(nullif(price_fen, 0), $6), $2 from device where id = $1
  returning id`
interface Said {
  why: string
  condition: string | null
  priceFen: number | null
}
export async function add(ctx: Ctx, s: Said & { deviceId: number }): Promise<number> {
  const { id } = await runOne<{ id: number }>(ctx.db, ADD, [
    s.deviceId,
    ctx.now,
    s.why,
    s.condition,
    ctx.me.id,
    s.priceFen,
  ])
  return id
}

const STEP = `update scrap set state = $3, state_at = $4, reason = $5, steps = coalesce($6, steps)
  where id = $1 and state = $2 returning id`
/** Takes a step; false if another request was faster. `steps`: null leaves them unchanged. */
export const step = async (
  ctx: Ctx,
  id: number,
  s: { from: ScrapState; to: ScrapState; reason: string | null; steps: readonly string[] | null },
): Promise<boolean> => (await run(ctx.db, STEP, [id, s.from, s.to, ctx.now, s.reason, s.steps])).length === 1
const CHANGE = `update scrap x set why = $2, condition = $3,
    price_fen = coalesce((select nullif(d.price_fen, 0) from device d where d.id = x.device_id), $4)
  where id = $1`
/** Called only together with a step in the same transaction, on a row that is locked. */
export const change = (ctx: Ctx, id: number, s: Said) =>
  run(ctx.db, CHANGE, [id, s.why, s.condition, s.priceFen])
const DISPOSAL = 'update scrap set way = $2, recycler = $3, income_fen = $4, disposed_on = $5 where id = $1'
export const setDisposal = (ctx: Ctx, id: number, d: Disposal) =>
  run(ctx.db, DISPOSAL, [id, d.way, d.recycler, d.incomeFen, d.disposedOn])
