import { Form, Input, Radio, type FormInstance } from 'antd'
import { use, useState } from 'react'
import { acceptanceCalls, type AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { say } from '../../../lib/tell.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field, FormContext } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { useChangeAcceptance, useHandIn } from '../acceptance.queries.ts'
import { makeArguments, fillValues, type Values } from '../form.rules.ts'
import { MemberRows } from './member-rows.tsx'
import { PieceRows } from './piece-rows.tsx'

/** Checks, pieces and co-signers. May be saved any number of times; can be submitted once complete. */
export function AcceptanceForm({ acceptance: a }: { acceptance: AcceptanceDetail }) {
  const change = useChangeAcceptance()
  // The revision that the form started from; what is saved elsewhere appears on the page, not in the form.
  const [revision, setRevision] = useState(a.revision)
  const handIn = useHandIn((saved) => setRevision(saved.revision))
  const form = useSubmit<typeof acceptanceCalls.change, Values>(handIn, {
    initial: fillValues(a),
    args: (values) => makeArguments({ id: a.id, revision }, values),
    draft: `acceptance:${a.id}:${revision}`,
    done: '验收已提交，等待会签',
  })
  const keep = async () => {
    const values = form.antd.getFieldsValue(true) as Values
    const saved = await change.run(makeArguments({ id: a.id, revision }, values))
    setRevision(saved.revision)
    form.saved()
    say('success', '已保存')
  }
  return (
    <FormPage
      form={form}
      submit="提交验收"
      columns={2}
      extra={
        <Button busy={change.busy} onClick={() => void keep().catch(() => {})}>
          保存
        </Button>
      }
    >
      <Field name="place" label="验收地点" required>
        <Input maxLength={100} />
      </Field>
      <Field name="acceptedOn" label="验收日期" required>
        <DayInput />
      </Field>
      <PieceRows acceptance={a} form={form.antd as FormInstance} />
      <Checks acceptance={a} />
      {a.membersMin > 0 && <MemberRows acceptance={a} />}
      <Field name="conclusion" label="验收结论" wide required>
        <Input.TextArea maxLength={1000} showCount autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </FormPage>
  )
}

function Checks({ acceptance: a }: { acceptance: AcceptanceDetail }) {
  const form = use(FormContext)
  // Remarks on checks that failed stay readable; the user deletes them by hand.
  const passAll = () => a.checks.forEach((_, i) => form?.put(['checks', i, 'ok'], true))
  return (
    <Form.List name="checks">
      {(rows) => (
        <fieldset className="form-wide accept-rows">
          <legend>检查项目</legend>
          <div className="page-extra">
            <Button size="small" icon="check" onClick={passAll}>
              全部合格
            </Button>
          </div>
          {rows.map(({ key, name }) => (
            <div key={key} className="accept-check" role="group" aria-label={a.checks[name]?.label}>
              <Field name={['checks', name, 'ok']} label={<>{a.checks[name]?.label}</>} required>
                <Radio.Group
                  options={[
                    { value: true, label: '合格' },
                    { value: false, label: '不合格' },
                  ]}
                />
              </Field>
              <Field name={['checks', name, 'note']} label={`情况说明 ${name + 1}`}>
                <Input maxLength={200} placeholder="不合格时必填" />
              </Field>
            </div>
          ))}
        </fieldset>
      )}
    </Form.List>
  )
}
