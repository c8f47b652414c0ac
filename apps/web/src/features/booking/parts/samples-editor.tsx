import { Checkbox, Form, Input, InputNumber } from 'antd'
import { SAMPLES_MAX } from '@portal/contract/booking/body'
import type { FillableForm } from '@portal/contract/form/form'
import { Suspense } from 'react'
import type { Failure } from '../../../lib/failure.ts'
import { AddButton } from '../../../ui/form/add-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { RemoveButton } from '../../../ui/form/remove-button.tsx'
import { definePart } from '../../../ui/part.tsx'
import { AskedField } from '../../form/shared/asked-field.tsx'
import { PasteSamples } from './paste-samples.tsx'
import { WordSelect } from './word-select.tsx'
import './samples.css'

// The form library is large, so it is loaded only if a form is asked.
const AskedPaste = definePart(() => import('./asked-paste.tsx'))

export const newSample = { name: '', count: 1, form: '', hazard: '', returnWanted: false, wishes: '' }

/** The samples to be handed in, one block each: name, count, wishes. */
export function SamplesEditor({
  asked = null,
  failure = null,
}: {
  /** What the instrument asks of each. */ asked?: FillableForm | null
  /** The last refusal of the form around them. */ failure?: Failure | null
}) {
  return (
    <div className="samples form-wide" role="group" aria-label="样品">
      <div className="samples-head">
        <b>样品</b>
        {asked ? (
          <Suspense fallback={null}>
            <Form.Item name="pasted" noStyle>
              <AskedPaste asked={asked} />
            </Form.Item>
          </Suspense>
        ) : (
          <Form.Item name="pasted" noStyle>
            <PasteSamples />
          </Form.Item>
        )}
      </div>
      {asked?.description && <p className="muted pre-line">{asked.description}</p>}
      <Form.List name="samples">
        {(rows, { add, remove }) => (
          <>
            {rows.map(({ key, name }) => (
              <div key={key} className="sample" role="group" aria-label={`样品 ${name + 1}`}>
                <Field name={['samples', name, 'name']} label="样品名称" required>
                  <Input maxLength={100} />
                </Field>
                <Field name={['samples', name, 'count']} label="数量" required>
                  <InputNumber min={1} max={100_000} precision={0} style={{ width: '100%' }} />
                </Field>
                <Field name={['samples', name, 'form']} label="形态">
                  <WordSelect list="sample_form" maxLength={50} />
                </Field>
                <Field name={['samples', name, 'hazard']} label="危险性">
                  <WordSelect list="sample_hazard" maxLength={100} />
                </Field>
                <Field name={['samples', name, 'wishes']} label="测试要求" wide>
                  <Input.TextArea autoSize={{ minRows: 1, maxRows: 5 }} maxLength={1000} />
                </Field>
                {asked && <AskedField asked={asked} failure={failure} row={['samples', name, 'answers']} />}
                <div className="sample-foot">
                  <Field name={['samples', name, 'returnWanted']} label="" valuePropName="checked">
                    <Checkbox>测试后退还样品</Checkbox>
                  </Field>
                  {rows.length > 1 && (
                    <RemoveButton what={`样品 ${name + 1}`} onRemove={() => remove(name)} />
                  )}
                </div>
              </div>
            ))}
            <AddButton
              size="middle"
              count={rows.length}
              most={SAMPLES_MAX}
              onAdd={() => add({ ...newSample })}
            >
              添加样品
            </AddButton>
          </>
        )}
      </Form.List>
    </div>
  )
}
