import type pg from 'pg'
import { addDays } from '../../kernel/time.ts'
import type { Frame } from '../campus/model.ts'
import { castLab, otherLab } from '../cast.ts'
import { found, type At, type Found } from './found.ts'
import { actor, log, one } from './lines.ts'
import { fillRepairs } from './repairs.ts'
import { fillScraps } from './scraps.ts'
import { fillTransfers } from './transfers.ts'

const HOUR_MS = 3_600_000
/** The college whose head is a member of the cast. */
const COLLEGE = '203'

/**
 * Asset management in progress: processes in every state, so that every list has rows and every office tasks.
 */
export async function fillAssets(client: pg.Client, frame: Frame): Promise<void> {
  const at = (hoursAgo: number) => new Date(frame.now.getTime() - hoursAgo * HOUR_MS)
  const everywhere = await found(client, 'normal')
  const college = everywhere.findLast((d) => d.deptCode === COLLEGE)
  const own = some(everywhere, castLab.serialId, college ? [college] : [])
  const others = some(everywhere, otherLab.serialId, college ? [college, ...own] : own)
  await fillTransfers(client, own, others, at)
  await fillRepairs(client, own, await found(client, 'broken'), at)
  await fillMaintenance(client, own.slice(0, 4), frame)
  await fillScraps(client, { own, others, college, gone: (await found(client, 'scrapped'))[0] }, frame, at)
  await fillStocktakes(client, frame, at)
}

async function fillMaintenance(
  client: pg.Client,
  devices: readonly Found[],
  { today, now }: Frame,
): Promise<void> {
  for (const [i, d] of devices.entries()) {
    const planId = await one(
      client,
      `insert into maintenance_plan (device_id, title, detail, every_days, next_on, keeper_id, created_at)
        values ($1, $2, $3, $4, $5, $6, $7)`,
      [
        d.id,
        i % 2 ? '真空系统保养' : '年度校准',
        i % 2 ? '更换泵油，清洁滤网，检查密封圈' : '用标准样品校准并出具报告',
        i % 2 ? 90 : 365,
        addDays(today, i * 10 - 5),
        actor('labadmin').id,
        now,
      ],
    )
    await client.query(
      `insert into maintenance_record (device_id, plan_id, done_on, done_by, what, cost_fen, created_by,
          created_at) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      [
        d.id,
        planId,
        addDays(today, -90 + i),
        actor('labadmin').name,
        i % 2 ? '更换泵油 2 升，真空度恢复正常' : '各档倍率误差均在允许范围内',
        i % 2 ? 48_000 : 0,
        actor('labadmin').id,
        now,
      ],
    )
  }
}

const ENOUGH = 6
/** Devices of this lab; if it has too few, of the following ones. */
const some = (devices: readonly Found[], lab: string, taken: readonly Found[]): Found[] => {
  const left = devices.filter((d) => !taken.includes(d))
  return [
    ...left.filter((d) => d.lab === lab),
    ...left.filter((d) => d.lab !== lab && d.lab !== castLab.serialId),
  ].slice(0, ENOUGH)
}

/**
 * Last year's stocktake, of one dept, is closed. This year's is open: half of two labs is scanned, some with
 * deviations.
 */
async function fillStocktakes(client: pg.Client, { today }: Frame, at: At): Promise<void> {
  const year = Number(today.slice(0, 4))
  const by = actor('equipoffice')
  const office = by.id
  const last = await one(
    client,
    `insert into stocktake (title, year, dept_id, state, created_by, created_at, closed_at, expected)
     select $1 || t.name || '仪器设备盘点', $2, t.id, 'closed', $3, $4, $5,
       (select count(*) from device d where d.dept_id = t.id and d.status <> 'scrapped') from lab l
     join dept t on t.id = l.dept_id where l.serial_id = $6`,
    [`${year - 1} 年度`, year - 1, office, at(8700), at(8000), castLab.serialId],
  )
  await scan(
    client,
    last,
    at(8600),
    `d.dept_id = (select dept_id from stocktake where id = $1) and d.status <> 'scrapped'`,
    'n % 9 <> 4',
  )
  await client.query(
    `insert into stocktake_missing
       (stocktake_id, device_id, name, status, lab_id, price_fen, expected_room_id)
     select t.id, d.id, d.name, d.status, d.lab_id, d.price_fen, coalesce(d.room_id, l.room_id) from stocktake t
      join device d on d.dept_id = t.dept_id and d.status <> 'scrapped' join lab l on l.id = d.lab_id
     where t.id = $1 and not exists (select from stocktake_scan s where s.stocktake_id = t.id
       and s.device_id = d.id)`,
    [last],
  )
  await log(client, 'stocktake', last, { event: 'open', from: null, to: 'open', by, at: at(8700) })
  await log(client, 'stocktake', last, { event: 'close', from: 'open', to: 'closed', by, at: at(8000) })
  const id = await one(
    client,
    `insert into stocktake (title, year, dept_id, state, created_by, created_at)
      values ($1, $2, null, 'open', $3, $4)`,
    [`${year} 年度仪器设备盘点`, year, office, at(120)],
  )
  await log(client, 'stocktake', id, { event: 'open', from: null, to: 'open', by, at: at(120) })
  await scan(
    client,
    id,
    at(50),
    `l.serial_id in ('${castLab.serialId}', '${otherLab.serialId}')`,
    '(n % 2 = 1 or n % 6 = 2)',
  )
}

const scan = (client: pg.Client, id: number, from: Date, devices: string, found: string) =>
  client.query(
    `insert into stocktake_scan (stocktake_id, device_id, room_id, condition, note, scanned_by, scanned_at,
        name, status, lab_id, price_fen, expected_room_id, in_scope, was_scrapped)
     select $1, d.id, case when n % 7 = 3 then (select r.id from room r
       where r.id <> coalesce(d.room_id, l.room_id) order by r.id limit 1) end, case n % 6 when 2 then 'idle'
       when 5 then 'broken' else 'good' end,
       case when n % 6 = 5 then '电源线缺失' end, $2, $3::timestamptz + n * interval '3 minutes',
       d.name, d.status, d.lab_id, d.price_fen, coalesce(d.room_id, l.room_id), true, d.status = 'scrapped'
     from (select d.*, row_number() over (order by d.id) as n from device d join lab l on l.id = d.lab_id
       where ${devices}) d join lab l on l.id = d.lab_id where ${found}`,
    [id, actor('labadmin').id, from],
  )
