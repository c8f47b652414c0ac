import { Form, Input, InputNumber, Radio } from 'antd'
import type { tenderCalls } from '@portal/contract/tender/calls'
import { scoringText, type OpenedQuotation, type TenderDetail } from '@portal/contract/tender/rows'
import { formatMoney } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { useSignOpinion } from '../tender.queries.ts'

interface Row {
  qualified?: boolean
  technicalScore?: number | null
  commercialScore?: number | null
  words?: string
}
interface Values {
  items?: Row[]
  opinion?: string
}

/** A committee member judges every opened quotation and signs; this is final. */
export function OpinionForm({
  tender: t,
  onDone,
}: {
  tender: TenderDetail
  onDone?: (() => void) | undefined
}) {
  const readable = t.opened.filter((q) => !q.broken)
  const form = useSubmit<typeof tenderCalls.sign, Values>(useSignOpinion(), {
    initial: { items: readable.map(() => ({})) },
    // The schema reports a missing verdict at its field.
    args: ({ items = [], opinion }) => ({
      params: { id: t.id },
      body: {
        items: readable.map((q, i) => ({
          quotationId: q.id,
          ...items[i],
          qualified: items[i]?.qualified as boolean,
        })),
        opinion: opinion ?? '',
      },
    }),
    done: '评审意见已签署',
    draft: `opinion:${t.id}`,
    after: () => onDone?.(),
  })
  if (readable.length === 0) return null
  return (
    <Card title="签署评审意见">
      <p className="muted">
        {scoringText(t.scoring)}
        请独立评审，汇总前其他成员看不到您的意见。签署后记录时间并生成签章，任何人不能再修改。
      </p>
      <FormPage form={form} submit="签署意见" columns={2}>
        <Form.List name="items">
          {(rows) =>
            rows.map(({ key, name }) => {
              const q = readable[name]
              return q && <Judgement key={key} quotation={q} at={name} scoring={t.scoring} />
            })
          }
        </Form.List>
        <Field name="opinion" label="总体意见" wide>
          <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />
        </Field>
      </FormPage>
    </Card>
  )
}

function Judgement({
  quotation: q,
  at,
  scoring: { kind, technicalPoints, commercialPoints },
}: {
  quotation: OpenedQuotation
  at: number
  scoring: TenderDetail['scoring']
}) {
  const refused = Form.useWatch(['items', at, 'qualified']) === false
  const scored = kind === 'points' && !refused
  return (
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
        {scored && (
          <Field name={['items', at, 'technicalScore']} label={`技术分（满分 ${technicalPoints}）`} required>
            <InputNumber min={0} max={technicalPoints} precision={2} style={{ width: '100%' }} />
          </Field>
        )}
        {scored && (
          <Field
            name={['items', at, 'commercialScore']}
            label={`商务分（满分 ${commercialPoints}）`}
            required
          >
            <InputNumber min={0} max={commercialPoints} precision={2} style={{ width: '100%' }} />
          </Field>
        )}
      </div>
      <Field name={['items', at, 'words']} label={refused ? '不合格的理由' : '评审意见'} required={refused}>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} maxLength={1000} />
      </Field>
    </fieldset>
  )
}
