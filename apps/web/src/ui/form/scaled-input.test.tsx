import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call } from '@portal/contract/kernel/call'
import { amountFen } from '@portal/contract/kernel/fields'
import type { Write } from '../../lib/query.ts'
import { press } from '../../testing/hands.ts'
import { Field } from './field.tsx'
import { FormPage } from './form-page.tsx'
import { MoneyInput } from './money-input.tsx'
import { ScaledInput } from './scaled-input.tsx'
import { useSubmit } from './use-submit.ts'

const pay = call({
  method: 'POST',
  path: '/api/x',
  summary: '',
  access: 'public',
  body: z.object({ priceFen: amountFen.nullish(), rateMicro: z.number().int().nullish() }),
  reply: z.null(),
})
const run = vi.fn<Write<typeof pay>['run']>()

function Page() {
  const form = useSubmit({ call: pay, run, busy: false }, {})
  return (
    <FormPage form={form} submit="提交">
      <Field name="priceFen" label="金额">
        <MoneyInput />
      </Field>
      <Field name="rateMicro" label="汇率">
        <ScaledInput digits={6} />
      </Field>
    </FormPage>
  )
}
const box = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const type = (label: string, value: string) =>
  act(async () => void fireEvent.change(box(label), { target: { value } }))
const submit = () => press('提交')
const sent = () => run.mock.calls.at(-1)?.[0].body

beforeEach(() => {
  run.mockReset().mockResolvedValue(null)
})
afterEach(cleanup)

it('rounds nothing: it says how many decimals there may be, keeps what was typed, and sends only what fits', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />)
  await type('金额', '12.345')
  await type('汇率', '7.1234567')
  expect(await screen.findByText('最多填写 2 位小数')).toBeTruthy()
  expect(await screen.findByText('最多填写 6 位小数')).toBeTruthy()
  fireEvent.blur(box('金额'))
  await submit()
  expect(run).not.toHaveBeenCalled()
  expect([box('金额').value, box('汇率').value]).toEqual(['12.345', '7.1234567'])
  await type('金额', '12.3')
  await type('汇率', '7.12')
  fireEvent.blur(box('金额'))
  expect([box('金额').value, box('汇率').value]).toEqual(['12.30', '7.12'])
  await submit()
  expect(sent()).toEqual({ priceFen: 1230, rateMicro: 7_120_000 })
})

it('takes no words for an empty field', async () => {
  render(<RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />)
  await type('金额', '约一万')
  expect(await screen.findByText('请填写数字')).toBeTruthy()
  await submit()
  expect(run).not.toHaveBeenCalled()
  await type('金额', '')
  await submit()
  expect(run).toHaveBeenCalledOnce()
})

it('says so itself where no field does, and follows what is set from outside', async () => {
  function Alone() {
    const [fen, setFen] = useState<number | null>(100)
    return (
      <>
        <label htmlFor="a">原值</label>
        <MoneyInput id="a" value={fen} onChange={(to) => setFen(to ?? null)} />
        <button type="button" onClick={() => setFen(500)}>
          五元
        </button>
      </>
    )
  }
  render(<Alone />)
  await type('原值', '1.234')
  expect(screen.getByRole('alert').textContent).toBe('最多填写 2 位小数')
  expect(box('原值').value).toBe('1.234')
  fireEvent.click(screen.getByRole('button', { name: '五元' }))
  expect([box('原值').value, screen.queryByRole('alert')]).toEqual(['5.00', null])
})
