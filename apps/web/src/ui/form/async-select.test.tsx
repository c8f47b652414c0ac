import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AsyncSelect, type Found } from './async-select.tsx'

let answer: Found
const useOptions = () => answer
const onChange = vi.fn()
const show = () => <AsyncSelect useOptions={useOptions} onChange={onChange} />
const option = (text: string) => document.querySelector(`.ant-select-item-option[title="${text}"]`)
const older = [{ value: 1, label: '张三' }]
const newer = [{ value: 2, label: '李四' }]

beforeEach(() => {
  vi.useFakeTimers()
  onChange.mockReset()
  answer = { options: older, busy: false }
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})
function open() {
  const { rerender } = render(show())
  fireEvent.mouseDown(screen.getByRole('combobox'))
  return (next: typeof answer) =>
    act(async () => {
      answer = next
      rerender(show())
    })
}

it('keeps what is on screen until the next answer is there', async () => {
  const answered = open()
  const row = option('张三')
  await answered({ options: [], busy: true })
  expect(option('张三')).toBe(row)
  await answered({ options: newer, busy: false })
  expect(option('张三')).toBeNull()
  expect(option('李四')).not.toBeNull()
})

it('says that a search failed, not that nothing matches', async () => {
  const answered = open()
  await answered({ options: [], busy: false, failed: true })
  expect(screen.getByText('加载失败，请重新输入')).toBeTruthy()
  await answered({ options: newer, busy: false })
  expect(option('李四')).not.toBeNull()
})

it('exchanges nothing under a pressed pointer', async () => {
  const answered = open()
  const row = option('张三') as Element // exists: checked above
  fireEvent.pointerDown(row)
  await answered({ options: newer, busy: false })
  expect(option('张三')).toBe(row)
  fireEvent.pointerUp(row)
  fireEvent.click(row)
  expect(onChange).toHaveBeenCalledWith(1, older[0])
})

it('shows what came meanwhile once the pointer is let go', async () => {
  const answered = open()
  fireEvent.pointerDown(option('张三') as Element) // exists: checked above
  await answered({ options: newer, busy: false })
  fireEvent.pointerUp(document.body)
  await act(async () => void vi.runAllTimers())
  expect(option('张三')).toBeNull()
  expect(option('李四')).not.toBeNull()
})

it('does not take by Enter what was found for other words', async () => {
  const answered = open()
  const box = screen.getByRole('combobox')
  fireEvent.change(box, { target: { value: '李' } })
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13, which: 13 })
  expect(onChange).not.toHaveBeenCalled()
  await act(async () => void vi.advanceTimersByTime(300))
  await answered({ options: newer, busy: false })
  fireEvent.keyUp(box, { key: 'Enter', keyCode: 13, which: 13 })
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13, which: 13 })
  expect(onChange).toHaveBeenCalledWith(2, newer[0])
})

it('takes by Enter who matches the words typed, not who is chosen already', async () => {
  const known = { value: 9, label: '林晓雨' }
  const ask = () => <AsyncSelect useOptions={useOptions} onChange={onChange} value={9} known={known} />
  const { rerender } = render(ask())
  const box = screen.getByRole('combobox')
  fireEvent.mouseDown(box)
  expect(option('林晓雨')).not.toBeNull()
  fireEvent.change(box, { target: { value: '李' } })
  await act(async () => void vi.advanceTimersByTime(300))
  await act(async () => {
    answer = { options: newer, busy: false }
    rerender(ask())
  })
  expect(option('林晓雨')).toBeNull()
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13, which: 13 })
  expect(onChange).toHaveBeenCalledWith(2, newer[0])
})

it('offers people before anybody types; then only who matches, and never oneself by Enter', async () => {
  const [me, colleague] = [
    { value: 9, label: '陈志明' },
    { value: 2, label: '陈志远（t01）' },
  ]
  const offered = [
    { value: 5, label: '王敏（导师）' },
    { value: 9, label: '陈志明（本人）' },
  ]
  const ask = () => (
    <AsyncSelect
      useOptions={useOptions}
      onChange={onChange}
      value={9}
      known={me}
      offered={offered}
      last={9}
    />
  )
  answer = { options: [], busy: false }
  const { rerender } = render(ask())
  const box = screen.getByRole('combobox')
  fireEvent.mouseDown(box)
  expect(
    [...document.querySelectorAll('.ant-select-item-option')].map((o) => o.getAttribute('title')),
  ).toEqual(['王敏（导师）', '陈志明（本人）'])
  fireEvent.change(box, { target: { value: '陈志' } })
  expect([option('王敏（导师）'), option('陈志明（本人）')]).toEqual([null, null])
  await act(async () => void vi.advanceTimersByTime(300))
  await act(async () => {
    answer = { options: [{ value: 9, label: '陈志明（s01）' }, colleague], busy: false }
    rerender(ask())
  })
  // the selected option would be highlighted a moment later
  await act(async () => void vi.advanceTimersByTime(50))
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13, which: 13 })
  expect(onChange).toHaveBeenCalledWith(2, colleague)
})

it('puts last who is rarely meant, also where somebody else is chosen', async () => {
  const found = [
    { value: 9, label: '陈志明（s01）' },
    { value: 2, label: '陈志远（t01）' },
  ]
  answer = { options: found, busy: false }
  render(<AsyncSelect useOptions={useOptions} onChange={onChange} value={5} last={9} />)
  const box = screen.getByRole('combobox')
  fireEvent.mouseDown(box)
  fireEvent.change(box, { target: { value: '陈志' } })
  await act(async () => void vi.advanceTimersByTime(400))
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13, which: 13 })
  expect(onChange).toHaveBeenCalledWith(2, found[1])
})

it('calls by its name what was picked among several', async () => {
  const rooms = [
    { value: 61, label: '机械楼 301' },
    { value: 62, label: '机械楼 302' },
  ]
  answer = { options: rooms, busy: false }
  function Field() {
    const [value, setValue] = useState<string | number | null>(null)
    return <AsyncSelect useOptions={useOptions} onChange={setValue} value={value} />
  }
  render(<Field />)
  const box = screen.getByRole('combobox')
  fireEvent.mouseDown(box)
  fireEvent.change(box, { target: { value: '机械' } })
  await act(async () => void vi.advanceTimersByTime(400))
  fireEvent.click(option('机械楼 301') as Element) // exists: found above
  await act(async () => void vi.advanceTimersByTime(400))
  expect(document.querySelector('.ant-select')?.textContent).toContain('机械楼 301')
})
