import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Period } from './period.tsx'

afterEach(cleanup)
const shown = (from: string, to: string | null) => {
  const { container } = render(<Period from={from} to={to} />)
  return [
    container.textContent,
    ...[...container.querySelectorAll('span span')].map((part) => part.textContent),
  ]
}

it('keeps the day and the hours whole, and says the same as a text would', () => {
  expect(shown('2025-11-21T01:30:00Z', '2025-11-21T03:00:00Z')).toEqual([
    '2025-11-21 周五 09:30–11:00',
    '2025-11-21 周五',
    '09:30–11:00',
  ])
  expect(shown('2025-11-21T01:30:00Z', '2025-11-22T03:00:00Z')).toEqual([
    '2025-11-21 周五 09:30 至 2025-11-22 11:00',
    '2025-11-21 周五 09:30',
    '至 2025-11-22 11:00',
  ])
  expect(shown('2025-11-21T01:30:00Z', null)).toEqual([
    '2025-11-21 周五 09:30 起',
    '2025-11-21 周五 09:30 起',
  ])
})
