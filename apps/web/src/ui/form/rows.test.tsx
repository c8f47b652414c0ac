import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { afterEach, expect, it } from 'vitest'
import { press } from '../../testing/hands.ts'
import { Field } from './field.tsx'
import { Rows } from './rows.tsx'

afterEach(cleanup)

function Cards() {
  const [form] = Form.useForm()
  const several = ((Form.useWatch('cards', form) as object[] | undefined)?.length ?? 0) > 1
  return (
    <Form form={form} initialValues={{ cards: [{ name: '甲' }] }}>
      <Rows
        name="cards"
        title="经费卡"
        one="卡"
        another="再用一张"
        most={2}
        least={1}
        blank={() => ({ name: `第 ${(form.getFieldValue('cards') as object[]).length + 1} 张` })}
        onAdd={() => form.setFieldValue(['cards', 0, 'name'], '头一张')}
        status={{ words: several ? '几张' : '一张', open: several }}
        extra={(row) => <button type="button">补足 {row + 1}</button>}
      >
        {(row) => (
          <Field name={['cards', row, 'name']} label={`名称 ${row + 1}`}>
            <Input />
          </Field>
        )}
      </Rows>
    </Form>
  )
}

it('adds rows up to the most, with what the form makes of it, and keeps the least', async () => {
  render(<Cards />)
  const shown = () => screen.getAllByRole<HTMLInputElement>('textbox').map((b) => b.value)
  const status = () => [screen.getByRole('status').textContent, 'open' in screen.getByRole('status').dataset]
  expect([shown(), status(), screen.queryByRole('button', { name: /移除|补足/ })]).toEqual([
    ['甲'],
    ['一张', false],
    null,
  ])
  await press('再用一张')
  await waitFor(() =>
    expect([shown(), status()]).toEqual([
      ['头一张', '第 2 张'],
      ['几张', true],
    ]),
  )
  expect([
    screen.getByRole<HTMLButtonElement>('button', { name: '再用一张' }).disabled,
    screen.getAllByRole('button', { name: /补足/ }).length,
  ]).toEqual([true, 2])
  screen.getByText('最多 2 个')
  screen.getByRole('button', { name: '移除卡 1' }).focus()
  await press('移除卡 1')
  expect(shown()).toEqual(['第 2 张'])
  // Its button is gone, and the one row that is left cannot be removed.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: '再用一张' })))
})
