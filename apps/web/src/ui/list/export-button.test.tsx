import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Transfer } from '../../lib/send.ts'
import { ExportButton } from './export-button.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('an export that takes more than a second shows how far it has come', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  let receive: (bytes: number) => void = () => {}
  const save = ({ onReceived = receive }: Transfer) => {
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

it('an export that is cancelled is stopped, and another can begin', async () => {
  const signals: (AbortSignal | undefined)[] = []
  const ends: (() => void)[] = []
  const save = ({ signal }: Transfer) => {
    signals.push(signal)
    return new Promise<void>((_, reject) => ends.push(() => reject(new Error('请求已取消'))))
  }
  render(<ExportButton save={save} />)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: '导出 Excel' })
  fireEvent.click(button)
  act(() => void vi.advanceTimersByTime(1100))
  const cancel = screen.getByRole('button', { name: '取消导出' })
  cancel.focus()
  fireEvent.click(cancel)
  expect([signals[0]?.aborted, button.disabled, screen.queryByLabelText('导出进度')]).toEqual([
    true,
    false,
    null,
  ])
  act(() => void vi.advanceTimersByTime(0))
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  // The end of the first is not the end of the second.
  await act(async () => ends[0]?.())
  expect([signals[1]?.aborted, button.disabled]).toEqual([false, true])
})
