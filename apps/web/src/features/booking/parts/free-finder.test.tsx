import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { fill } from '../../../testing/hands.ts'
import { FreeFinder } from './free-finder.tsx'

const { refetch } = vi.hoisted(() => ({ refetch: vi.fn() }))
vi.mock('../booking.queries.ts', () => ({
  useFreeDevices: () => ({ data: { items: [], next: null }, error: null, refetch }),
  useLabOptions: () => [],
}))
afterEach(cleanup)

it('the same search again asks again; another one goes to its own address', async () => {
  const at = '/?by=time&day=2099-05-01&from=09%3A00&until=11%3A00'
  const router = createMemoryRouter([{ path: '/', element: <FreeFinder /> }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  fireEvent.submit(screen.getByRole('search'))
  expect(refetch).toHaveBeenCalledOnce()
  fill('结束时间', '12:00')
  fireEvent.submit(screen.getByRole('search'))
  const next = '?by=time&day=2099-05-01&from=09%3A00&until=12%3A00'
  await waitFor(() => expect(router.state.location.search).toBe(next))
  expect(refetch).toHaveBeenCalledOnce()
})

it('keeps its fields when it is sent, and takes the values of another address', async () => {
  const at = '/?by=time&day=2099-05-01&from=09%3A00&until=11%3A00'
  const router = createMemoryRouter([{ path: '/', element: <FreeFinder /> }], { initialEntries: [at] })
  render(<RouterProvider router={router} />)
  const box = screen.getByRole('searchbox', { name: '仪器' })
  box.focus()
  fireEvent.change(box, { target: { value: '电镜' } })
  fireEvent.submit(screen.getByRole('search'))
  await waitFor(() => expect(router.state.location.search).toContain('keyword='))
  expect(document.activeElement).toBe(box)
  await act(() => router.navigate(-1))
  await waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('searchbox', { name: '仪器' }).value).toBe(''),
  )
})
