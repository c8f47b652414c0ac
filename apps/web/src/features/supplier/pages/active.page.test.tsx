import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import ActivePage from './active.page.tsx'

afterEach(() => history.replaceState(null, '', '/'))
const { sent } = stubCalls({
  'POST /api/v2/supplier/invitation': {
    name: '蓝星仪器',
    contact: '白露',
    until: '2026-12-01T00:00:00Z',
  },
})

// Links that were mailed before have the token as a query.
test.for(['#token=', '?token='])('the invitation is read by %s of the mailed link', async (mark) => {
  renderPage(<ActivePage />, { at: `/osp/storage/providerActive${mark}${'t'.repeat(43)}` })
  expect(await screen.findByText('蓝星仪器')).toBeTruthy()
  expect(sent).toContainEqual({ token: 't'.repeat(43) })
})
