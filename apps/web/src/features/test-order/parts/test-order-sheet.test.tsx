import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import type { TestOrderDetail } from '@portal/contract/test-order/test-order'
import { TestOrderSheet } from './test-order-sheet.tsx'

afterEach(cleanup)

it('says how the sum came, in figures and in capitals, and has places to sign', () => {
  const named = { id: 1, name: '甲' }
  const line = { kind: 'sample', label: '样品费', formula: '1 × 120.00 元/样', quantity: 1, unitFen: 12_000 }
  const order = {
    id: 12,
    number: 'CS00000012',
    bookingId: 7,
    kind: 'sample_delivery',
    payMode: 'post',
    state: 'confirmed',
    confirmedAt: '2026-01-05T01:00:00.000Z',
    version: 2,
    device: { ...named, serialId: 'S1' },
    lab: named,
    booker: named,
    experimenter: named,
    payer: named,
    filledBy: null,
    project: null,
    startAt: null,
    endAt: null,
    lateCancel: false,
    noShow: false,
    sampleCount: 1,
    samples: [{ id: 1, name: '硅片', count: 1, outcome: 'tested' }],
    bill: { lines: [{ ...line, amountFen: 12_000 }] },
    totalFen: 12_000,
    result: '颗粒均匀',
    remark: null,
    history: [],
  } as unknown as TestOrderDetail // the only fields shown here
  render(
    <MemoryRouter>
      <TestOrderSheet order={order} />
    </MemoryRouter>,
  )
  expect(screen.getByText('合计（大写）：壹佰贰拾元整')).toBeTruthy()
  expect(screen.getAllByText('120.00')).toHaveLength(2)
  for (const words of ['单号：CS00000012（第 2 版）', '颗粒均匀', '已测试', '预约人签字：'])
    expect(screen.getByText(words)).toBeTruthy()
})
