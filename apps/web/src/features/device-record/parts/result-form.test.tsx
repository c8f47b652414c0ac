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

test('an instrument that was asked for is not replaced by another one', async () => {
  const used = { id: 5, name: '电镜', serialId: 'S5', project: null, projectNumber: null }
  vi.stubGlobal('fetch', async () => {
    return new Response(JSON.stringify({ code: 0, message: '', data: [used] }), {
      headers: { 'content-type': 'application/json' },
    })
  })
  const readRow = async (deviceId: number | undefined) => {
    const element = <ResultForm row={null} deviceId={deviceId} onDone={() => {}} />
    render(
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={createMemoryRouter([{ path: '/', element }])} />
      </QueryClientProvider>,
    )
    const { textContent } = await screen.findByRole('group', { name: '仪器 1' })
    cleanup()
    return textContent
  }
  expect(await readRow(5)).toContain('电镜（S5）')
  expect(await readRow(undefined)).toContain('电镜（S5）')
  expect(await readRow(9)).not.toContain('电镜（S5）')
})
