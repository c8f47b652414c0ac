import { screens } from '@portal/contract/screens'
import { screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import { pending, stubCalls } from '../../../testing/calls.ts'
import { renderPart } from '../../../testing/page.tsx'
import ReportsPage from './reports.page.tsx'

stubCalls({ 'GET *': pending })

test.each(['/account/finance-report', '/open-sharing/finance-report'] as const)(
  'at %s the reports are called what the tab and the link call them',
  (path) => {
    renderPart(
      <MemoryRouter initialEntries={[path]}>
        <ReportsPage />
      </MemoryRouter>,
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(screens[path].title)
  },
)
