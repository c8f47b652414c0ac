import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ExportButton } from './export-button.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('an export that takes more than a second shows how far it has come', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let receive: (bytes: number) => void = () => {}
  const save = (onReceived: (bytes: number) => void) => {
    receive = onReceived
    return promise
  }
  render(<ExportButton format="csv" save={save} />)
  fireEvent.click(screen.getByRole('button', { name: '导出 CSV' }))
  act(() => void vi.advanceTimersByTime(900))
  expect(screen.queryByLabelText('导出进度')).toBeNull()
  act(() => void vi.advanceTimersByTime(200))
  screen.getByText('正在生成文件')
  screen.getByLabelText('导出进度')
  act(() => receive(2048))
  screen.getByText('已接收 2 KB')
  await act(async () => resolve())
  expect(screen.queryByLabelText('导出进度')).toBeNull()
})
