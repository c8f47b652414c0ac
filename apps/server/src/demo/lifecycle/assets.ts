import { scrapNumber } from '@portal/contract/asset/parts'
import type pg from 'pg'
import { addDays } from '../../kernel/time.ts'
import type { Frame } from '../campus/model.ts'
import { castLab, otherLab, type CastName } from '../cast.ts'
import { actor, log, one, waits, type Actor } from './lines.ts'

const HOUR_MS = 3_600_000

interface Found {
  id: number
  name: string
  serialId: string
  labId: number
  deptId: number
  priceFen: number
}
/** Devices of a lab that no test goes by, in working order or not. */
async function devicesOf(client: pg.Client, lab: string, status: string, count: number): Promise<Found[]> {
  const { rows } = await client.query<Found>(
    `select d.id::int, d.name, d.serial_id as "serialId", d.lab_id::int as "labId", d.dept_id::int as "deptId", coalesce(d.price_fen, 0)::float8 as "priceFen"
     from device d join lab l on l.id = d.lab_id where l.serial_id = $1 and d.status = $2 and d.id > 5 order by d.id limit $3`, [lab, status, count])
  return rows
}

/** Daily management in the middle of its work: something of everything, so that every list has a row and every office a task. */
export async function fillAssets(client: pg.Client, frame: Frame): Promise<void> {
  const at = (hoursAgo: number) => new Date(frame.now.getTime() - hoursAgo * HOUR_MS)
  const own = await devicesOf(client, castLab.serialId, 'normal', 4)
  const others = await devicesOf(client, otherLab.serialId, 'normal', 4)
  await fillTransfers(client, own, others, at)
  await fillRepairs(client, own, at)
  await fillMaintenance(client, own, frame)
  await fillScraps(client, { own, others }, frame, at)
  await fillStocktakes(client, frame, at)
}
type At = (hoursAgo: number) => Date

async function fillTransfers(client: pg.Client, [first]: readonly Found[], [second]: readonly Found[], at: At): Promise<void> {
  const transfer = async (d: Found, to: Found, by: CastName, state: 'awaiting_giver' | 'awaiting_receiver', why: string) => {
    const id = await one(
      client, `insert into asset_transfer (device_id, state, state_at, why, requester_id, from_lab_id, to_lab_id, created_at) values ($1, $2, $3, $4, $5, $6, $7, $3)`,
      [d.id, state, at(30), why, actor(by).id, d.labId, to.labId])
    await log(client, 'transfer', id, { event: 'create', from: null, to: state, by: actor(by), at: at(30) })
    await asked(client, { business: 'transfer', rowId: id, step: state === 'awaiting_giver' ? 'giver' : 'receiver', role: 'lab_director', labId: state === 'awaiting_giver' ? d.labId : to.labId, deviceId: d.id, requesterId: actor(by).id, title: `${state === 'awaiting_giver' ? '调出' : '调入'}：${d.name}`, since: at(30) })
  }
  if (!first || !second) return
  await transfer(first, second, 'director', 'awaiting_receiver', '本实验室已有同类仪器，调剂给波谱实验室教学使用')
  await transfer(second, first, 'equipoffice', 'awaiting_giver', '该仪器使用率较低，集中到电镜实验室共享')
}

async function fillRepairs(client: pg.Client, [, second, third]: readonly Found[], at: At): Promise<void> {
  const report = (d: Found, fault: string, state: string, hours: number, more: { solution?: string; costFen?: number } = {}) =>
    one(
      client,
      `insert into repair_order (device_id, state, state_at, fault, urgent, reporter_id, assignee_id, solution, cost_fen, created_at, done_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
      [d.id, state, at(hours - 5), fault, state === 'reported', actor('booker').id, state === 'done' ? actor('labadmin').id : null, more.solution ?? null, more.costFen ?? null, at(hours), state === 'done' ? at(hours - 5) : null])
  if (second) {
    const id = await report(second, '开机自检报错，冷却水流量不足', 'reported', 6)
    await log(client, 'repair', id, { event: 'report', from: null, to: 'reported', by: actor('booker'), at: at(6) })
    await asked(client, { business: 'repair', rowId: id, step: 'assign', role: 'lab_director', labId: second.labId, deviceId: second.id, requesterId: null, title: `【紧急】派单：${second.name}（${second.serialId}）`, since: at(6) })
  }
  if (third) {
    const id = await report(third, '样品台移动时有异响', 'done', 400, { solution: '更换导轨润滑脂，校正限位开关', costFen: 36_000 })
    const steps = [[null, 'report', 'reported', 'booker', 400], ['reported', 'assign', 'assigned', 'director', 399], ['assigned', 'start', 'repairing', 'labadmin', 398], ['repairing', 'finish', 'done', 'labadmin', 395]] as const
    for (const [from, event, to, by, hours] of steps) await log(client, 'repair', id, { event, from, to, by: actor(by), at: at(hours) })
  }
}

async function fillMaintenance(client: pg.Client, devices: readonly Found[], { today, now }: Frame): Promise<void> {
  for (const [i, d] of devices.entries()) {
    const planId = await one(
      client, `insert into maintenance_plan (device_id, title, detail, every_days, next_on, keeper_id, created_at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [d.id, i % 2 ? '真空系统保养' : '年度校准', i % 2 ? '更换泵油，清洁滤网，检查密封圈' : '用标准样品校准并出具报告', i % 2 ? 90 : 365, addDays(today, i * 10 - 5), actor('labadmin').id, now])
    await client.query(`insert into maintenance_record (device_id, plan_id, done_on, done_by, what, cost_fen, created_by, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`, [
      d.id, planId, addDays(today, -90 + i), actor('labadmin').name, i % 2 ? '更换泵油 2 升，真空度恢复正常' : '各档倍率误差均在允许范围内', i % 2 ? 48_000 : 0, actor('labadmin').id, now,
    ])
  }
}

type End = 'draft' | 'awaiting_dept_head' | 'awaiting_equip_office' | 'awaiting_disposal'
/** The steps that lead there. */
const ways: Record<End, readonly (readonly [from: string | null, event: string, to: string, by: CastName])[]> = {
  draft: [[null, 'create', 'draft', 'director']],
  awaiting_dept_head: [[null, 'create', 'draft', 'director'], ['draft', 'submit', 'awaiting_dept_head', 'director']],
  awaiting_equip_office: [[null, 'create', 'draft', 'director'], ['draft', 'submit', 'awaiting_dept_head', 'director'], ['awaiting_dept_head', 'approve', 'awaiting_equip_office', 'sysadmin']],
  awaiting_disposal: [
    [null, 'create', 'draft', 'director'], ['draft', 'submit', 'awaiting_dept_head', 'director'], ['awaiting_dept_head', 'approve', 'awaiting_equip_office', 'sysadmin'],
    ['awaiting_equip_office', 'approve', 'awaiting_disposal', 'equipoffice'],
  ],
}
async function fillScraps(client: pg.Client, { own, others }: { own: readonly Found[]; others: readonly Found[] }, frame: Frame, at: At): Promise<void> {
  const plans: readonly (readonly [device: Found | undefined, end: End, by: CastName])[] = [[own[3], 'draft', 'director'], [others[1], 'awaiting_equip_office', 'outsider'], [others[2], 'awaiting_disposal', 'outsider']]
  for (const [d, end, by] of plans) {
    if (!d) continue
    const requester: Actor = actor(by)
    // Cheap enough to need no experts.
    const priceFen = Math.min(d.priceFen, 8_600_000)
    const id = await one(
      client, `insert into scrap (device_id, state, state_at, why, condition, requester_id, price_fen, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [d.id, end, at(20), '已超过使用年限，主要部件停产，无维修价值', '无法开机，外壳完整，配件齐全', requester.id, priceFen, at(72)])
    for (const [i, [from, event, to, who]] of ways[end].entries()) await log(client, 'scrap', id, { event, from, to, by: who === 'director' ? requester : actor(who), at: at(72 - i * 10) })
    const step = end === 'awaiting_equip_office' ? 'equip_office' : 'dispose'
    if (end !== 'draft') await waits(client, { business: 'scrap', rowId: id, step, role: 'equip_office', userId: null, deptId: null, requesterId: step === 'dispose' ? null : requester.id, title: `${step === 'dispose' ? '登记处置' : '设备处审批'}：报废 ${d.name}（${d.serialId}）`, amountFen: priceFen, since: at(20) })
  }
  const [gone] = await devicesOf(client, castLab.serialId, 'scrapped', 1)
  if (!gone) return
  const id = await one(
    client,
    `insert into scrap (device_id, state, state_at, why, condition, requester_id, price_fen, way, recycler, income_fen, disposed_on, created_at) values ($1, 'disposed', $2, $3, $4, $5, $6, 'recycle', '江州再生资源回收有限公司', 120000, $7, $8)`,
    [gone.id, at(700), '真空系统损坏，维修费用超过原值三分之一', '不能使用', actor('director').id, gone.priceFen, addDays(frame.today, -30), at(1000)])
  for (const [i, [from, event, to, who]] of ways.awaiting_disposal.entries()) await log(client, 'scrap', id, { event, from, to, by: actor(who), at: at(1000 - i * 50) })
  await log(client, 'scrap', id, { event: 'dispose', from: 'awaiting_disposal', to: 'disposed', by: actor('equipoffice'), at: at(700) })
  await client.query('update device set status_note = $2 where id = $1', [gone.id, `已报废（${scrapNumber(id)}）`])
}

/** One under way: half of two labs is scanned, and not all of it as the books have it. */
async function fillStocktakes(client: pg.Client, { today }: Frame, at: At): Promise<void> {
  const year = Number(today.slice(0, 4))
  const id = await one(client, `insert into stocktake (title, year, dept_id, state, created_by, created_at) values ($1, $2, null, 'open', $3, $4)`, [`${year} 年度仪器设备盘点`, year, actor('equipoffice').id, at(120)])
  await client.query(
    `insert into stocktake_scan (stocktake_id, device_id, room_id, condition, note, scanned_by, scanned_at, expected_room_id, in_scope, was_scrapped)
     select $1, d.id, case when n % 7 = 3 then (select r.id from room r where r.id <> coalesce(d.room_id, l.room_id) order by r.id limit 1) end, case n % 6 when 2 then 'idle' when 5 then 'broken' else 'good' end,
       case when n % 6 = 5 then '电源线缺失' end, $2, $3::timestamptz + n * interval '3 minutes', coalesce(d.room_id, l.room_id), true, d.status = 'scrapped'
     from (select d.*, row_number() over (order by d.id) as n from device d where d.lab_id in (select id from lab where serial_id = any($4))) d join lab l on l.id = d.lab_id where n % 2 = 1 or n % 6 = 2`,
    [id, actor('labadmin').id, at(50), [castLab.serialId, otherLab.serialId]])
}

interface Asked {
  business: 'transfer' | 'repair'
  rowId: number
  step: string
  role: 'lab_director'
  labId: number
  deviceId: number
  requesterId: number | null
  title: string
  since: Date
}
/** The directors of a lab are awaited. */
const asked = (client: pg.Client, t: Asked) =>
  client.query(`insert into approval_task (business, row_id, step, asked_role, role, lab_id, device_id, requester_id, title, created_at) values ($1, $2, $3, $4, $4, $5, $6, $7, $8, $9)`, [
    t.business, t.rowId, t.step, t.role, t.labId, t.deviceId, t.requesterId, t.title, t.since,
  ])
