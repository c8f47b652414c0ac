import { run, type Db } from '../../kernel/db.ts'
import { noFigures, type BookedDevice, type UseFigures } from './draw.rules.ts'

// Reads the records of instruments, the use ledger and the platform's lists. Read only.

const DEVICES = `
  select d.id, d.serial_id as number, d.moe_code as class, d.name, d.model, d.spec, d.origin, d.country,
    d.price_fen as "priceFen", d.bought_on as "boughtOn", d.status, d.purpose, u.name as keeper,
    p.code as "deptCode", p.name as "deptName",
    (select max(s.disposed_on) from scrap s where s.device_id = d.id and s.state = 'disposed') as "goneOn"
  from device d join dept p on p.id = d.dept_id left join user_account u on u.id = d.contact_id
  order by d.id`
/** All instruments, because most of them are reported. */
export const devices = (db: Db) => run<BookedDevice>(db, DEVICES, [])

type Nature = keyof UseFigures['minutes']
const MINUTES = `
  select r.device_id as "deviceId", r.nature,
    sum(r.working_minutes + r.preparation_minutes + r.cleanup_minutes)::int8 as minutes,
    coalesce(sum(r.working_minutes + r.preparation_minutes + r.cleanup_minutes)
      filter (where r.tier = any ($4::text[])), 0)::int8 as open,
    sum(r.samples)::int8 as samples
  from use_record r
  where r.device_id = any ($1::int8[]) and r.day between $2::date and $3::date and r.kind <> all ($5::text[])
  group by 1, 2`
const PROJECTS = `
  select r.device_id as "deviceId", r.nature,
    count(distinct coalesce(r.project_number, r.project))::int as projects
  from use_record r join use_current c on c.record_id = r.id
  where r.device_id = any ($1::int8[]) and r.day between $2::date and $3::date and r.kind <> all ($4::text[])
    and r.nature <> 'unstated' group by 1, 2`
export interface Asked {
  deviceIds: readonly number[]
  from: string
  to: string
  openTiers: readonly string[]
  excludedKinds: readonly string[]
}
/** Use of instruments in a period, wherever they stood then. Unused instruments are not in the map. */
export async function uses(db: Db, a: Asked): Promise<Map<number, UseFigures>> {
  const figures = new Map<number, UseFigures>()
  const of = (id: number) => {
    const known = figures.get(id) ?? noFigures()
    figures.set(id, known)
    return known
  }
  const minutes = await run<{
    deviceId: number
    nature: Nature
    minutes: number
    open: number
    samples: number
  }>(db, MINUTES, [a.deviceIds, a.from, a.to, a.openTiers, a.excludedKinds])
  for (const r of minutes) {
    const known = of(r.deviceId)
    known.minutes[r.nature] += r.minutes
    known.samples += r.samples
    // Open hours are part of the reported hours, so hours without a purpose do not count.
    if (r.nature !== 'unstated') known.openMinutes += r.open
  }
  const projects = await run<{ deviceId: number; nature: Exclude<Nature, 'unstated'>; projects: number }>(
    db,
    PROJECTS,
    [a.deviceIds, a.from, a.to, a.excludedKinds],
  )
  for (const r of projects) of(r.deviceId).projects[r.nature] = r.projects
  return figures
}

const HOURS = `
  select l.name as lab, p.name as dept,
    sum(r.working_minutes + r.preparation_minutes + r.cleanup_minutes)::int8 as minutes,
    coalesce(sum(r.working_minutes + r.preparation_minutes + r.cleanup_minutes)
      filter (where r.nature = 'unstated'), 0)::int8 as unstated
  from use_record r join lab l on l.id = r.lab_id join dept p on p.id = r.dept_id
  where r.device_id = $1 and r.day between $2::date and $3::date and r.kind <> all ($4::text[])
  group by l.id, l.name, p.id, p.name order by minutes desc, l.id`
/** Hours of one instrument by its laboratory and department at the time of the use. */
export const hours = (db: Db, deviceId: number, from: string, to: string, excludedKinds: readonly string[]) =>
  run<{ lab: string; dept: string; minutes: number; unstated: number }>(db, HOURS, [
    deviceId,
    from,
    to,
    excludedKinds,
  ])

const DEVICE = `select id, serial_id as "serialId", name from device where id = $1`
export const device = async (db: Db, id: number) =>
  (await run<{ id: number; serialId: string; name: string }>(db, DEVICE, [id]))[0]
const LABS = 'select serial_id as number from lab'
const DEPTS = 'select code as number from dept'
/** The numbers of the platform's laboratories and departments. */
export async function numbers(db: Db): Promise<{ labs: Set<string>; depts: Set<string> }> {
  const of = async (text: string) =>
    new Set((await run<{ number: string }>(db, text, [])).map((r) => r.number))
  return { labs: await of(LABS), depts: await of(DEPTS) }
}
const DEPT = 'select id from dept where id = $1'
export const deptExists = async (db: Db, id: number): Promise<boolean> =>
  (await run(db, DEPT, [id])).length === 1
