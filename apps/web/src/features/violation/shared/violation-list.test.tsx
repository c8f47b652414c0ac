import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePage, stubCalls } from '../../../testing/calls.ts'
import { renderPage } from '../../../testing/page.tsx'
import { ViolationList } from './violation-list.tsx'

const { asked } = stubCalls({ 'GET /api/v2/lab/select': [], 'GET /api/v2/violation/list': makePage() })

const listReads = () => asked.filter(({ path }) => path === '/api/v2/violation/list')

test('the violations of the campus are narrowed to one person, kind, laboratory and time', async () => {
  const wanted = { keyword: '林晓雨', kind: 'no_show', labId: '3', from: '2026-11-01', to: '2026-11-30' }
  renderPage(<ViolationList scope="all" />, { at: `/?${new URLSearchParams(wanted).toString()}` })
  await waitFor(() => expect(listReads()).toHaveLength(1))
  expect(Object.fromEntries(listReads()[0]?.query ?? [])).toMatchObject({ ...wanted, scope: 'all' })
})
