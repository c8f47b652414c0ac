import { paperKinds } from '@portal/contract/purchase/purchase'
import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { fill, press } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { CorrectContract } from './contract-form.tsx'

const scan = { id: '7', name: '合同.pdf', size: 10, type: 'application/pdf', url: '/f/7' }
// the fields that the form reads
const purchase = {
  id: 3,
  items: [
    { id: 31, name: '离心机', quantity: 2, unitPriceFen: 900, contractPriceFen: 800, importPrice: null },
  ],
  award: { amountFen: 1600 },
  contract: {
    number: 'HT-1',
    on: '2026-03-01',
    deliverBy: '2026-06-01',
    payment: null,
    paymentNote: null,
    warrantyMonths: 12,
    warrantyUntil: null,
    bond: { fen: 80, percent: 5, returned: null },
    revision: 4,
  },
  papers: [
    { ...scan, kind: paperKinds.contract },
    { ...scan, id: '8', kind: 'other' },
  ],
} as unknown as PurchaseDetail
const { answer, sent } = stubCalls({ 'GET *': pending, 'POST /api/v2/purchase/3/contract/correct': purchase })

test('a correction begins with what is registered, and sends all of it with the reason', async () => {
  renderPage(<CorrectContract row={purchase} />)
  await press('更正')
  fill('合同编号', 'HT-2')
  await press('保存更正')
  expect(sent).toEqual([])
  fill('更正原因', '编号录入有误')
  await press('保存更正')
  await waitFor(() =>
    expect(sent).toEqual([
      {
        number: 'HT-2',
        on: '2026-03-01',
        deliverBy: '2026-06-01',
        prices: [{ itemId: 31, priceFen: 800 }],
        fileIds: ['7'],
        paymentWay: null,
        paymentNote: null,
        warrantyMonths: 12,
        warrantyUntil: null,
        bondFen: null,
        bondPercent: 5,
        bondReturn: null,
        reason: '编号录入有误',
        revision: 4,
      },
    ]),
  )
  expect(await screen.findByRole('button', { name: '更正' })).toBeTruthy()
})

test('a payment way that the dictionary no longer offers has its name, and can be kept', async () => {
  answer({ 'GET /api/code/list': [{ value: 'once', label: '一次付清' }] })
  const payment = { way: 'stages', label: '分期付款' }
  const row = { ...purchase, contract: { ...purchase.contract, payment } } as unknown as PurchaseDetail
  renderPage(<CorrectContract row={row} />)
  await press('更正')
  fireEvent.mouseDown(screen.getByLabelText('付款方式'))
  expect(await screen.findByText('一次付清', { selector: '.ant-select-item-option-content' })).toBeTruthy()
  expect(screen.getByText('分期付款', { selector: '.ant-select-item-option-content' })).toBeTruthy()
})
