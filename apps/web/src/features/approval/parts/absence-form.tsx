import type { absenceCalls } from '@portal/contract/approval/absence'
import { Input } from 'antd'
import { formatDay } from '../../../lib/format.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useAddAbsence } from '../absence.queries.ts'

interface Values {
  deputyId?: number
  fromDay?: string
  toDay?: string
  reason?: string
}
/** The deputy, and the days of the absence. */
export function AbsenceForm({ onDone }: { onDone: () => void }) {
  const today = formatDay(new Date())
  const form = useSubmit<typeof absenceCalls.add, Values>(useAddAbsence(), {
    initial: { fromDay: today },
    args: ({ deputyId = 0, fromDay = '', toDay = '', reason }) => ({
      body: { deputyId, fromDay, toDay, reason },
    }),
    done: '代理已安排',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="安排代理" onCancel={onDone}>
      <Field name="deputyId" label="代理人" required>
        <PersonSelect campus />
      </Field>
      <Field name="fromDay" label="开始日期" required>
        <DayInput notBefore={today} />
      </Field>
      <Field name="toDay" label="结束日期" required hint="含当天">
        <DayInput notBefore={today} />
      </Field>
      <Field name="reason" label="原因">
        <Input maxLength={200} placeholder="可不填" />
      </Field>
    </FormPage>
  )
}
