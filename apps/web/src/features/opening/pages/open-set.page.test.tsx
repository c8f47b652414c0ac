import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { openingCalls, type ExceptionRow } from '@portal/contract/opening/opening'
import type { CurrentUser } from '@portal/contract/session/session'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Failure } from '../../../lib/failure.ts'
import { session } from '../../../lib/session.ts'
import { answerWhenAsked } from '../../../testing/hands.ts'
import OpenSetPage from './open-set.page.tsx'

const { add, remove, closed } = vi.hoisted(() => ({
  add: vi.fn(),
  remove: vi.fn().mockResolvedValue(null),
  closed: { id: 3, deviceId: null, open: false, fromMinute: 0, toMinute: 1440, reason: '国庆节放假' },
}))
vi.mock('../opening.queries.ts', () => ({
  useOpenings: () => ({ data: { items: [], total: 0 }, error: null }),
  useHolidays: () => ({
    data: [{ ...closed, firstDay: '2026-10-01', lastDay: '2026-10-07' }] satisfies ExceptionRow[],
    error: null,
  }),
  saveOpenings: vi.fn(),
  useAddException: () => ({ call: openingCalls.addException, run: add, busy: false }),
  useRemoveException: () => ({ call: openingCalls.removeException, run: remove, busy: false }),
}))
vi.mock('../../../lib/list-setting.ts', () => ({ useListSetting: () => null }))
// antd's picker is replaced by a text field, so that the test can type a day; cleared, it gives null as well.
vi.mock('../../../ui/form/dates.tsx', () => ({
  DayInput: (props: { id?: string; value?: string | null; onChange?: (day: string | null) => void }) => (
    <input
      id={props.id}
      value={props.value ?? ''}
      onChange={(e) => props.onChange?.(e.target.value || null)}
    />
  ),
}))

const enter = (permissions: readonly string[], at = '/open-sharing/open-set') => {
  // the only fields that are read
  session.know({ id: 1, name: '宋佳', username: 'song', roles: [], permissions } as unknown as CurrentUser)
  const routes = [{ path: '*', element: <OpenSetPage /> }]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [at] })} />)
}
beforeEach(() => {
  add.mockReset().mockResolvedValue(null)
  remove.mockClear()
})
afterEach(() => {
  cleanup()
  session.end()
})

it('who opens instruments only is not led to the days of the whole campus', () => {
  enter(['OPEN_SETTING_ALL'], '/open-sharing/open-set?view=holidays')
  expect(screen.queryByText('校历')).toBeNull()
  expect(screen.queryByText('国庆节放假')).toBeNull()
})

it('an administrator closes the campus, told whose bookings lie there', async () => {
  enter(['ADMIN'])
  fireEvent.click(screen.getByRole('link', { name: '校历' }))
  fireEvent.click(await screen.findByRole('button', { name: '添加放假或加开' }))
  const form = within(await screen.findByRole('dialog'))
  const isMarked = (label: string) => form.getByText(label).matches('.ant-form-item-required')
  expect([isMarked('开始日期'), isMarked('结束日期')]).toEqual([true, false])
  fireEvent.change(form.getByLabelText('开始日期'), { target: { value: '2026-05-01' } })
  fireEvent.change(form.getByLabelText('原因'), { target: { value: '劳动节放假' } })
  add.mockRejectedValueOnce(
    new Failure({ kind: 'refused', code: 'TOUCHES_BOOKINGS', status: 409, message: '影响 3 个预约' }),
  )
  fireEvent.click(form.getByRole('button', { name: '添加日期' }))
  await answerWhenAsked(true)
  await waitFor(() => expect(add).toHaveBeenCalledTimes(2))
  const day = { deviceId: null, open: false, firstDay: '2026-05-01', lastDay: '2026-05-01' }
  expect(add.mock.calls.map(([sent]) => sent.body)).toMatchObject([
    { ...day, reason: '劳动节放假', accept: false },
    { ...day, accept: true },
  ])
})

it('an end day that was chosen and cleared again leaves one day', async () => {
  enter(['ADMIN'], '/open-sharing/open-set?view=holidays')
  fireEvent.click(await screen.findByRole('button', { name: '添加放假或加开' }))
  const form = within(await screen.findByRole('dialog'))
  const type = (label: string, value: string) =>
    fireEvent.change(form.getByLabelText(label), { target: { value } })
  type('开始日期', '2026-05-01')
  type('结束日期', '2026-05-03')
  type('结束日期', '')
  type('原因', '劳动节放假')
  fireEvent.click(form.getByRole('button', { name: '添加日期' }))
  await waitFor(() => expect(add).toHaveBeenCalledTimes(1))
  expect(add.mock.calls[0]?.[0].body).toMatchObject({ firstDay: '2026-05-01', lastDay: '2026-05-01' })
})

it('a holiday that was moved is taken back', async () => {
  enter(['ADMIN'], '/open-sharing/open-set?view=holidays')
  fireEvent.click(screen.getByRole('button', { name: /^删除/ }))
  await answerWhenAsked(true)
  await waitFor(() => expect(remove.mock.calls[0]?.[0]).toMatchObject({ params: { id: 3 } }))
})
