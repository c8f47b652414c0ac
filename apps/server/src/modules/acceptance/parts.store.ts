import { run, type Db } from '../../kernel/db.ts'

// The parts of an acceptance: pieces, checks and signing members.

export interface PieceFactsRow {
  id: number
  name: string
  model: string | null
  spec: string | null
  manufacturer: string | null
  country: string | null
  suppliedNumber: string | null
  madeOn: string | null
  warrantyUntil: string | null
  indicators: string | null
  accessories: string | null
  hazards: string | null
  priceFen: number
}
const FACTS = `c.id, c.name, c.model, c.spec, c.manufacturer, c.country, c.factory_number as "suppliedNumber",
  c.made_on as "madeOn", c.warranty_until as "warrantyUntil", c.indicators, c.accessories, c.hazards,
  c.price_fen as "priceFen"`
export interface PieceRow extends PieceFactsRow {
  verdict: 'accept' | 'refuse' | null
  factoryNumber: string | null
  reason: string | null
}
const PIECES = `select ${FACTS}, o.verdict, o.factory_number as "factoryNumber", o.reason
  from acceptance_piece o join piece c on c.id = o.piece_id where o.acceptance_id = $1 order by c.id`
export const listPieces = (db: Db, id: number) => run<PieceRow>(db, PIECES, [id])

const ITEMS = `select distinct c.item_id as id from acceptance_piece o join piece c on c.id = o.piece_id
    where o.acceptance_id = $1`
/** The purchase items that its pieces belong to. */
export const listItemIds = async (db: Db, id: number): Promise<Set<number>> =>
  new Set((await run<{ id: number }>(db, ITEMS, [id])).map((i) => i.id))

const FREE = `select ${FACTS} from piece c
  where c.purchase_id = $1 and c.state = 'checked'
    and not exists (select from acceptance_piece o where o.piece_id = c.id and o.live)
  order by c.id`
/** Delivered and checked pieces that are in no open acceptance. */
export const listFreePieces = (db: Db, purchaseId: number) => run<PieceFactsRow>(db, FREE, [purchaseId])

export interface CheckRow {
  item: string
  label: string
  ok: boolean | null
  note: string | null
}
const CHECKS = `select item, label, ok, note from acceptance_check where acceptance_id = $1 order by sort`
export const listChecks = (db: Db, id: number) => run<CheckRow>(db, CHECKS, [id])

export interface MemberRow {
  userId: number
  name: string
  deptId: number | null
  dept: string | null
  duty: string
  verdict: 'agree' | 'disagree' | null
  opinion: string | null
  signedAt: Date | null
}
const MEMBERS = `select m.user_id as "userId", u.name, u.dept_id as "deptId", d.name as dept, m.duty,
    m.verdict, m.opinion, m.signed_at as "signedAt"
  from acceptance_member m join user_account u on u.id = m.user_id left join dept d on d.id = u.dept_id
  where m.acceptance_id = $1 order by m.sort`
export const listMembers = (db: Db, id: number) => run<MemberRow>(db, MEMBERS, [id])

const LAB_PEOPLE = `select distinct u.id from lab_member m join user_account u on u.id = m.user_id
    where m.lab_id = $1 and u.enabled and u.id <> $2`
/** People of a laboratory with open accounts, except this person. */
export const findLabPeople = async (db: Db, labId: number, besideId: number): Promise<Set<number>> =>
  new Set((await run<{ id: number }>(db, LAB_PEOPLE, [labId, besideId])).map((r) => r.id))

const UNSIGNED = `select user_id as id from acceptance_member where acceptance_id = $1 and signed_at is null
  order by sort`
/** Members who have not signed yet. */
export const listUnsigned = async (db: Db, id: number): Promise<number[]> =>
  (await run<{ id: number }>(db, UNSIGNED, [id])).map((m) => m.id)
