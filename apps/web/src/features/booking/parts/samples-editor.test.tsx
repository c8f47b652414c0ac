import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { Form } from 'antd'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import { makeQuery, queryClient } from '../../../lib/query.ts'
import { fill } from '../../../testing/hands.ts'
import { renderPart } from '../../../testing/page.tsx'
import { newSample, SamplesEditor } from './samples-editor.tsx'

afterEach(cleanup)
beforeEach(() => {
  for (const type of ['sample_form', 'sample_hazard'])
    queryClient.setQueryData(makeQuery(dictionaryCalls.codes, { query: { type } }).queryKey, [])
})
let kept: { samples: object[]; pasted?: string } | undefined
function Page() {
  const [form] = Form.useForm()
  // Stores the values as the form page stores a draft.
  const keep = () => {
    kept = form.getFieldsValue(true) as NonNullable<typeof kept>
  }
  return (
    <Form form={form} initialValues={{ samples: [{ ...newSample }] }} onValuesChange={keep}>
      <SamplesEditor />
    </Form>
  )
}
const press = (name: string) => act(async () => void fireEvent.click(screen.getByText(name)))
const paste = (value: string) => act(async () => fill('样品表', value))

it('takes the good rows of a pasted list in the place of the empty block, and keeps the rest', async () => {
  renderPart(<Page />)
  await press('从表格粘贴')
  await paste('样品名称\t数量\t是否退还\n硅片\t3\t是\n铜箔\t几\t否\n')
  await waitFor(() =>
    expect([...screen.getByLabelText('预览').children].map((li) => li.textContent)).toEqual([
      '第 2 行　硅片 × 3 退还',
      '第 3 行　铜箔  数量应为数字',
    ]),
  )
  expect(kept?.pasted).toContain('铜箔')
  await press('加入 1 条')
  const rest = '样品名称\t数量\t是否退还\n铜箔\t几\t否'
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('样品表').value).toBe(rest))
  expect(kept).toMatchObject({ pasted: rest, samples: [{ name: '硅片', count: 3, returnWanted: true }] })
  await paste(rest.replace('几', '2'))
  await press('加入 1 条')
  await waitFor(() =>
    expect(kept).toMatchObject({ pasted: '', samples: [{ name: '硅片' }, { name: '铜箔', count: 2 }] }),
  )
})
