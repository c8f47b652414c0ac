import { run, type Db } from '../../kernel/db.ts'

export interface LabelFacts {
  deviceId: number
  serialId: string
  name: string
  model: string | null
  dept: string
  lab: string
  /** Where it belongs: its own room, else the laboratory's. */
  room: string | null
  keeper: string | null
  boughtOn: string | null
}
const LABELS = `select d.id as "deviceId", d.serial_id as "serialId", d.name, d.model, e.name as dept,
    l.name as lab, b.name || ' ' || r.name as room, u.name as keeper, d.bought_on as "boughtOn"
  from device d join dept e on e.id = d.dept_id join lab l on l.id = d.lab_id
    left join user_account u on u.id = d.contact_id
    left join room r on r.id = coalesce(d.room_id, l.room_id) left join building b on b.id = r.building_id
  where d.id = any($1::int8[])
    and ($2 or d.contact_id = $3 or d.dept_id = any($4::int8[])
      or exists (select from lab_member m where m.lab_id = d.lab_id and m.user_id = $3)
      or exists (select from piece c join stock_in t on t.id = c.stock_in_id
        where c.device_id = d.id and t.requester_id = $3))
  order by array_position($1::int8[], d.id)`
/** In the order of the ids; devices that the person has nothing to do with are left out. */
export const listLabels = (
  db: Db,
  deviceIds: readonly number[],
  who: { all: boolean; userId: number; deptIds: readonly number[] },
) => run<LabelFacts>(db, LABELS, [deviceIds, who.all, who.userId, who.deptIds])
