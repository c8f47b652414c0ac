import { act, cleanup, render } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, vi } from 'vitest'
import { nameTerm } from './school-day.rules.ts'
import { SchoolDay } from './school-day.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('the school year begins on 1 September, as in the statistics, and its second term in February', () => {
  expect(nameTerm('2026-08-01')).toBe('2025-2026 学年第二学期')
  expect(nameTerm('2026-08-31')).toBe('2025-2026 学年第二学期')
  expect(nameTerm('2026-09-01')).toBe('2026-2027 学年第一学期')
  expect(nameTerm('2027-01-31')).toBe('2026-2027 学年第一学期')
  expect(nameTerm('2027-02-01')).toBe('2026-2027 学年第二学期')
})

it('the next page shows the next day, although the frame stays', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime('2026-08-31T04:00:00Z')
  const children = ['/', '/next'].map((path) => ({ path, element: null }))
  const router = createMemoryRouter([{ element: <SchoolDay />, children }])
  const { container } = render(<RouterProvider router={router} />)
  expect(container.textContent).toContain('2025-2026 学年第二学期2026-08-31周一')
  vi.setSystemTime('2026-09-01T04:00:00Z')
  await act(async () => void (await router.navigate('/next')))
  expect(container.textContent).toContain('2026-2027 学年第一学期2026-09-01周二')
})
