import { Form, Input, Radio, Select } from 'antd'
import { grantKindWords, type doorAccessCalls, type GrantKind } from '@portal/contract/iot/door-access'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { InstantInput } from '../../../ui/form/dates.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { PersonSelect } from '../../people/shared/person-select.tsx'
import { useAddGrant, useDoorOptions, useSwitchOptions } from '../iot.queries.ts'

interface Values {
  unitId: number
  kind: GrantKind
  userId?: number | null
  from: string
  to?: string | null
  weekdays?: number[]
  fromMinute?: number
  toMinute?: number
  reason: string
}
const two = (n: number) => String(n).padStart(2, '0')
export const formatDayMinute = (minute: number | null): string =>
  minute === null ? '' : `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
const HALF_HOURS = Array.from({ length: 49 }, (_, i) => ({ value: i * 30, label: formatDayMinute(i * 30) }))
const DAYS = Array.from('一二三四五六日', (day, i) => ({ value: i + 1, label: `周${day}` }))
const personal = (['permanent', 'periodic', 'emergency'] as const).map((value) => ({
  value,
  label: grantKindWords[value],
}))

/** A grant with its reason; `override`: keeps a switch on and belongs to no person. */
export function GrantForm({ override, onDone }: { override: boolean; onDone: () => void }) {
  const form = useSubmit<typeof doorAccessCalls.grant, Values>(useAddGrant(), {
    initial: { kind: override ? 'override' : 'permanent', from: new Date().toISOString() },
    args: ({ kind, userId, to, weekdays, fromMinute, toMinute, ...said }) => ({
      body: {
        ...said,
        kind,
        to: to || null,
        userId: override ? null : (userId ?? null),
        ...(kind === 'periodic' && {
          weekdays: weekdays ?? null,
          fromMinute: fromMinute ?? null,
          toMinute: toMinute ?? null,
        }),
      },
    }),
    done: '授权已新增，在线的网关立即生效',
    after: onDone,
  })
  const kind = Form.useWatch('kind', { form: form.antd, preserve: true }) as GrantKind | undefined
  return (
    <FormPage
      form={form}
      title={override ? '新增手动供电' : '新增门禁授权'}
      submit={override ? '手动供电' : '新增授权'}
      onCancel={onDone}
      columns={2}
    >
      <Field name="unitId" label={override ? '空气开关' : '门禁'} wide>
        <AsyncSelect useOptions={override ? useSwitchOptions : useDoorOptions} placeholder="输入名称" />
      </Field>
      {!override && (
        <>
          <Field name="kind" label="授权类型" wide>
            <Radio.Group options={personal} />
          </Field>
          <Field name="userId" label="人员" required wide>
            <PersonSelect />
          </Field>
        </>
      )}
      <Field name="from" label="开始时间">
        <InstantInput />
      </Field>
      <Field
        name="to"
        label="结束时间"
        required={kind === 'emergency' || override}
        {...(kind !== 'emergency' && !override && { hint: '不填为长期有效' })}
      >
        <InstantInput />
      </Field>
      {kind === 'periodic' && (
        <>
          <Field name="weekdays" label="星期" required wide>
            <Choices options={DAYS} />
          </Field>
          <Field name="fromMinute" label="每日开始" required>
            <Select options={HALF_HOURS.slice(0, -1)} />
          </Field>
          <Field name="toMinute" label="每日结束" required>
            <Select options={HALF_HOURS.slice(1)} />
          </Field>
        </>
      )}
      <Field name="reason" label="授权原因" wide>
        <Input maxLength={200} />
      </Field>
    </FormPage>
  )
}
