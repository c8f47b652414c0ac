import type pg from 'pg'
import { castLab, otherLab } from '../cast.ts'
import type { Actor } from './lines.ts'

/** A device that no test uses, with the director of its lab. */
export interface Found {
  id: number
  name: string
  serialId: string
  labId: number
  /** Serial number of the lab. */
  lab: string
  deptId: number
  deptCode: string
  priceFen: number
  director: Actor
}
export type At = (hoursAgo: number) => Date

const FOUND = `select d.id::int, d.name, d.serial_id as "serialId", l.serial_id as lab, t.code as "deptCode",
    d.lab_id::int as "labId", d.dept_id::int as "deptId", coalesce(d.price_fen, 0)::float8 as "priceFen",
    json_build_object('id', u.id, 'name', u.name) as director
  from device d join lab l on l.id = d.lab_id join dept t on t.id = l.dept_id
    join lateral (select user_id from lab_member m where m.lab_id = l.id and m.role = 'lab_director'
      order by user_id limit 1) m on true join user_account u on u.id = m.user_id
  where d.id > 5 and d.status = $1 order by l.serial_id = $2 desc, l.serial_id = $3 desc, d.id limit 1000`
/** Devices with this status, those of the cast's labs first. */
export const found = async (client: pg.Client, status: 'normal' | 'broken' | 'scrapped'): Promise<Found[]> =>
  (await client.query<Found>(FOUND, [status, castLab.serialId, otherLab.serialId])).rows

interface Asked {
  business: 'transfer' | 'repair'
  rowId: number
  step: string
  labId: number
  deviceId: number
  requesterId: number | null
  title: string
  since: Date
}
/** Adds a task for the directors of a lab. */
export const asked = (client: pg.Client, t: Asked) =>
  client.query(
    `insert into approval_task (business, row_id, step, asked_role, role, lab_id, device_id, requester_id,
        title, created_at) values ($1, $2, $3, 'lab_director', 'lab_director', $4, $5, $6, $7, $8)`,
    [t.business, t.rowId, t.step, t.labId, t.deviceId, t.requesterId, t.title, t.since],
  )
