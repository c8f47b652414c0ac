import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TypedDay } from './typed-day.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const show = (value: string) => {
  const heard: string[] = []
  render(<TypedDay aria-label="日期" min="2026-01-10" value={value} onChange={(day) => heard.push(day)} />)
  const input = screen.getByLabelText<HTMLInputElement>('日期')
  const type = (day: string) => fireEvent.change(input, { target: { value: day } })
  return { heard, input, type }
}

it('a day that is typed digit by digit is heard once, when it is whole', () => {
  const { heard, input, type } = show('2026-03-15')
  for (const day of ['0002-03-15', '0020-03-15', '0202-03-15', '2027-03-15']) {
    type(day)
    expect(input.value).toBe(day)
  }
  expect(heard).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual(['2027-03-15'])
})

it('a year that stays half typed is heard by nobody, and the day in force stands there again', () => {
  const { heard, input, type } = show('2026-03-15')
  type('0202-03-15')
  vi.advanceTimersByTime(1000)
  fireEvent.blur(input)
  expect([heard, input.value]).toEqual([[], '2026-03-15'])
})

it('Enter and leaving need no pause, and none at all is a choice too', () => {
  const { heard, input, type } = show('2026-03-15')
  type('2026-04-01')
  fireEvent.keyDown(input, { key: 'Enter' })
  type('')
  fireEvent.blur(input)
  vi.advanceTimersByTime(1000)
  expect(heard).toEqual(['2026-04-01', ''])
})
