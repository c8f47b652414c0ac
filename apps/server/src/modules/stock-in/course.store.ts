import type { RepairOrderState, ScrapState, TransferState } from '@portal/contract/asset/asset'
import type { DisposalWay } from '@portal/contract/asset/scrap'
import { run, type Db } from '../../kernel/db.ts'

// The history of an instrument since it arrived, read for its dossier. Modules of daily management own the
// data.

export interface Moved {
  id: number
  state: TransferState
  at: Date
  from: string
  to: string
  why: string
  requester: string
  reason: string | null
}
const MOVES = `select t.id, t.state, t.state_at as at, f.name as "from", l.name as "to", t.why,
    u.name as requester, t.reason
  from asset_transfer t join lab f on f.id = t.from_lab_id join lab l on l.id = t.to_lab_id
    join user_account u on u.id = t.requester_id where t.device_id = $1 order by t.id`
export const listMoves = (db: Db, deviceId: number) => run<Moved>(db, MOVES, [deviceId])

export interface Maintained {
  id: number
  doneOn: string
  doneBy: string
  what: string
  costFen: number
}
const MAINTAINED = `select id, done_on as "doneOn", done_by as "doneBy", what, cost_fen as "costFen"
  from maintenance_record where device_id = $1 order by done_on, id`
export const listMaintenance = (db: Db, deviceId: number) => run<Maintained>(db, MAINTAINED, [deviceId])

export interface Repaired {
  id: number
  state: RepairOrderState
  at: Date
  fault: string
  reporter: string
  assignee: string | null
  company: string | null
  solution: string | null
  costFen: number | null
  doneAt: Date | null
}
const REPAIRS = `select o.id, o.state, o.created_at as at, o.fault, r.name as reporter, a.name as assignee,
    o.company, o.solution, o.cost_fen as "costFen", o.done_at as "doneAt"
  from repair_order o join user_account r on r.id = o.reporter_id
    left join user_account a on a.id = o.assignee_id where o.device_id = $1 order by o.id`
export const listRepairs = (db: Db, deviceId: number) => run<Repaired>(db, REPAIRS, [deviceId])

export interface Scrapped {
  id: number
  state: ScrapState
  at: Date
  why: string
  condition: string | null
  requester: string
  way: DisposalWay | null
  recycler: string | null
  incomeFen: number | null
  disposedOn: string | null
}
const SCRAPS = `select s.id, s.state, s.state_at as at, s.why, s.condition, u.name as requester, s.way,
    s.recycler, s.income_fen as "incomeFen", s.disposed_on as "disposedOn"
  from scrap s join user_account u on u.id = s.requester_id where s.device_id = $1 and s.state <> 'draft'
  order by s.id`
export const listScraps = (db: Db, deviceId: number) => run<Scrapped>(db, SCRAPS, [deviceId])
