import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { Members } from './members.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('whoever adds a person has to say as what: no post is chosen beforehand', async () => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response(JSON.stringify({ code: 0, message: '', data: [] }), {
        headers: { 'content-type': 'application/json' },
      }),
  )
  const element = <Members labId={3} mayEdit />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
  fireEvent.click(await screen.findByRole('button', { name: '添加人员' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(await waitFor(() => dialog.querySelector<HTMLElement>('button[type="submit"]')!))
  // The placeholder, and the fault.
  await waitFor(() => expect(screen.getAllByText('请选择职务')).toHaveLength(2))
})
