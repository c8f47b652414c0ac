import { Input, InputNumber, Switch } from 'antd'
import { useState } from 'react'
import type { assetCalls } from '@portal/contract/asset/calls'
import type { PlanRow } from '@portal/contract/asset/maintenance'
import { formatDay } from '../../../lib/format.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useSavePlan } from '../asset.queries.ts'

interface Values {
  title?: string
  detail?: string | null
  everyDays?: number
  nextOn?: string
  keeperId?: number | null
  enabled?: boolean
}
const fillValues = ({ title, detail, everyDays, nextOn, keeper, enabled }: PlanRow) => ({
  title,
  detail,
  everyDays,
  nextOn,
  keeperId: keeper.id,
  enabled,
})

// Due today, a new plan would be overdue tomorrow.
const QUARTER = 90
const findDayAfter = (days: number) => formatDay(new Date(Date.now() + days * 86_400_000))

export function PlanForm({
  deviceId,
  plan,
  onDone,
}: {
  deviceId: number
  plan: PlanRow | null
  onDone: () => void
}) {
  // What the form itself has filled in last. Computed anew it would be another day after midnight.
  const [filled, setFilled] = useState(() => ({ every: QUARTER, nextOn: findDayAfter(QUARTER) }))
  // While the form is open a record may move the next day, and a hand-over may name another keeper.
  const seen = plan ? fillValues(plan) : undefined
  const form = useSubmit<typeof assetCalls.savePlan, Values>(useSavePlan(), {
    initial: seen ?? { everyDays: filled.every, nextOn: filled.nextOn, enabled: true },
    args: ({ title = '', detail = null, everyDays = 0, nextOn = '', keeperId, enabled = true }) => ({
      body: {
        id: plan?.id ?? null,
        deviceId,
        title,
        detail,
        everyDays,
        nextOn,
        keeperId: keeperId ?? 0,
        enabled,
        seen,
      },
    }),
    done: '保养计划已保存',
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="保存计划"
      onCancel={onDone}
      columns={2}
      onChange={({ everyDays, nextOn }) => {
        if (plan || !everyDays || everyDays === filled.every) return
        // Follows until another day is chosen.
        const isFollowing = nextOn === filled.nextOn
        const next = isFollowing ? findDayAfter(everyDays) : filled.nextOn
        setFilled({ every: everyDays, nextOn: next })
        if (isFollowing) form.antd.setFieldValue('nextOn', next)
      }}
    >
      <Field name="title" label="保养项目" wide>
        <Input maxLength={100} />
      </Field>
      <Field name="everyDays" label="周期（天）">
        <InputNumber min={1} max={3660} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="nextOn" label="下次保养日期">
        <DayInput />
      </Field>
      <Field name="keeperId" label="负责人" required hint="到期前三天提醒">
        <PersonSelect known={plan?.keeper} />
      </Field>
      <Field name="enabled" label="启用">
        <Switch />
      </Field>
      <Field name="detail" label="保养要求" wide>
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2, maxRows: 6 }} />
      </Field>
    </FormPage>
  )
}
