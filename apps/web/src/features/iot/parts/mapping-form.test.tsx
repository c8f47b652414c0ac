import type { MappingDetail } from '@portal/contract/iot/mapping'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { messages } from '../../../lib/tell.ts'
import { MappingForm } from './mapping-form.tsx'

const mapping: MappingDetail = {
  id: 7,
  name: '智能插座',
  remark: null,
  version: 2,
  by: '监控办',
  at: '2026-03-01T01:00:00.000Z',
  gateways: 1,
  rules: {
    lines: [
      {
        topic: 'tele/{unit}/SENSOR',
        path: 'ENERGY.Power',
        to: 'watts',
        unit: null,
        factor: 1,
        offset: 0,
        yes: null,
        no: null,
        register: null,
      },
    ],
    commands: [],
  },
  versions: [],
}

const sent: unknown[] = []
beforeEach(() => {
  sent.length = 0
  vi.stubGlobal('fetch', async (_address: string, { method, body }: RequestInit = {}) => {
    if (method === 'POST') sent.push(JSON.parse(String(body)))
    const data = method === 'POST' ? mapping : { items: [], total: 0 }
    return new Response(JSON.stringify({ code: 0, message: '', data }), {
      headers: { 'content-type': 'application/json' },
    })
  })
})
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

function Page() {
  const [read, setRead] = useState(mapping)
  return (
    <>
      <button onClick={() => setRead({ ...mapping, version: 3 })}>再读一次</button>
      <MappingForm mapping={read} onDone={() => {}} />
    </>
  )
}

test('it says which version it began with, whatever the page has read since', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />
    </QueryClientProvider>,
  )
  fireEvent.change(screen.getByLabelText('备注'), { target: { value: '二楼用' } })
  fireEvent.click(screen.getByText('再读一次'))
  fireEvent.click(screen.getByRole('button', { name: /保存为新版本/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ remark: '二楼用', seenVersion: 2, lines: [{ to: 'watts' }] })
})

test('a trial that is refused says so once, and its device is not tried twice meanwhile', async () => {
  const refused = { code: 400, message: '内容有误', reasons: [{ code: 'X', message: '第 1 行没有主题' }] }
  const gateways = { items: [{ id: 3, name: '二楼插座', state: 'online' }], total: 1 }
  let tries = 0
  vi.stubGlobal('fetch', async (_address: string, { method }: RequestInit = {}) => {
    if (method === 'POST') tries += 1
    return Response.json(method === 'POST' ? refused : { code: 0, message: '', data: gateways }, {
      status: method === 'POST' ? 400 : 200,
    })
  })
  messages.set([])
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <Page /> }])} />
    </QueryClientProvider>,
  )
  fireEvent.mouseDown(screen.getByRole('combobox', { name: '试用的设备' }))
  const option = await waitFor(() => {
    const found = document.querySelector('.ant-select-item-option[title="二楼插座"]')
    if (!found) throw new Error('the gateways have not come yet')
    return found
  })
  fireEvent.click(option)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '试算' })
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() =>
    expect(messages.get().map((m) => [m.text, ...m.lines])).toEqual([['内容有误', '第 1 行没有主题']]),
  )
  expect(tries).toBe(1)
})
