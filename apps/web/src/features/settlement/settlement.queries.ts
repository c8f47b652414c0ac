import { approvalCalls } from '@portal/contract/approval/approval'
import { fundCardCalls } from '@portal/contract/fund-card/fund-card'
import type { Arguments } from '@portal/contract/kernel/call'
import { settlementCalls } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { listOf, readOf, renew, saveOf, takeOf, writeOf } from '../../lib/query.ts'
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

export const useSettlement = readOf(settlementCalls.detail)
export const useSettlements = listOf(settlementCalls.list)
export const useAllSettlements = listOf(settlementCalls.search)
export const useWaitingSettlements = listOf(settlementCalls.awaitingMe)
export const saveSettlements = saveOf(settlementCalls.export, '结算单.xlsx')
export const useBill = readOf(settlementCalls.bill)
export const useCreateSettlement = writeOf(settlementCalls.create, changed)
export const auditSettlements = takeOf(settlementCalls.audit, changed)
export const useRemit = writeOf(settlementCalls.remit, changed)
export const cancelSettlement = takeOf(settlementCalls.cancel, changed)
export const usePosting = writeOf(settlementCalls.post, changed)
export const useRefund = writeOf(settlementCalls.refund, changed)
export const askReversal = takeOf(settlementCalls.askReversal, changed)

/** How what is to be settled is divided into settlements. */
export const usePlan = readOf(settlementCalls.plan)
/** One of several, outside a form; what it changed is read again after the last of them. */
export const createSettlement = (
  body: NonNullable<Arguments<typeof settlementCalls.create>['body']>,
  idempotencyKey: string,
) => send(settlementCalls.create, { body, idempotencyKey, quiet: true })
export const renewSettled = () => renew(changed)
