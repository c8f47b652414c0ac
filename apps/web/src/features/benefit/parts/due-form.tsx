import type { benefitCalls } from '@portal/contract/benefit/calls'
import type { SchemeRow } from '@portal/contract/benefit/scheme-calls'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useSetDue } from '../benefit.queries.ts'

/** Once a scheme has published results, only its deadline may change. */
export function DueForm({ scheme, onDone }: { scheme: SchemeRow; onDone: () => void }) {
  const form = useSubmit<typeof benefitCalls.setDue, { dueOn?: string | null }>(useSetDue(), {
    initial: { dueOn: scheme.dueOn },
    args: ({ dueOn }) => ({ params: { id: scheme.id }, body: { dueOn: dueOn || null } }),
    done: '填报截止日期已调整',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存日期" onCancel={onDone}>
      <Field name="dueOn" label="填报截止日期" hint="截止前一周、前一天和逾期后每周提醒未提交的仪器联系人">
        <DayInput />
      </Field>
    </FormPage>
  )
}
