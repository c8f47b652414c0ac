import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { CardSelect } from './card-select.tsx'

afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('cards that could not be read are not said to be missing', async () => {
  vi.stubGlobal('fetch', async () => {
    return new Response(JSON.stringify({ code: 'FAILED', message: '服务器出错' }), {
      status: 500,
      headers: { 'content-type': 'application/json' },
    })
  })
  render(
    <QueryClientProvider client={queryClient}>
      <CardSelect />
    </QueryClientProvider>,
  )
  fireEvent.mouseDown(screen.getByRole('combobox'))
  expect(await screen.findByText('加载失败，请重新打开')).toBeTruthy()
  expect(screen.queryByText('没有可用的经费卡')).toBeNull()
})
