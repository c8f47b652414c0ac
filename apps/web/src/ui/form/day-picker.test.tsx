import { cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { DayPicker } from './day-picker.tsx'

afterEach(cleanup)

it('does not send the form with the Enter that takes a day', () => {
  render(<DayPicker id="day" />)
  const input = document.querySelector('#day') as HTMLInputElement // rendered above
  expect(fireEvent.keyDown(input, { key: 'Enter' })).toBe(false)
  expect(fireEvent.keyDown(input, { key: '2' })).toBe(true)
})
