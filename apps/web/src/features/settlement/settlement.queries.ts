import { approvalCalls } from '@portal/contract/approval/approval'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import type { Arguments } from '@portal/contract/kernel/call'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { defineList, defineRead, renew, defineSave, defineTake, defineWrite } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

const changed = [
  settlementCalls.detail,
  settlementCalls.list,
  settlementCalls.search,
  settlementCalls.awaitingMe,
  settlementCalls.waitPay,
  settlementCalls.counts,
  testOrderCalls.mine,
  testOrderCalls.measureInfo,
  fundCardCalls.mine,
  fundCardCalls.list,
  approvalCalls.tasks,
]

export const useSettlement = defineRead(settlementCalls.detail)
export const useSettlements = defineList(settlementCalls.list)
export const useAllSettlements = defineList(settlementCalls.search)
export const useWaitingSettlements = defineList(settlementCalls.awaitingMe)
export const saveSettlements = defineSave(settlementCalls.export, '结算单.xlsx')
export const useBill = defineRead(settlementCalls.bill)
export const useCreateSettlement = defineWrite(settlementCalls.create, changed)
export const auditSettlements = defineTake(settlementCalls.audit, changed)
export const useRemit = defineWrite(settlementCalls.remit, changed)
export const cancelSettlement = defineTake(settlementCalls.cancel, changed)
export const usePosting = defineWrite(settlementCalls.post, changed)
export const useRefund = defineWrite(settlementCalls.refund, changed)
export const useNameInvoice = defineWrite(settlementCalls.nameInvoice, changed)
export const useIssueInvoice = defineWrite(settlementCalls.issueInvoice, changed)
export const askReversal = defineTake(settlementCalls.askReversal, changed)

/** How the test orders are grouped into settlements. */
export const usePlan = defineRead(settlementCalls.plan)
/** Creates one of several settlements, outside a form; the caller reloads the lists after the last one. */
export const createSettlement = (
  body: NonNullable<Arguments<typeof settlementCalls.create>['body']>,
  idempotencyKey: string,
) => send(settlementCalls.create, { body, idempotencyKey, quiet: true })
export const renewSettled = () => renew(changed)
