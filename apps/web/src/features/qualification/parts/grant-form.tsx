import { Form, Input, Radio } from 'antd'
import type { Ref } from '@portal/contract/kernel/rows'
import type { qualificationCalls, QualificationRow } from '@portal/contract/qualification/qualification'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit, type SubmitForm } from '../../../ui/form/use-submit.ts'
import { PeopleSelect } from '../../people/shared/people-select.tsx'
import { useGrantQualification } from '../qualification.queries.ts'
import { narrowedWords } from '../qualification.words.tsx'

interface Values {
  userIds?: readonly Ref[]
  /** Asked for on renewal, where an empty day may as well be a forgotten one. */
  term?: 'day' | 'endless'
  validTo?: string | null
  note?: string | null
}
/** Grants several people a qualification; a person who has it gets the new term. */
export function GrantForm({
  deviceId,
  held,
  onEnd,
}: {
  deviceId: number
  /** The qualifications to be renewed; empty: the form asks for new people. */
  held: readonly QualificationRow[]
  /** True: granted. */
  onEnd: (done: boolean) => void
}) {
  const renews = held.length > 0
  const form = useSubmit<typeof qualificationCalls.grant, Values>(useGrantQualification(), {
    initial: { userIds: held.map((q) => q.user) },
    args: ({ userIds = [], term, validTo, note = null }) => ({
      params: { deviceId },
      body: { userIds: userIds.map((p) => p.id), validTo: term === 'endless' ? null : validTo, note },
    }),
    done: renews ? '上机资格已续期' : '上机资格已授予',
    after: () => onEnd(true),
  })
  return (
    <FormPage
      form={form}
      submit={renews ? `续期 ${held.length} 人` : '授予资格'}
      onCancel={() => onEnd(false)}
    >
      <Field name="userIds" label="人员" required>
        <PeopleSelect />
      </Field>
      {renews ? (
        <RenewedTerm held={held} form={form} />
      ) : (
        <Field name="validTo" label="有效期至" hint="不填则长期有效；到期前 14 天会提醒本人">
          <DayInput />
        </Field>
      )}
      <Field name="note" label="备注" hint={renews ? '不填则保留原备注' : '例如培训与考核情况'}>
        <Input maxLength={200} />
      </Field>
    </FormPage>
  )
}

function RenewedTerm({ held, form }: { held: readonly QualificationRow[]; form: SubmitForm<Values> }) {
  const term = Form.useWatch('term', form.antd)
  const validTo = Form.useWatch('validTo', form.antd)
  const shorter =
    term === 'day' && validTo ? held.filter((q) => q.validTo === null || q.validTo > validTo).length : 0
  return (
    <>
      <Field name="term" label="有效期" required>
        <Radio.Group
          options={[
            { value: 'day', label: '到某日' },
            { value: 'endless', label: '长期' },
          ]}
        />
      </Field>
      {term === 'day' && (
        <Field name="validTo" label="有效期至" required hint="到期前 14 天会提醒本人">
          <DayInput />
        </Field>
      )}
      {shorter > 0 && (
        <p className="muted" role="note">
          其中 {shorter} 人的有效期会缩短，到期后：{narrowedWords}
        </p>
      )}
    </>
  )
}
