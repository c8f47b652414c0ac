import type { OpenedQuotation, TenderDetail } from '@portal/contract/tender/rows'
import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearPage, renderPage, renderPart } from '../../../testing/page.tsx'
import { seesQuotations } from '../tender.words.ts'
import { OpenedQuotations } from './opened-quotations.tsx'
import { TenderWork } from './tender-detail.tsx'

vi.mock('../../../ui/rich-text/rich-text.tsx', () => ({ RichText: () => null }))
afterEach(clearPage)

/** The fields that the work reads of an opened tender; its requester sees no quotation. */
const opened = (quotations: number): TenderDetail =>
  ({
    id: 5,
    state: 'opened',
    method: 'public',
    mine: null,
    openedAt: '2026-03-01T02:00:00.000Z',
    quotations,
    minQuotations: 3,
    tooFew: quotations < 3,
    opened: [],
    committee: [],
    scoring: { kind: 'lowest' },
    can: ['print'],
  }) as unknown as TenderDetail

test('whoever asked for it is not told that nobody quoted, only because the quotations are secret', async () => {
  const { container } = renderPage(
    <>
      <p>本页</p>
      <TenderWork tender={opened(3)} onDue={() => {}} />
    </>,
  )
  await screen.findByText('本页')
  expect(container.textContent).toBe('本页')
})

test('that nobody has quoted is said to everybody', async () => {
  renderPage(<TenderWork tender={opened(0)} onDue={() => {}} />)
  expect(await screen.findByText('没有收到报价')).toBeTruthy()
  expect(screen.getByRole('note').textContent).toContain('有效报价 0 份，少于 3 份')
})

test('the quotations are open to the offices and the committee, and to a supplier its own', () => {
  const one = { id: 1 } as OpenedQuotation // only that there is one matters
  const at = { openedAt: '2026-03-01T02:00:00.000Z' }
  expect([
    seesQuotations({ ...at, quotations: 3, opened: [one] }),
    seesQuotations({ ...at, quotations: null, opened: [one] }),
    seesQuotations({ ...at, quotations: null, opened: [] }),
    seesQuotations({ openedAt: null, quotations: 0, opened: [] }),
  ]).toEqual([true, true, false, false])
})

test('a quotation that won is not called the winner any more once its award was voided', () => {
  const won = {
    id: 1,
    supplier: { id: 4, name: '甲公司' },
    awarded: true,
    broken: false,
    amountFen: 900_000_00,
    deliveryDays: null,
    warrantyMonths: null,
    note: null,
    prices: [],
    files: [],
    sealedAt: '2026-03-01T01:00:00.000Z',
    qualified: true,
    rank: 1,
    evaluation: null,
  } as unknown as OpenedQuotation // the fields that the table reads
  const judged: TenderDetail = { ...opened(3), state: 'failed', opened: [won] }
  const { rerender } = renderPart(<OpenedQuotations tender={judged} />)
  expect(screen.getByText('成交已作废')).toBeTruthy()
  rerender(<OpenedQuotations tender={{ ...judged, state: 'awarded' }} />)
  expect(screen.getByText('成交')).toBeTruthy()
  expect(screen.queryByText('成交已作废')).toBeNull()
})
