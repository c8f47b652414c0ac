import type { AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { messages } from '../../../lib/tell.ts'
import { refuse, stubCalls } from '../../../testing/calls.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPage } from '../../../testing/page.tsx'
import { AcceptanceForm } from './acceptance-form.tsx'

const check = (item: string, ok: boolean | null, note: string | null = null) => ({
  item,
  label: `检查${item}`,
  ok,
  note,
})
// The only fields that the form reads.
const acceptance = {
  id: 7,
  revision: 3,
  scale: 'small',
  place: '302',
  acceptedOn: '2026-02-01',
  conclusion: '完好',
  checks: [check('a', null), check('b', false, '外壳有划痕'), check('c', null)],
  pieces: [],
  outside: [],
  members: [],
  membersMin: 1,
  pictures: [],
  can: ['change', 'submit'],
} as unknown as AcceptanceDetail

beforeEach(() => {
  messages.set([])
  localStorage.clear()
})
const { asked, answer } = stubCalls({
  'PUT /api/v2/acceptance/{id}': acceptance,
  'POST /api/v2/acceptance/{id}/submit': acceptance,
})
/** The calls that have a key so far. */
const listKeyed = () => asked.filter(({ key }) => key)

test('全部合格 fills every check, what was said of one stays, and all of it is kept', async () => {
  renderPage(<AcceptanceForm acceptance={acceptance} />)
  const good = () =>
    screen.getAllByRole('radio', { name: '合格' }).map((r) => (r as HTMLInputElement).checked)
  expect(good()).toEqual([false, false, false])
  // The co-signers are asked for here, at every scale.
  expect(screen.getByText(/^会签人员（本实验室至少 1 人/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: /全部合格/ }))
  await waitFor(() => expect(good()).toEqual([true, true, true]))
  expect((screen.getByLabelText('情况说明 2') as HTMLInputElement).value).toBe('外壳有划痕')
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(asked.length).toBeGreaterThan(0))
  expect(asked[0]?.body).toHaveProperty('checks', [
    { item: 'a', ok: true, note: null },
    { item: 'b', ok: true, note: '外壳有划痕' },
    { item: 'c', ok: true, note: null },
  ])
})

test('handed in again after an answer that was lost, both calls keep the keys they had', async () => {
  renderPage(<AcceptanceForm acceptance={acceptance} />)
  fireEvent.click(screen.getByRole('button', { name: /全部合格/ }))
  let lost = true
  answer({
    'POST /api/v2/acceptance/{id}/submit': () => {
      if (!lost) return acceptance
      lost = false
      throw new TypeError('network')
    },
  })
  const press = async (times: number) => {
    fireEvent.click(screen.getByRole('button', { name: '提交验收' }))
    await waitFor(() => expect(listKeyed()).toHaveLength(times))
  }
  await press(2)
  await waitFor(() =>
    expect(screen.getByRole('button', { name: '提交验收' })).toHaveProperty('disabled', false),
  )
  await press(4)
  const [fill, submit, ...again] = listKeyed().map(({ key }) => key)
  expect(again).toEqual([fill, submit])
  // An idempotency key belongs to one call; the server refuses it for another.
  expect(fill).not.toBe(submit)
})

test('after another save the same content is saved anew, and what is saved is what is handed in', async () => {
  let { revision } = acceptance
  answer({
    'PUT /api/v2/acceptance/{id}': () => ({ ...acceptance, revision: ++revision }),
    'POST /api/v2/acceptance/{id}/submit': refuse(422, 'PICTURE_MISSING', '请上传验收照片'),
  })
  renderPage(<AcceptanceForm acceptance={acceptance} />)
  const conclude = (value: string) => fill('验收结论', value)
  const handIn = async (times: number) => {
    fireEvent.click(screen.getByRole('button', { name: '提交验收' }))
    await waitFor(() => expect(listKeyed()).toHaveLength(times))
    await waitFor(() =>
      expect(screen.getByRole('button', { name: '提交验收' })).toHaveProperty('disabled', false),
    )
  }
  fireEvent.click(screen.getByRole('button', { name: /全部合格/ }))
  await handIn(2)
  conclude('外壳破损，退回')
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(messages.get().map((m) => m.text)).toContain('已保存'))
  conclude('完好')
  await handIn(5)
  const revisions = listKeyed().map(({ body }) => (body as { revision: number }).revision)
  expect(revisions).toEqual([3, 4, 4, 5, 6])
  expect(new Set(listKeyed().map(({ key }) => key)).size).toBe(5)
})

test('what was typed comes back with the names that were chosen, and not over what was saved since', async () => {
  const keep = (revision: number) =>
    localStorage.setItem(
      `draft::acceptance:7:${revision}`,
      JSON.stringify({
        values: { place: '一楼大厅', members: [{ userId: 9, name: '李四', duty: '技术' }] },
        at: Date.now(),
      }),
    )
  const show = () => renderPage(<AcceptanceForm acceptance={acceptance} />)
  const place = () => screen.getByLabelText<HTMLInputElement>('验收地点').value
  keep(2)
  show()
  expect([place(), screen.queryByText(/已恢复/)]).toEqual(['302', null])
  cleanup()
  keep(3)
  show()
  expect(place()).toBe('一楼大厅')
  expect((await screen.findAllByText('李四')).length).toBeGreaterThan(0)
  fireEvent.click(screen.getByRole('button', { name: '保存' }))
  await waitFor(() => expect(messages.get().map((m) => m.text)).toContain('已保存'))
  expect(localStorage.getItem('draft::acceptance:7:3')).toBeNull()
})
