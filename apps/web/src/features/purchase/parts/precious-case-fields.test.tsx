import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { Form } from 'antd'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { queryClient } from '../../../lib/query.ts'
import { PreciousCaseFields } from './precious-case-fields.tsx'

const line = vi.fn<() => Promise<Response>>()
const answer = (status: number, code: number, data: unknown) => () =>
  Promise.resolve(
    new Response(JSON.stringify({ code, message: '服务器内部错误', data }), {
      status,
      headers: { 'content-type': 'application/json' },
    }),
  )
beforeEach(() => void vi.stubGlobal('fetch', line.mockReset()))
afterEach(() => {
  cleanup()
  queryClient.clear()
  vi.unstubAllGlobals()
})

test('a look-up of similar instruments that failed does not say that there are none', async () => {
  render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter>
        <Form>
          <Form.List name="items">
            {() => <PreciousCaseFields row={0} item={{ name: '扫描电镜' }} />}
          </Form.List>
        </Form>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  line.mockImplementation(answer(500, 500, null))
  fireEvent.click(screen.getByRole('button', { name: '按名称查重' }))
  await screen.findByText('查重失败')
  expect(screen.queryByText('校内没有找到同类设备')).toBeNull()
  line.mockImplementation(answer(200, 0, { items: [], total: 0 }))
  fireEvent.click(screen.getByRole('button', { name: '重试' }))
  await screen.findByText('校内没有找到同类设备')
})
