import type { PanelKind, PanelState, PanelVerdict, Profession } from '@portal/contract/panel/panel'
import type { ScoringRule } from '@portal/contract/tender/rows'
import type { TenderMethod, TenderState } from '@portal/contract/tender/tender'
import { run, type Db } from '../../kernel/db.ts'

// The rows that an instrument's documents belong to, from the request to the stock-in.

/** How it arrived, if it was bought through the portal. */
export interface Coming {
  pieceId: number
  purchaseId: number
  requesterId: number
  purchaseDeptId: number
  acceptanceId: number
  stockInId: number
  deliveryId: number | null
}
export interface Origin {
  deviceId: number
  serialId: string
  name: string
  model: string | null
  factoryNumber: string | null
  supplier: string | null
  contactId: number | null
  deviceDeptId: number
  dept: string
  lab: string
  room: string | null
  keeper: string | null
  priceFen: number | null
  boughtOn: string | null
  enabledOn: string | null
  coming: Coming | null
}
const ORIGIN = `select d.id as "deviceId", d.serial_id as "serialId", d.name, d.model,
    d.factory_number as "factoryNumber", d.supplier, d.contact_id as "contactId", d.dept_id as "deviceDeptId",
    e.name as dept, l.name as lab, b.name || ' ' || r.name as room, u.name as keeper,
    d.price_fen as "priceFen", d.bought_on as "boughtOn", d.enabled_on as "enabledOn",
    case when c.id is not null then json_build_object('pieceId', c.id, 'purchaseId', c.purchase_id,
      'requesterId', p.requester_id, 'purchaseDeptId', p.dept_id, 'acceptanceId', c.acceptance_id,
      'stockInId', c.stock_in_id, 'deliveryId', v.id) end as coming
  from device d join dept e on e.id = d.dept_id join lab l on l.id = d.lab_id
    left join room r on r.id = d.room_id left join building b on b.id = r.building_id
    left join user_account u on u.id = d.contact_id left join piece c on c.device_id = d.id
    left join purchase p on p.id = c.purchase_id left join delivery v on v.purchase_id = p.id where d.id = $1`
export const findOrigin = async (db: Db, deviceId: number): Promise<Origin | undefined> =>
  (await run<Origin>(db, ORIGIN, [deviceId]))[0]

export interface Opinion {
  panelId: number
  kind: PanelKind
  state: PanelState
  statement: string
  conclusion: string | null
  name: string
  unit: string
  title: string
  profession: Profession
  outside: boolean
  verdict: PanelVerdict | null
  opinion: string | null
  signedAt: Date | null
  seal: string | null
}
const OPINIONS = `select p.id as "panelId", p.kind, p.state, p.statement, p.conclusion, x.name, x.unit,
    x.title, x.profession, x.outside, x.verdict, x.opinion, x.signed_at as "signedAt",
    encode(x.seal, 'hex') as seal
  from panel p join panel_expert x on x.panel_id = p.id
  where p.business = $1 and p.row_id = any($2::int8[]) and p.state <> 'void' order by p.id, x.id`
export const listOpinions = (db: Db, business: 'purchase' | 'scrap', rowIds: readonly number[]) =>
  run<Opinion>(db, OPINIONS, [business, rowIds])

export interface Round {
  id: number
  round: number
  state: TenderState
  method: TenderMethod
  title: string
  announcedAt: Date | null
  openedAt: Date | null
  quotations: number
  /** Number of those that were changed under seal and could not be opened. */
  broken: number
  winner: string | null
  amountFen: number | null
  /** No contract was signed with the winner. */
  voided: boolean
  /** Why it was awarded, or why it failed. */
  reason: string | null
  evaluatedAt: Date | null
  summary: string | null
  scoring: ScoringRule
}
const ROUNDS = `select t.id, t.round, t.state, t.method, t.title, t.announced_at as "announcedAt",
    t.opened_at as "openedAt", s.name as winner, q.amount_fen as "amountFen",
    t.state = 'failed' and t.quotation_id is not null as voided,
    case when t.state = 'awarded' then t.award_reason else t.reason end as reason,
    t.evaluated_at as "evaluatedAt",
    t.evaluation_summary as summary,
    json_build_object('kind', t.scoring, 'pricePoints', t.price_points,
      'commercialPoints', t.commercial_points,
      'technicalPoints', 100 - t.price_points - t.commercial_points) as scoring,
    (select count(*)::int from quotation n where n.tender_id = t.id and n.withdrawn_at is null) as quotations,
    (select count(*)::int from quotation n
      where n.tender_id = t.id and n.withdrawn_at is null and n.broken_at is not null) as broken
  from tender t left join quotation q on q.id = t.quotation_id left join supplier s on s.id = q.supplier_id
  where t.purchase_id = $1 order by t.round`
/** The winners; losing quotations stay with the offices that compared them. */
export const listRounds = (db: Db, purchaseId: number) => run<Round>(db, ROUNDS, [purchaseId])

const INVITED = `select i.tender_id as "tenderId", s.name, i.invited_at as "at",
    exists (select from quotation q
      where q.tender_id = i.tender_id and q.supplier_id = i.supplier_id and q.withdrawn_at is null) as quoted
  from tender_invitation i join tender t on t.id = i.tender_id join supplier s on s.id = i.supplier_id
  where t.purchase_id = $1 order by i.tender_id, i.invited_at, s.id`
export const listInvited = (db: Db, purchaseId: number) =>
  run<{ tenderId: number; name: string; at: Date; quoted: boolean }>(db, INVITED, [purchaseId])
