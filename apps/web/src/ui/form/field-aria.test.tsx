import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, expect, test } from 'vitest'
import { AsyncSelect } from './async-select.tsx'
import { DayInput } from './dates.tsx'
import { Field } from './field.tsx'
import { MoneyInput } from './money-input.tsx'

afterEach(cleanup)

const findNobody = () => ({ options: [], busy: false })

test.each([
  ['单价', <MoneyInput key="control" />],
  ['购置日期', <DayInput key="control" />],
  ['保管人', <AsyncSelect key="control" useOptions={findNobody} />],
])('%s: its control says that it is required, its hint, and what is wrong', async (label, control) => {
  const { container } = render(
    <Form>
      <Field name="one" label={label} hint="以合同为准" required>
        {control}
      </Field>
    </Form>,
  )
  const find = () => screen.getByLabelText<HTMLInputElement>(label)
  await waitFor(() => expect(find().disabled).toBe(false)) // the calendar is loaded on demand
  const readDescription = () =>
    (find().getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
  expect([find().getAttribute('aria-required'), readDescription()]).toEqual(['true', ['以合同为准']])
  fireEvent.submit(container.querySelector('form') as HTMLFormElement) // exists: rendered above
  await waitFor(() => expect(find().getAttribute('aria-invalid')).toBe('true'))
  await waitFor(() => expect(readDescription()).toEqual([`${label}不能为空`, '以合同为准']))
})
