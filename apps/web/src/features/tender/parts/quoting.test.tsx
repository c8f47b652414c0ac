import type { TenderDetail } from '@portal/contract/tender/rows'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { saveText } from '../../../lib/save-text.ts'
import { Quoting } from './quoting.tsx'

vi.mock('../../../lib/save-text.ts', () => ({ saveText: vi.fn() }))
vi.mock('../tender.queries.ts', () => ({ useQuote: vi.fn(), useWithdraw: () => ({ run: vi.fn() }) }))
afterEach(cleanup)

test('a supplier keeps its receipts as a file, the withdrawn ones too', () => {
  const sealed = { sealedBy: '王经理', files: 2, withdrawnAt: null }
  // The only fields that the receipts read.
  const tender = {
    id: 9,
    number: 'ZB00000009',
    round: 1,
    title: '飞秒激光器采购',
    mine: 'quoted',
    can: [],
    openedAt: null,
    receipts: [
      { ...sealed, id: 2, receipt: 'b2', sealedAt: '2026-03-01T02:00:00.000Z' },
      {
        ...sealed,
        id: 1,
        receipt: 'a1',
        sealedAt: '2026-03-01T01:00:00.000Z',
        withdrawnAt: '2026-03-01T01:30:00.000Z',
      },
    ],
  } as unknown as TenderDetail
  render(<Quoting tender={tender} />)
  fireEvent.click(screen.getByRole('button', { name: '下载回执' }))
  const [text, name, type] = vi.mocked(saveText).mock.calls[0] ?? []
  expect([name, type]).toEqual(['报价回执-ZB00000009.txt', 'text/plain;charset=utf-8'])
  expect(text?.split('\n\n').slice(0, 3)).toEqual([
    '报价回执：飞秒激光器采购（ZB00000009，第 1 轮）',
    '提交时间：2026-03-01 10:00:00\n提交人：王经理\n附件数：2\n校验码（SHA-256）：b2\n状态：有效',
    '提交时间：2026-03-01 09:00:00\n提交人：王经理\n附件数：2\n校验码（SHA-256）：a1\n' +
      '状态：2026-03-01 09:30:00 已撤回',
  ])
})
