import type { PricePlanRow } from '@portal/contract/price-plan/price-plan'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { PriceForm } from './price-form.tsx'

const plan: PricePlanRow = {
  id: 1,
  deviceId: 7,
  basis: 'per_time',
  version: 3,
  from: '2026-01-01',
  until: null,
  state: 'current',
  replaces: true,
  rates: {
    campus: {
      unitFen: 10_000,
      unitMinutes: 30,
      startFen: 5000,
      minUnits: 2,
      bands: [{ fromUnits: 20, unitFen: 8000 }],
    },
  },
  note: '含耗材',
  createdBy: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  can: ['end'],
}

const { sent } = stubCalls({ 'POST /api/v2/price-plan': plan })
beforeEach(() => void renderPage(<PriceForm deviceId={7} plans={[plan]} onDone={() => {}} />))

test('a raised price keeps the conditions of the version before, and shows what changes', async () => {
  fill('校内单价', '120')
  expect(await screen.findByText(/^校内：100\.00 元.* → 120\.00 元/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: '调整收费' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    basis: 'per_time',
    note: '含耗材',
    rates: { campus: { ...plan.rates.campus, unitFen: 12_000 } },
  })
})

test('on another basis nothing is taken over from the one that the price was on', async () => {
  fireEvent.click(screen.getByRole('radio', { name: '按样品' }))
  const price = () => screen.getByLabelText<HTMLInputElement>('校内单价').value
  await waitFor(() => expect(price()).toBe(''))
  // What watches the form is told a moment later than its fields.
  await waitFor(() => expect(screen.queryByText(/保留阶梯价/)).toBeNull())
  expect(screen.getByLabelText<HTMLTextAreaElement>('说明').value).toBe('')
})

test('who looks at the other basis finds what was typed on coming back', async () => {
  const price = () => screen.getByLabelText<HTMLInputElement>('校内单价')
  fireEvent.change(price(), { target: { value: '120' } })
  fireEvent.click(screen.getByRole('radio', { name: '按样品' }))
  await waitFor(() => expect(price().value).toBe(''))
  fireEvent.change(price(), { target: { value: '7' } })
  fireEvent.click(screen.getByRole('radio', { name: '按时间' }))
  await waitFor(() => expect(price().value).toMatch(/^120/))
  fireEvent.click(screen.getByRole('radio', { name: '按样品' }))
  await waitFor(() => expect(price().value).toMatch(/^7/))
})
