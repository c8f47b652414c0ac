import { cleanup, fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { DayPicker } from './day-picker.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllEnvs()
})

it('does not send the form with the Enter that takes a day', () => {
  render(<DayPicker id="day" />)
  const input = document.querySelector('#day') as HTMLInputElement // exists: rendered above
  expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(false)
  expect(fireEvent.keyDown(input, { key: '2' })).toBe(true)
})

it.each([
  ['Asia/Shanghai', true],
  ['Europe/London', false],
])('in %s 此刻 is offered: %s; elsewhere it would be another hour', async (zone, offered) => {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  const { InstantPicker } = await import('./day-picker.tsx')
  render(<InstantPicker id="at" />)
  const input = document.querySelector('#at') as HTMLInputElement // exists: rendered above
  fireEvent.mouseDown(input)
  fireEvent.click(input)
  await waitFor(() => expect(document.querySelector('.ant-picker-ok')).toBeTruthy())
  expect(document.querySelector('.ant-picker-now') !== null).toBe(offered)
})
