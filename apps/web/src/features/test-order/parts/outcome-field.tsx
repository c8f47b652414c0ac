import { Form, Select } from 'antd'
import {
  chargedSamples,
  sampleOutcomes,
  sampleOutcomeWords,
  type SampleOutcome,
  type TestOrderDetail,
} from '@portal/contract/test-order/test-order'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { TestOrderValues } from '../form.rules.ts'

type Said = NonNullable<TestOrderValues['outcomes']>
interface Props {
  samples: TestOrderDetail['samples']
  /** The instrument's questions about each sample. */
  asked: readonly string[]
  value?: Said
  onChange?: (value: Said) => void
}
const options = sampleOutcomes.map((value) => ({ value, label: sampleOutcomeWords[value] }))

/** The outcome of each sample. It sets the number of samples charged, which can still be changed. */
export function OutcomeField({ samples, asked, value = [], onChange }: Props) {
  const form = Form.useFormInstance<TestOrderValues>()
  const findOutcome = (id: number): SampleOutcome =>
    value.find((o) => Number(o.sampleId) === id)?.outcome ?? 'tested'
  const choose = (id: number, outcome: SampleOutcome) => {
    const next = samples.map((s) => ({ sampleId: s.id, outcome: s.id === id ? outcome : findOutcome(s.id) }))
    onChange?.(next)
    form.setFieldValue(
      'sampleCount',
      chargedSamples(next.map((o, i) => ({ outcome: o.outcome, count: samples[i]?.count ?? 0 }))),
    )
  }
  return (
    <DataTable
      caption="样品测试情况"
      rows={samples}
      rowKey={(s) => s.id}
      columns={[
        { key: 'name', title: '样品', main: true },
        { key: 'count', title: '数量', align: 'right' },
        ...asked.map((title, i) => ({
          key: `answer-${i}`,
          title,
          render: ({ cells }: (typeof samples)[number]) => cells[i] ?? '',
        })),
        {
          key: 'outcome',
          title: '测试情况',
          render: (s) => (
            <Select<SampleOutcome>
              aria-label={`${s.name} 的测试情况`}
              style={{ width: 130 }}
              options={options}
              value={findOutcome(s.id)}
              onChange={(v) => choose(s.id, v)}
            />
          ),
        },
      ]}
    />
  )
}
