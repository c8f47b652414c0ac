import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import MaintenancePage from './maintenance.page.tsx'

vi.mock('../../../ui/list/list-page.tsx', () => ({ ListPage: ({ extra }: { extra: ReactNode }) => extra }))
const sent: string[] = []
beforeEach(() =>
  vi.stubGlobal('fetch', async (address: string) => {
    sent.push(address)
    return new Response(JSON.stringify({ code: 'NOT_FOUND', message: '没有这台仪器' }), {
      status: 404,
      headers: { 'content-type': 'application/json' },
    })
  }),
)
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

it('a plan begins with a scanned label, whose code is the address of a page', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <MaintenancePage /> }])} />
    </QueryClientProvider>,
  )
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '新建计划' })))
  const scanned = 'https://sharing.lab.example.edu.cn/osp/asset/label?do=record&serialId=202600001'
  const box = screen.getByLabelText<HTMLInputElement>('资产编号')
  expect(box.maxLength).toBeGreaterThan(scanned.length)
  fireEvent.change(box, { target: { value: scanned } })
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '下一步' })))
  await waitFor(() => expect(sent.map((address) => address.split('?')[1])).toContain('serialId=202600001'))
})

it('whom an instrument is not entrusted to is told before the form of a plan, not after it', async () => {
  const device = { id: 5, serialId: 'ZC1', name: '离心机', status: 'normal', lab: { name: '电镜中心' } }
  vi.stubGlobal('fetch', async () =>
    Response.json({ code: 0, message: '', data: { device, can: ['report', 'record'] }, requestId: 'r' }),
  )
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider
        router={createMemoryRouter([{ path: '/', element: <MaintenancePage /> }], {
          initialEntries: ['/?deviceId=ZC1'],
        })}
      />
    </QueryClientProvider>,
  )
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '新建计划' })))
  expect((await screen.findByRole('alert')).textContent).toBe('离心机：您不管理该仪器，不能新建保养计划')
  expect(screen.queryByRole('button', { name: '保存计划' })).toBeNull()
})

it('the same number is looked for again when the first answer was lost', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element: <MaintenancePage /> }])} />
    </QueryClientProvider>,
  )
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: '新建计划' })))
  fireEvent.change(screen.getByLabelText('资产编号'), { target: { value: 'ZC9' } })
  const press = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: '下一步' })))
  await press()
  expect((await screen.findByRole('alert')).textContent).toBe('没有这台仪器')
  const before = sent.length
  await press()
  await waitFor(() => expect(sent.length).toBe(before + 1))
})
