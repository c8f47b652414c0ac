import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage, signIn } from '../../../testing/page.tsx'
import BackBookingsPage from './back-bookings.page.tsx'

const { asked } = stubCalls({
  'GET /api/v2/lab/select': [],
  'GET /api/v2/list-setting': [],
  'GET /api/v2/violation/list': makePage(),
})

const listScopes = () =>
  asked.filter(({ path }) => path === '/api/v2/violation/list').map(({ query }) => query.get('scope'))

const show = async (...permissions: string[]) => {
  signIn({ permissions })
  renderPage(<BackBookingsPage />, { at: '/?view=violations' })
  await waitFor(() => expect(listScopes()).toHaveLength(1))
}

test('the violations of the campus are asked for by administrators', async () => {
  await show('ADMIN')
  expect(listScopes()).toEqual(['all'])
})
test('the permission for the link to the back office asks for those of the own laboratories', async () => {
  await show('SYSTEM_ADMIN', 'SUBSCRIBE_ORDER_VIEW')
  expect(listScopes()).toEqual(['lab'])
})
