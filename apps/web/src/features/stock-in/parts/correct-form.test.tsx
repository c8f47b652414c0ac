import type { StockInDetail } from '@portal/contract/stock-in/stock-in'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { CorrectForm } from './correct-form.tsx'

// The only fields that the form reads.
const order = {
  id: 12,
  revision: 4,
  requester: { id: 8, name: '李申购' },
  pieces: [
    {
      id: 31,
      name: '电子天平',
      model: null,
      suppliedNumber: null,
      priceFen: 999_900,
      lab: { id: 3, name: '物理测试室' },
      room: null,
      keeper: { id: 8, name: '李申购' },
      category: { id: 5, name: '天平' },
      gbtCode: null,
      moeCode: null,
      purpose: 'both',
      funding: 'central',
    },
  ],
} as unknown as StockInDetail

const { sent } = stubCalls({
  'GET /api/deviceCategory/trees': [],
  'GET /api/v2/lab/select': [],
  'GET /api/v2/room/tree': [],
  'PUT /api/v2/stock-in/{id}/pieces': order,
})

function Page() {
  const [read, setRead] = useState(order)
  return (
    <>
      <button onClick={() => setRead({ ...order, revision: 5 })}>再读一次</button>
      <CorrectForm row={read} />
    </>
  )
}

test('it says which saving it began with, whatever the page has read since', async () => {
  renderPage(<Page />)
  fireEvent.click(screen.getByRole('button', { name: '更正' }))
  fireEvent.change(await screen.findByLabelText('国标分类号 1'), { target: { value: '2100300' } })
  fireEvent.click(screen.getByText('再读一次'))
  fireEvent.click(screen.getByRole('button', { name: /保存更正/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ revision: 4, pieces: [{ id: 31, gbtCode: '2100300' }] })
})
