import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { JsonObject } from '@portal/form-kit/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import { afterEach, expect, it, vi } from 'vitest'
import { AntdFrame } from '../../../../ui/antd-frame.tsx'
import { FormView } from '../form-view.tsx'

afterEach(cleanup)

/** A form with a week, and its input; the control is loaded on demand. */
async function showWeek(value: string) {
  const onChange = vi.fn()
  const rule = [{ type: 'datePicker', field: 'week', title: '周次', props: { type: 'week' }, value }]
  const { form, faults } = parseForm({ rule, options: {} })
  if (!form) throw new Error(JSON.stringify(faults))
  render(
    <AntdFrame>
      <FormView form={form} onChange={onChange} />
    </AntdFrame>,
  )
  const input = await screen.findByLabelText<HTMLInputElement>('周次', {}, { timeout: 20_000 })
  return { input, onChange }
}

it.each<[name: string, props: JsonObject, words: string[]]>([
  ['its own words in both', { placeholder: '使用时段' }, ['使用时段', '使用时段']],
  ['words for each', { startPlaceholder: '从', endPlaceholder: '到' }, ['从', '到']],
  ['ours', {}, ['开始时间', '结束时间']],
])('a range of times says what the form says: %s', async (_, props, words) => {
  const rule = [{ type: 'timePicker', field: 't', title: '时段', props: { ...props, isRange: true } }]
  const { form } = parseForm({ rule, options: {} })
  if (!form) throw new Error('no form')
  const { container } = render(
    <AntdFrame>
      <FormView form={form} />
    </AntdFrame>,
  )
  await waitFor(() => expect(container.querySelectorAll('input')).toHaveLength(2), { timeout: 20_000 })
  expect([...container.querySelectorAll('input')].map((input) => input.placeholder)).toEqual(words)
})

it.each([
  ['its Monday', '2026-01-05'],
  ['a Wednesday', '2026-01-07'],
  ['its Sunday', '2026-01-11'],
])('a week is stored as the Monday of the row that was clicked: %s', async (_, day) => {
  const { input, onChange } = await showWeek('2026-01-21')
  fireEvent.mouseDown(input)
  fireEvent.click(input)
  const cell = await waitFor(() => {
    const found = document.querySelector(`td[title="${day}"]`)
    if (!found) throw new Error('the calendar is not open yet')
    return found
  })
  fireEvent.click(cell)
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith({ week: '2026-01-05' }))
  await waitFor(() => expect(input.value).toBe('2026-2周'))
})

it.each([
  ['a Monday', '2026-01-05', '2026-2周'],
  ['a Monday of the year before', '2025-12-29', '2026-1周'],
  // Weeks were stored as Sundays. They are shown as the week they are in, as they were when they were chosen.
  ['a Sunday', '2026-01-04', '2026-1周'],
])('a stored week is shown as the week of its day: %s', async (_, value, shown) => {
  expect((await showWeek(value)).input.value).toBe(shown)
})
