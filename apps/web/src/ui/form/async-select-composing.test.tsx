import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AsyncSelect } from './async-select.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('Enter that confirms letters in an input method picks nobody', async () => {
  const person = { value: 1, label: '申明' }
  const onChange = vi.fn()
  render(<AsyncSelect useOptions={() => ({ options: [person], busy: false })} onChange={onChange} />)
  const box = screen.getByRole('combobox')
  fireEvent.mouseDown(box)
  fireEvent.change(box, { target: { value: 'sem' } })
  await act(async () => void vi.advanceTimersByTime(300))
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13, which: 13, isComposing: true })
  fireEvent.keyUp(box, { key: 'Enter', keyCode: 13, which: 13 })
  expect(onChange).not.toHaveBeenCalled()
  fireEvent.keyDown(box, { key: 'Enter', keyCode: 13, which: 13 })
  expect(onChange).toHaveBeenCalledWith(1, person)
})
