import { Form, Input, Radio } from 'antd'
import { WHOLE_SIZE } from '@portal/contract/kernel/page'
import { idsUpTo, type Ref } from '@portal/contract/kernel/rows'
import { qualificationCalls, type QualificationRow } from '@portal/contract/qualification/qualification'
import { say } from '../../../lib/tell.ts'
import { makePartKey, sendInParts } from '../../../lib/verdicts.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit, type SubmitForm } from '../../../ui/form/use-submit.ts'
import { PartsUnderway } from '../../../ui/list/parts-underway.tsx'
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
/** The form takes more people than one request, because it sends them in parts. */
const call = {
  ...qualificationCalls.grant,
  body: qualificationCalls.grant.body.extend({ userIds: idsUpTo(WHOLE_SIZE) }),
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
  const grant = useGrantQualification()
  const run: typeof grant.run = async ({ body, idempotencyKey, ...args }) => {
    const answers = await sendInParts(
      body?.userIds ?? [],
      (part, nth) =>
        grant.run({
          ...args,
          body: body && { ...body, userIds: [...part] },
          idempotencyKey: makePartKey(idempotencyKey, nth),
        }),
      (some, unanswered) => {
        const { granted, renewed } = addUp(some)
        say('warning', `已办理 ${granted + renewed} 人，${unanswered} 人没有得到答复`)
      },
    )
    return addUp(answers)
  }
  const form = useSubmit<typeof qualificationCalls.grant, Values>(
    { ...grant, call, run },
    {
      initial: { userIds: held.map((q) => q.user) },
      args: ({ userIds = [], term, validTo, note = null }) => ({
        params: { deviceId },
        body: { userIds: userIds.map((p) => p.id), validTo: term === 'endless' ? null : validTo, note },
      }),
      done: renews ? '上机资格已续期' : '上机资格已授予',
      after: () => onEnd(true),
    },
  )
  return (
    <FormPage
      form={form}
      submit={renews ? `续期 ${held.length} 人` : '授予资格'}
      intro={<PartsUnderway />}
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

const addUp = (answers: readonly { granted: number; renewed: number }[]) => ({
  granted: answers.reduce((sum, a) => sum + a.granted, 0),
  renewed: answers.reduce((sum, a) => sum + a.renewed, 0),
})

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
