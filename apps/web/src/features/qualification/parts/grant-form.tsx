import { Input } from 'antd'
import type { Ref } from '@portal/contract/kernel/rows'
import type { qualificationCalls } from '@portal/contract/qualification/qualification'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PeopleSelect } from '../../people/shared/people-select.tsx'
import { useGrantQualification } from '../qualification.queries.ts'

interface Values {
  userIds?: readonly Ref[]
  validTo?: string | null
  note?: string | null
}
/** Grants several people a qualification; a person who has it gets the new term. */
export function GrantForm({
  deviceId,
  people,
  onEnd,
}: {
  deviceId: number
  people: readonly Ref[]
  /** True: granted. */
  onEnd: (done: boolean) => void
}) {
  const renews = people.length > 0
  const form = useSubmit<typeof qualificationCalls.grant, Values>(useGrantQualification(), {
    initial: { userIds: people },
    args: ({ userIds = [], validTo, note = null }) => ({
      params: { deviceId },
      body: { userIds: userIds.map((p) => p.id), validTo, note },
    }),
    done: renews ? '上机资格已续期' : '上机资格已授予',
    after: () => onEnd(true),
  })
  return (
    <FormPage
      form={form}
      submit={renews ? `续期 ${people.length} 人` : '授予资格'}
      onCancel={() => onEnd(false)}
    >
      <Field name="userIds" label="人员" required>
        <PeopleSelect />
      </Field>
      <Field name="validTo" label="有效期至" hint="不填则长期有效；到期前 14 天会提醒本人">
        <DayInput />
      </Field>
      <Field name="note" label="备注" hint="例如培训与考核情况">
        <Input maxLength={200} />
      </Field>
    </FormPage>
  )
}
