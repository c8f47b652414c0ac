import { expect, test } from '@playwright/test'
import { financeReportCalls } from '@portal/contract/finance-report/finance-report'
import { settlementCalls, settlementNumber } from '@portal/contract/settlement/settlement'
import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { cast } from '../apps/server/src/demo/cast.ts'
import { open, sayYes } from './support/arrange.ts'
import { call, company } from './support/people.ts'
import { findDayIn } from './support/select.ts'

// Finance closes a month. A later reversal is shown separately in the current month. Both can be exported as
// files.

const year = Number(findDayIn(0).slice(0, 4))
const listMonths = async (y: number) =>
  (await call('finance', financeReportCalls.months, { query: { year: y } })).items
const monthNow = () => findDayIn(0).slice(0, 7)

test('a month is closed, and a later reversal stands apart', async ({ browser }) => {
  const next = [...(await listMonths(year)), ...(await listMonths(year - 1))].find((m) => m.state === 'next')
  if (!next) throw new Error('the demo campus leaves a month to be closed')
  const people = company(browser)
  const finance = await people.page('finance')

  // Finance must first decide its waiting tasks: the page lists them and the button is disabled.
  const { open: waiting } = await call('finance', financeReportCalls.month, { params: { month: next.month } })
  await open(finance, `/open-sharing/month-close?month=${next.month}`)
  const closing = finance.getByRole('button', { name: '结账', exact: true })
  if (waiting.length > 0) {
    await expect(finance.getByText('须先处理，处理后才能结账')).toBeVisible()
    await expect(closing).toBeDisabled()
  }
  for (let round = 0; round < 20; round++) {
    const { open: left } = await call('finance', financeReportCalls.month, { params: { month: next.month } })
    const rows = left.flatMap((m) => m.rows)
    if (rows.length === 0) break
    for (const { of, id } of rows) {
      if (of === 'settlement') {
        const { state } = await call('finance', settlementCalls.detail, { query: { id } })
        await call('finance', settlementCalls.audit, {
          body: { items: [{ id, state }], verdict: 'refuse', reason: '月结前退回' },
        })
      } else {
        await call('finance', testOrderCalls.audit, {
          body: { items: [{ id, state: 'confirmed' }], verdict: 'return', reason: '月结前退回' },
        })
      }
    }
  }
  await finance.reload()
  await expect(closing).toBeEnabled()
  await closing.click()
  await sayYes(finance, '确认结账')
  await expect(finance.getByText('与结账时留存的报表一致')).toBeVisible()
  const before = await call('finance', financeReportCalls.month, { params: { month: next.month } })

  // A settlement of that month is reversed: one person asks, another approves.
  const paid = await call('finance', financeReportCalls.entries, {
    query: { from: before.from, to: before.to, kind: 'received', size: '200' },
  })
  let reversed = 0
  for (const id of new Set(paid.items.map((e) => e.settlementId ?? 0))) {
    const detail = await call('finance', settlementCalls.detail, { query: { id } })
    if (detail.state !== 'settled') continue
    // The person who took the money asks; the other of the two approves.
    const [asks, approves] =
      detail.settledBy?.name === cast.find((c) => c.username === 'sysadmin')?.name
        ? (['sysadmin', 'finance'] as const)
        : (['finance', 'sysadmin'] as const)
    const asked = await call(asks, settlementCalls.askReversal, {
      params: { id },
      body: { reason: '课题号有误' },
    }).catch(() => null)
    if (!asked) continue
    const [verdict] = await call(approves, settlementCalls.audit, {
      body: { items: [{ id, state: 'awaiting_reversal' }], verdict: 'approve', reason: '同意' },
    })
    if (verdict?.ok) {
      reversed = id
      break
    }
  }
  expect(reversed).toBeGreaterThan(0)

  await open(finance, `/open-sharing/finance-report?period=${monthNow()}`)
  await finance.getByTitle('实收后期调整明细').click()
  await expect(finance.getByRole('link', { name: settlementNumber(reversed) }).first()).toBeVisible()
  await expect(finance.getByText(`后期调整，原入账 ${next.month}`).first()).toBeVisible()
  const list = finance.waitForEvent('download')
  await finance.getByRole('button', { name: '导出' }).first().click()
  expect((await list).suggestedFilename()).toContain('收支明细')

  // The closed month is unchanged, and its vouchers are exported for the accounting system.
  await open(finance, `/open-sharing/month-close?month=${next.month}`)
  await expect(finance.getByText('与结账时留存的报表一致')).toBeVisible()
  const after = await call('finance', financeReportCalls.month, { params: { month: next.month } })
  expect(after.sums).toEqual(before.sums)
  const vouchers = finance.waitForEvent('download')
  await finance.getByRole('button', { name: '导出凭证 CSV', exact: true }).click()
  expect((await vouchers).suggestedFilename()).toBe(`记账凭证-${next.month}.csv`)
  await people.close()
})
