import { Form, Input, InputNumber, Radio } from 'antd'
import type { tenderCalls } from '@portal/contract/tender/calls'
import type { OpenedQuotation, TenderDetail } from '@portal/contract/tender/rows'
import { formatMoney } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { useEvaluate } from '../tender.queries.ts'

interface Row {
  qualified?: boolean | undefined
  technicalScore?: number | null
  evaluation?: string
}
const start = (q: OpenedQuotation): Row => ({ qualified: q.qualified ?? undefined, technicalScore: q.technicalScore, evaluation: q.evaluation ?? '' })

/** Every quotation that could be opened is judged; the price's score follows by itself. */
export function Evaluation({ tender: t }: { tender: TenderDetail }) {
  const readable = t.opened.filter((q) => !q.broken)
  const form = useSubmit<typeof tenderCalls.evaluate, { items?: Row[] }>(useEvaluate(), {
    initial: { items: readable.map(start) },
    // What nobody has chosen is no verdict: the schema says so under the field.
    args: ({ items = [] }) => ({ params: { id: t.id }, body: { items: readable.map((q, i) => ({ quotationId: q.id, ...items[i], qualified: items[i]?.qualified as boolean })) } }),
    done: '评审已保存',
    draft: `evaluation:${t.id}`,
  })
  if (readable.length === 0) return null
  return (
    <Card title="评审">
      <p className="muted">价格分以合格报价中的最低价为基准：最低价 ÷ 报价 × 100。保存后在上方确定成交供应商。</p>
      <FormPage form={form} submit="保存评审" columns={2}>
        <Form.List name="items">
          {(rows) =>
            rows.map(({ key, name }) => {
              const q = readable[name]
              return q && <Judgement key={key} quotation={q} at={name} />
            })
          }
        </Form.List>
      </FormPage>
    </Card>
  )
}

const Judgement = ({ quotation: q, at }: { quotation: OpenedQuotation; at: number }) => (
  <fieldset className="tender-judge">
    <legend>
      {q.supplier.name} {formatMoney(q.amountFen)}
    </legend>
    <div className="tender-judge-fields">
      <Field name={['items', at, 'qualified']} label="是否合格" required>
        <Radio.Group
          options={[
            { value: true, label: '合格' },
            { value: false, label: '不合格' },
          ]}
        />
      </Field>
      <Field name={['items', at, 'technicalScore']} label="技术评分" hint="0 到 100，合格时必填">
        <InputNumber min={0} max={100} precision={2} style={{ width: '100%' }} />
      </Field>
    </div>
    <Field name={['items', at, 'evaluation']} label="评审意见">
      <Input.TextArea rows={2} maxLength={2000} />
    </Field>
  </fieldset>
)
