import type { PanelKind, PanelState, PanelVerdict, Profession } from '@portal/contract/panel/panel'
import type { TenderMethod, TenderState } from '@portal/contract/tender/tender'
import { run, type Db } from '../../kernel/db.ts'

// What an instrument's papers hang on, from the request for it to its place on the shelf.

export interface Origin {
  deviceId: number
  serialId: string
  name: string
  contactId: number | null
  deviceDeptId: number
  pieceId: number
  purchaseId: number
  requesterId: number
  purchaseDeptId: number
  acceptanceId: number
  stockInId: number
  deliveryId: number | null
}
const ORIGIN = `select d.id as "deviceId", d.serial_id as "serialId", d.name, d.contact_id as "contactId", d.dept_id as "deviceDeptId", c.id as "pieceId", c.purchase_id as "purchaseId",
    p.requester_id as "requesterId", p.dept_id as "purchaseDeptId", c.acceptance_id as "acceptanceId", c.stock_in_id as "stockInId", v.id as "deliveryId"
  from device d join piece c on c.device_id = d.id join purchase p on p.id = c.purchase_id left join delivery v on v.purchase_id = p.id where d.id = $1`
/** Undefined: it did not come in this way. */
export const originOf = async (db: Db, deviceId: number): Promise<Origin | undefined> => (await run<Origin>(db, ORIGIN, [deviceId]))[0]

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
const OPINIONS = `select p.id as "panelId", p.kind, p.state, p.statement, p.conclusion, x.name, x.unit, x.title, x.profession, x.outside, x.verdict, x.opinion, x.signed_at as "signedAt", encode(x.seal, 'hex') as seal
  from panel p join panel_expert x on x.panel_id = p.id where p.business = 'purchase' and p.row_id = $1 and p.state <> 'void' order by p.id, x.id`
export const opinions = (db: Db, purchaseId: number) => run<Opinion>(db, OPINIONS, [purchaseId])

export interface Round {
  id: number
  round: number
  state: TenderState
  method: TenderMethod
  title: string
  announcedAt: Date | null
  openedAt: Date | null
  quotations: number
  winner: string | null
  amountFen: number | null
  reason: string | null
}
const ROUNDS = `select t.id, t.round, t.state, t.method, t.title, t.announced_at as "announcedAt", t.opened_at as "openedAt", s.name as winner, q.amount_fen as "amountFen", coalesce(t.award_reason, t.reason) as reason,
    (select count(*)::int from quotation n where n.tender_id = t.id and n.withdrawn_at is null) as quotations
  from tender t left join quotation q on q.id = t.quotation_id left join supplier s on s.id = q.supplier_id where t.purchase_id = $1 order by t.round`
/** Who won; what the others asked for stays with those who compared it. */
export const rounds = (db: Db, purchaseId: number) => run<Round>(db, ROUNDS, [purchaseId])
