import type { Parsed } from '@portal/contract/kernel/call'
import { settlementRefusals, type settlementCalls } from '@portal/contract/settlement/settlement'
import type { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import { forbidden, refuse, refuseField } from '../../kernel/refuse.ts'
import { refuseReplaced } from '../../kernel/revision.ts'
import { findToday } from '../../kernel/time.ts'
import * as invoices from './invoice.store.ts'
import { settlements } from './settlement.process.ts'
import { isInvoiced, mayIssueInvoice, mayNameInvoice } from './settlement.rules.ts'
import { showAgain } from './show.action.ts'

const notInvoiced = () => refuse('NOT_INVOICED', settlementRefusals.NOT_INVOICED, { status: 409 })

/** The payer says for whom the invoice is. */
export async function nameInvoice(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.nameInvoice>) {
  const { row: s, roles } = await settlements.load(ctx, params.id)
  if (!mayNameInvoice(roles)) throw forbidden('只有发起人或付款人可以填写开票信息')
  if (!isInvoiced(s)) throw notInvoiced()
  if (!(await invoices.name(ctx, s.id, body)))
    throw refuse('INVOICE_ISSUED', settlementRefusals.INVOICE_ISSUED, { status: 409 })
  ctx.live(...listScreens(s.starterId, s.payerId))
  return showAgain(ctx, s.id)
}

/** Finance enters the invoice that it has issued. */
export async function issueInvoice(ctx: Ctx, { params, body }: Parsed<typeof settlementCalls.issueInvoice>) {
  // Locked, so that of two clerks the second sees what the first has entered.
  const { row: s, roles } = await settlements.hold(ctx, params.id)
  if (!mayIssueInvoice(roles)) throw forbidden('只有财务人员可以登记发票')
  if (!isInvoiced(s)) throw notInvoiced()
  refuseReplaced('发票号码', (await invoices.find(ctx.db, s.id))?.number ?? null, body.seenNumber)
  if (body.invoicedOn > findToday(ctx))
    throw refuseField('invoicedOn', settlementRefusals.INVOICED_FUTURE, 'INVOICED_FUTURE')
  await invoices.issue(ctx, s.id, body)
  ctx.live(...listScreens(s.starterId, s.payerId))
  return showAgain(ctx, s.id)
}
