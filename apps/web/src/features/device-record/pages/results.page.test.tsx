import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import ResultsPage from './results.page.tsx'

const { asked } = stubCalls({ 'GET /api/v2/achievement/list': makePage() })

test('a message leads to its result, the tab to all of them', async () => {
  renderPage(<ResultsPage />, { at: '/?view=kept&id=7' })
  await waitFor(() => expect(asked.map(({ query }) => query.get('id'))).toContain('7'))
  expect(screen.getByRole('link', { name: '我负责的仪器' }).getAttribute('href')).toBe('/?view=kept')
})
