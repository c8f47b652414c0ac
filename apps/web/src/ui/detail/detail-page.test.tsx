import type { UseQueryResult } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, it } from 'vitest'
import { Failure } from '../../lib/failure.ts'
import { DetailPage } from './detail-page.tsx'

afterEach(cleanup)
type Query = UseQueryResult<{ id: number }, Failure>
const show = (query: Partial<Query>, missing: string | null = null) =>
  render(
    <MemoryRouter>
      <DetailPage
        query={{ refetch: () => Promise.resolve({}), ...query } as Query}
        name="预约单"
        list={{ to: '/account/subscribe-list', text: '我的预约' }}
        missing={missing}
        title={(b) => `预约单 ${b.id}`}
      >
        {(b) => <p>第 {b.id} 号</p>}
      </DetailPage>
    </MemoryRouter>,
  )
const heading = () => screen.getByRole('heading', { level: 1 }).textContent
const list = () => screen.getByRole('link', { name: '我的预约' }).getAttribute('href')

it('is headed by what kind of thing it is until it is there', () => {
  show({})
  expect(heading()).toBe('预约单')
  cleanup()
  show({ data: { id: 7 } })
  expect(heading()).toBe('预约单 7')
  expect(screen.getByText('第 7 号')).toBeTruthy()
})

it('without a thing in the address says what to choose, and where', () => {
  show({}, '请先选择一个预约')
  expect(heading()).toBe('预约单')
  expect(screen.getByText('请先选择一个预约')).toBeTruthy()
  expect(list()).toBe('/account/subscribe-list')
})

it.each([400, 403, 404])('refused with %i it leads to the list and offers no 重试', (status) => {
  show({ error: new Failure({ kind: 'refused', status, message: '编号不正确' }) })
  expect(heading()).toBe('预约单')
  expect(screen.getByText('编号不正确')).toBeTruthy()
  expect(list()).toBe('/account/subscribe-list')
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull()
})

it.each([0, 500, 503])('lost with %i it can be asked for again', (status) => {
  show({ error: new Failure({ kind: 'http', status, message: '请求超时' }) })
  expect(heading()).toBe('预约单')
  expect(screen.getByRole('button', { name: '重试' })).toBeTruthy()
})
