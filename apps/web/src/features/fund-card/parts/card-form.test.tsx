import type { FundCardRow } from '@portal/contract/fund-card/fund-card'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { CardForm } from './card-form.tsx'

// The row as it was when the form opened; another user may have suspended it or changed its owner since.
const card: FundCardRow = {
  id: 7,
  number: 'K-7',
  name: '纳米材料课题',
  projectCode: 'NSFC-1',
  owner: { id: 3, name: '卡主任' },
  dept: { id: 5, name: '材料学院' },
  balanceFen: 0,
  frozenFen: 0,
  creditFen: 0,
  availableFen: 0,
  validFrom: null,
  validTo: '2027-12-31',
  enabled: true,
  state: 'usable',
  disabledReason: null,
  remark: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  can: ['edit'],
}

const tree = {
  content: [
    { id: 9, label: '化学学院', code: 'HX', kind: 'college', enabled: true, head: null, children: [] },
  ],
  totalElements: 1,
}
const sent: string[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (address: string, { method, body }: RequestInit = {}) => {
    if (method === 'PUT') sent.push(String(body))
    const data = method === 'PUT' ? null : address.includes('/dept/tree') ? tree : []
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
})
const show = () => {
  const element = <CardForm card={card} onDone={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
}
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})
const save = async () => {
  fireEvent.click(screen.getByRole('button', { name: /保存修改/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  return JSON.parse(sent[0]!) as unknown
}

test('more credit changes nothing else: neither whose the card is nor whether it pays', async () => {
  show()
  fireEvent.change(screen.getByLabelText('信用额度'), { target: { value: '100' } })
  expect(await save()).toEqual({ number: 'K-7', name: '纳米材料课题', creditFen: 10_000 })
})

test('what is emptied is sent as empty; a card is closed and opened elsewhere, with a reason', async () => {
  show()
  expect(screen.queryByRole('switch')).toBeNull()
  fireEvent.change(screen.getByLabelText('项目编号'), { target: { value: '' } })
  expect(await save()).toEqual({ number: 'K-7', name: '纳米材料课题', projectCode: '' })
})

test('a card is moved to another dept, so that its own can be closed', async () => {
  show()
  fireEvent.mouseDown(screen.getByLabelText('单位'))
  fireEvent.click(await screen.findByTitle('化学学院'))
  expect(await save()).toEqual({ number: 'K-7', name: '纳米材料课题', deptId: 9 })
})
