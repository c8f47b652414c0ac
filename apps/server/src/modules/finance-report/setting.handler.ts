import { makeRef } from '@portal/contract/kernel/rows'
import {
  accountEntries,
  financeRefusals,
  type financeReportCalls,
} from '@portal/contract/finance-report/finance-report'
import type { Parsed } from '@portal/contract/kernel/call'
import { edit } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, notFound, refuse } from '../../kernel/refuse.ts'
import * as monthStore from './month.store.ts'
import * as store from './share.store.ts'

// Finance's settings for a year: the shares of income, and the accounts that vouchers name.

type Calls = typeof financeReportCalls
const mayEdit = (ctx: Ctx): boolean => ctx.holds(...edit('FINANCIAL'))

export async function listShares(ctx: Ctx, { query: { year } }: Parsed<Calls['shares']>) {
  const closed = (await monthStore.closedIn(ctx.db, year)).length > 0
  const edits = mayEdit(ctx) && !closed
  return {
    items: (await store.list(ctx.db, year)).map(({ deptId, dept, categoryId, category, ...s }) => ({
      ...s,
      dept: makeRef(deptId, dept),
      category: makeRef(categoryId, category),
      can: edits ? (['edit', 'remove'] as const).slice() : [],
    })),
    can: edits ? ['add' as const] : [],
  }
}

const translateViolation = defineTranslation({
  finance_share_closed: () => refuse('SHARES_CLOSED', financeRefusals.SHARES_CLOSED, { status: 409 }),
  finance_share_once: () => refuse('SHARES_TWICE', financeRefusals.SHARES_TWICE, { status: 409 }),
})

export function addShare(ctx: Ctx, { body }: Parsed<Calls['addShare']>) {
  ctx.target = `finance_share ${body.year}`
  return translateViolation(() =>
    store.add(ctx, { ...body, deptId: body.deptId ?? null, categoryId: body.categoryId ?? null }),
  )
}
export async function changeShare(ctx: Ctx, { params, body }: Parsed<Calls['changeShare']>) {
  ctx.target = `finance_share ${params.id}`
  if (!(await translateViolation(() => store.change(ctx, params.id, body.parts)))) throw notFound('分配比例')
  return null
}
export async function removeShare(ctx: Ctx, { params }: Parsed<Calls['removeShare']>) {
  ctx.target = `finance_share ${params.id}`
  if (!(await translateViolation(() => store.remove(ctx, params.id)))) throw notFound('分配比例')
  return null
}

export const listAccounts = async (ctx: Ctx, { query }: Parsed<Calls['accounts']>) => ({
  items: await store.accounts(ctx.db, query.year),
  can: mayEdit(ctx) ? ['edit' as const] : [],
})
export async function setAccounts(ctx: Ctx, { body: { year, accounts } }: Parsed<Calls['setAccounts']>) {
  ctx.target = `finance_account ${year}`
  for (const entry of accountEntries) await store.setAccount(ctx, year, { entry, ...accounts[entry] })
  return null
}
