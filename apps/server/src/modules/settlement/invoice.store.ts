import type { InvoiceBody, InvoiceTitleBody } from '@portal/contract/settlement/settlement'
import type { Ctx } from '../../kernel/ctx.ts'
import { run, type Db } from '../../kernel/db.ts'

export interface Invoice {
  title: string | null
  taxNumber: string | null
  email: string | null
  number: string | null
  invoicedOn: string | null
}
const FIND = `select invoice_title as title, tax_number as "taxNumber", email, invoice_number as number,
    invoiced_on as "invoicedOn"
  from settlement_invoice where settlement_id = $1`
export const find = async (db: Db, settlementId: number): Promise<Invoice | undefined> =>
  (await run<Invoice>(db, FIND, [settlementId]))[0]

const COPY = `insert into settlement_invoice (settlement_id, invoice_title, tax_number, email)
  select $1, v.invoice_title, v.tax_number, v.email
  from settlement s join settlement_invoice v on v.settlement_id = s.id
  where s.payer_id = $2 and v.invoice_title is not null order by s.id desc limit 1`
/** The invoice is for whom the payer's last one was. */
export const copyLast = (ctx: Ctx, settlementId: number, payerId: number) =>
  run(ctx.db, COPY, [settlementId, payerId])

const NAME = `insert into settlement_invoice (settlement_id, invoice_title, tax_number, email)
  values ($1, $2, $3, $4)
  on conflict (settlement_id) do update set invoice_title = excluded.invoice_title,
    tax_number = excluded.tax_number, email = excluded.email
  where settlement_invoice.invoice_number is null returning settlement_id`
/** False: it has been issued. */
export const name = async (ctx: Ctx, settlementId: number, v: InvoiceTitleBody): Promise<boolean> =>
  (await run(ctx.db, NAME, [settlementId, v.title, v.taxNumber, v.email])).length === 1

const ISSUE = `insert into settlement_invoice (settlement_id, invoice_number, invoiced_on)
  values ($1, $2, $3)
  on conflict (settlement_id) do update set invoice_number = excluded.invoice_number,
    invoiced_on = excluded.invoiced_on`
export const issue = (ctx: Ctx, settlementId: number, v: InvoiceBody) =>
  run(ctx.db, ISSUE, [settlementId, v.number, v.invoicedOn])
