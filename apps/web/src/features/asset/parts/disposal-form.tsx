import { Checkbox, Input, Select } from 'antd'
import type { assetCalls } from '@portal/contract/asset/calls'
import { disposalWayWords, type DisposalWay, type ScrapDetail } from '@portal/contract/asset/scrap'
import { formatDay } from '../../../lib/format.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import type { PartProps } from '../../../ui/process/process.ts'
import { useDispose } from '../asset.queries.ts'

/** How the instrument was disposed of. */
export interface DisposalValues {
  way?: DisposalWay
  recycler?: string | null
  incomeFen?: number | null
  disposedOn?: string
}
/** The call's part of it; the fields report what is missing. */
export const makeDisposal = ({
  way = 'recycle',
  recycler = null,
  incomeFen,
  disposedOn = '',
}: DisposalValues) => ({ way, recycler, incomeFen: incomeFen ?? 0, disposedOn })

interface Values extends DisposalValues {
  revokeBookings?: boolean
}
export function DisposalForm({ row: s, onDone }: PartProps<ScrapDetail>) {
  const form = useSubmit<typeof assetCalls.dispose, Values>(useDispose(), {
    initial: { way: 'recycle', incomeFen: 0, disposedOn: formatDay(new Date()), revokeBookings: false },
    args: ({ revokeBookings = false, ...disposal }) => ({
      params: { id: s.id },
      body: { ...makeDisposal(disposal), revokeBookings },
    }),
    done: '处置已登记，仪器已报废',
    after: () => onDone?.(),
  })
  return (
    <Card title="登记处置">
      <FormPage form={form} submit="登记处置并报废" columns={2}>
        <DisposalFields />
        {s.bookings > 0 ? (
          <Field name="revokeBookings" label="未结束的预约" wide>
            <RevokeBox count={s.bookings} />
          </Field>
        ) : (
          <></>
        )}
      </FormPage>
    </Card>
  )
}

export const DisposalFields = () => (
  <>
    <Field name="way" label="处置方式">
      <Select options={listOptions(disposalWayWords)} />
    </Field>
    <Field name="disposedOn" label="处置日期">
      <DayInput />
    </Field>
    <Field name="recycler" label="回收单位">
      <Input maxLength={100} />
    </Field>
    <Field name="incomeFen" label="残值收入" required>
      <MoneyInput />
    </Field>
  </>
)

const RevokeBox = ({
  count,
  id,
  value = false,
  onChange,
}: {
  count: number
  id?: string
  value?: boolean
  onChange?: (v: boolean) => void
}) => (
  <Checkbox {...(id && { id })} checked={value} onChange={(e) => onChange?.(e.target.checked)}>
    撤销全部 {count} 个预约并通知预约人
  </Checkbox>
)
