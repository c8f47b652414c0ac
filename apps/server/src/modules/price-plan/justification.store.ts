import type { Parsed } from '@portal/contract/kernel/call'
import type {
  Costs,
  justificationCalls,
  JustificationDetail,
} from '@portal/contract/price-plan/justification'
import type { PriceBasis } from '@portal/contract/price-plan/price-plan'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, runOne, type Db } from '../../kernel/db.ts'
import { defineShortList, readShortPage } from '../../kernel/fixed-list.store.ts'

export interface JustificationRow {
  id: number
  version: number
  basis: PriceBasis
  yearlyQuantity: number
  costs: Costs
  meetingDay: string
  createdBy: string | null
  createdAt: Date
}
export interface JustificationRecord
  extends
    JustificationRow,
    Pick<
      JustificationDetail,
      'device' | 'comparisons' | 'proposed' | 'grounds' | 'meetingPlace' | 'participants' | 'conclusion'
    > {}

const ROW = `j.id, j.version, j.basis, j.yearly_quantity as "yearlyQuantity", j.costs,
    j.meeting_day as "meetingDay", u.name as "createdBy", j.created_at as "createdAt"`
const WRITER = 'left join user_account u on u.id = j.created_by'
const OF_DEVICE = defineShortList(1, {
  as: 'j',
  row: ROW,
  from: 'price_justification j',
  joins: WRITER,
  where: 'j.device_id = $1',
  order: 'j.version desc',
})
export const listOfDevice = (db: Db, deviceId: number, page: { page: number; size: number }) =>
  readShortPage<JustificationRow>(db, OF_DEVICE, [deviceId], page)

const GET = `select ${ROW}, j.comparisons, j.proposed, j.grounds, j.meeting_place as "meetingPlace",
    j.participants, j.conclusion,
    jsonb_build_object('id', d.id, 'name', d.name, 'serialId', d.serial_id, 'model', d.model,
      'priceFen', d.price_fen, 'lab', l.name) as device
  from price_justification j join device d on d.id = j.device_id join lab l on l.id = d.lab_id ${WRITER}
  where j.id = $1`
export const find = async (db: Db, id: number) => (await run<JustificationRecord>(db, GET, [id]))[0]
export const findDevice = async (db: Db, id: number): Promise<number | undefined> =>
  (
    await run<{ deviceId: number }>(
      db,
      'select device_id as "deviceId" from price_justification where id = $1',
      [id],
    )
  )[0]?.deviceId

const ADD = `insert into price_justification (device_id, version, basis, yearly_quantity, costs, comparisons,
    proposed, grounds, meeting_day, meeting_place, participants, conclusion, created_by, created_at)
  select $1, coalesce(max(version), 0) + 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13
  from price_justification where device_id = $1 returning id, version`
export const add = (ctx: Ctx, j: Parsed<typeof justificationCalls.justify>['body']) =>
  runOne<{ id: number; version: number }>(ctx.db, ADD, [
    j.deviceId,
    j.basis,
    j.yearlyQuantity,
    JSON.stringify(j.costs),
    JSON.stringify(j.comparisons),
    JSON.stringify(j.proposed),
    j.grounds,
    j.meetingDay,
    j.meetingPlace,
    JSON.stringify(j.participants),
    j.conclusion,
    ctx.me.id,
    ctx.now,
  ])
