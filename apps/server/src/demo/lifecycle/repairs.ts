import type { RepairOrderEvent, RepairOrderState } from '@portal/contract/asset/asset'
import type pg from 'pg'
import { asked, type At, type Found } from './found.ts'
import { actor, log, one, waits, type Actor } from './lines.ts'

interface Told {
  device: Found
  fault: string
  /** Hours since the report. */
  hours: number
  urgent?: boolean
  solution?: string
  costFen?: number
  /** The steps after the report. */
  steps: readonly (readonly [event: RepairOrderEvent, to: RepairOrderState, by: Actor, reason?: string])[]
}

/** One order in each state; devices in repair or beyond repair are out of use. */
export async function fillRepairs(
  client: pg.Client,
  [, second, third]: readonly Found[],
  broken: readonly Found[],
  at: At,
): Promise<void> {
  const labadmin = actor('labadmin')
  const assigned = (d: Found) => ['assign', 'assigned', d.director] as const
  const start = ['start', 'repairing', labadmin] as const
  const told: Told[] = []
  if (third) {
    told.push(
      {
        device: third,
        fault: '样品台移动时有异响',
        hours: 400,
        solution: '更换导轨润滑脂，校正限位开关',
        costFen: 36_000,
        steps: [assigned(third), start, ['finish', 'done', labadmin]],
      },
      {
        device: third,
        fault: '显示器偏色',
        hours: 260,
        steps: [['refuse', 'refused', third.director, '不影响使用，年度保养时一并处理']],
      },
    )
  }
  const [waiting, underWay, beyond] = broken
  if (beyond)
    told.push({
      device: beyond,
      fault: '主机无法启动，主板烧毁',
      hours: 220,
      costFen: 80_000,
      steps: [assigned(beyond), start, ['give_up', 'given_up', labadmin, '主板停产，厂家不再提供备件']],
    })
  if (underWay)
    told.push({
      device: underWay,
      fault: '真空度下降，分子泵异响',
      hours: 120,
      steps: [
        assigned(underWay),
        start,
        ['extend', 'repairing', labadmin, '分子泵需从国外订购，到货时间推迟'],
      ],
    })
  if (waiting)
    told.push({ device: waiting, fault: '光源强度不足，自检不通过', hours: 28, steps: [assigned(waiting)] })
  if (second)
    told.push({ device: second, fault: '开机自检报错，冷却水流量不足', hours: 6, urgent: true, steps: [] })
  for (const one of told) await tell(client, one, at)
}

async function tell(
  client: pg.Client,
  { device: d, fault, hours, urgent = false, solution, costFen, steps }: Told,
  at: At,
): Promise<void> {
  const [, state = 'reported', , reason = null] = steps.at(-1) ?? []
  const lastAt = at(hours - steps.length)
  const worked = steps.some(([event]) => event === 'assign')
  const open = state === 'assigned' || state === 'repairing'
  const repairId =
    open || state === 'given_up'
      ? await stopped(client, { d, fault, reason, costFen, over: !open, from: at(hours - 1), until: lastAt })
      : null
  const id = await one(
    client,
    `insert into repair_order (device_id, state, state_at, reason, fault, urgent, reporter_id, assignee_id,
        solution, cost_fen, created_at, done_at, repair_id, expected_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
       (select expected_at from device_repair where id = $13))`,
    [
      d.id,
      state,
      lastAt,
      open ? null : reason,
      fault,
      urgent,
      actor('booker').id,
      worked ? actor('labadmin').id : null,
      solution,
      costFen,
      at(hours),
      state === 'done' ? lastAt : null,
      repairId,
    ],
  )
  let before: RepairOrderState = 'reported'
  await log(client, 'repair', id, {
    event: 'report',
    from: null,
    to: before,
    by: actor('booker'),
    at: at(hours),
  })
  for (const [i, [event, to, by, said]] of steps.entries()) {
    await log(client, 'repair', id, {
      event,
      from: before,
      to,
      by,
      reason: said ?? null,
      at: at(hours - i - 1),
    })
    before = to
  }
  if (state === 'reported')
    await asked(client, {
      business: 'repair',
      rowId: id,
      step: 'assign',
      labId: d.labId,
      deviceId: d.id,
      requesterId: null,
      title: `【紧急】派单：${d.name}（${d.serialId}）`,
      since: at(hours),
    })
  if (open)
    await waits(client, {
      business: 'repair',
      rowId: id,
      step: 'repair',
      role: 'person',
      userId: actor('labadmin').id,
      deptId: null,
      requesterId: null,
      title: `维修：${d.name}（${d.serialId}）`,
      amountFen: null,
      since: at(hours - 1),
    })
}

interface Stop {
  d: Found
  fault: string
  reason: string | null
  costFen: number | undefined
  /** The device is beyond repair. */
  over: boolean
  from: Date
  until: Date
}
/** Updates the device's open repair record to match the order. */
const STOPPED = `update device_repair set state = case when $2 then 'done' else state end, title = $3,
    detail = $3, handler = $4, started_at = $5, finished_at = case when $2 then $6::timestamptz end,
    result = case when $2 then $7 end, cost_fen = $8 where device_id = $1 and state <> 'done' returning id`
async function stopped(
  client: pg.Client,
  { d, fault, reason, costFen, over, from, until }: Stop,
): Promise<number | null> {
  const note = `仪器不可修复：${reason ?? ''}`
  const { rows } = await client.query<{ id: number }>(STOPPED, [
    d.id,
    over,
    fault,
    actor('labadmin').name,
    from,
    until,
    note,
    costFen,
  ])
  await client.query('update device set status_note = $2 where id = $1', [d.id, over ? note : fault])
  return rows[0]?.id ?? null
}
