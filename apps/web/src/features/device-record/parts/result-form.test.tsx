import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { ResultForm } from './result-form.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('instruments that could not be read can be asked for again', async () => {
  vi.stubGlobal('fetch', async () => {
    return new Response(JSON.stringify({ code: 'FAILED', message: '服务器出错' }), {
      status: 500,
      headers: { 'content-type': 'application/json' },
    })
  })
  const element = <ResultForm row={null} deviceId={undefined} onDone={() => {}} />
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
    </QueryClientProvider>,
  )
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
})
