import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { messages, questions } from '../../../lib/tell.ts'
import { makePage, pending, stubCalls } from '../../../testing/calls.ts'
import { fill, press } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { usePurchase, usePurchases } from '../purchase.queries.ts'
import { QuotesForm } from './quotes-form.tsx'

// the fields that the form reads
const makePurchase = (amountFen: number) =>
  ({
    id: 7,
    budgetFen: 1_800_000,
    quotes: [{ supplier: { id: 3, name: '华仪' }, amountFen, note: null }],
  }) as unknown as PurchaseDetail

/** The form beside a list that is read anew after each change, too. */
function Page() {
  usePurchases({ page: 0, size: 20 })
  const { data } = usePurchase({ params: { id: 7 } })
  return data && <QuotesForm row={data} />
}
const { answer } = stubCalls({
  'GET /api/v2/purchase/list': makePage(),
  'GET /api/v2/purchase/{id}': makePurchase(1_790_000),
  'PUT /api/v2/purchase/{id}/quotes': makePurchase(1_750_000),
  'GET *': pending,
})

const clear = () => {
  messages.set([])
  questions.set([])
}
beforeEach(clear)
afterEach(clear)

test('a quote is chosen once it is saved: until the page has read all anew, the button waits', async () => {
  renderPage(<Page />)
  await screen.findByRole('button', { name: /华仪 ¥17,900/ })
  const list = Promise.withResolvers<object>()
  answer({
    'GET /api/v2/purchase/list': () => list.promise,
    'GET /api/v2/purchase/{id}': makePurchase(1_750_000),
  })
  fill('报价 1', '17500')
  await press('保存报价')
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: /华仪 ¥17,500/ })
  // Else it would say of what is saved that it is not.
  expect(button.disabled).toBe(true)
  list.resolve(makePage())
  await waitFor(() => expect(button.disabled).toBe(false))
  await press(/华仪 ¥17,500/)
  expect(questions.get().map((q) => q.title)).toEqual(['选择华仪？'])
  expect(messages.get().map((m) => m.text)).toEqual(['报价已保存'])
})
