import { Input, InputNumber, Select, Switch } from 'antd'
import { useState } from 'react'
import { payModeWords } from '@portal/contract/booking/booking'
import {
  GRID_MINUTES,
  openingCalls,
  openingDefaults,
  type OpeningDetail,
  type OpeningFields,
} from '@portal/contract/opening/opening'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit, type SubmitForm } from '../../../ui/form/use-submit.ts'
import { acceptingForm } from '../accept.ts'
import { useChangeOpening } from '../opening.queries.ts'

const Minutes = (props: { id?: string; value?: number | null; onChange?: (v: number | null) => void }) => (
  <InputNumber {...props} min={0} precision={0} suffix="分钟" style={{ width: '100%' }} />
)

/** The opening rules of a device. If a restriction affects live bookings, the form shows them and asks. */
export function SettingsForm({ opening: o }: { opening: OpeningDetail }) {
  const change = useChangeOpening()
  const asking: typeof change = {
    ...change,
    run: (args) =>
      acceptingForm((accept) => change.run({ ...args, body: { ...args.body, accept } as typeof args.body })),
  }
  const [seen, setSeen] = useState(o.settings ?? openingDefaults)
  const form: SubmitForm<OpeningFields> = useSubmit<typeof openingCalls.change, OpeningFields>(asking, {
    initial: seen,
    args: (body) => ({ params: { deviceId: o.device.id }, body: { ...body, seen } }),
    done: '开放设置已保存',
    after: ({ settings }) => {
      // The stored settings include what others have changed meanwhile.
      if (!settings) return
      setSeen(settings)
      form.antd.setFieldsValue(settings as never) // antd's type has no null in place of a list
    },
  })
  return (
    <FormPage form={form} submit="保存开放设置" columns={2}>
      <Field name="enabled" label="开放预约" valuePropName="checked">
        <Switch />
      </Field>
      <Field name="selfOperated" label="自主上机" valuePropName="checked">
        <Switch />
      </Field>
      <Field name="sampleDelivery" label="送样" valuePropName="checked">
        <Switch />
      </Field>
      <Field name="capacity" label="机位数" hint="可同时使用的位置，每个机位单独预约">
        <InputNumber min={1} max={200} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="gridMinutes" label="预约刻度">
        <Select options={GRID_MINUTES.map((m) => ({ value: m, label: `${m} 分钟` }))} />
      </Field>
      <Field name="minMinutes" label="最短时长">
        <Minutes />
      </Field>
      <Field name="maxMinutes" label="最长时长">
        <Minutes />
      </Field>
      <Field name="horizonDays" label="可提前预约">
        <InputNumber min={1} max={366} precision={0} suffix="天" style={{ width: '100%' }} />
      </Field>
      <Field name="noticeMinutes" label="须提前" hint="开始前多久不再接受预约">
        <Minutes />
      </Field>
      <Field
        name="cancelLimitMinutes"
        label="免费取消时限"
        hint="开始前多久以内取消收费或记违约；修改后只用于新的预约"
      >
        <Minutes />
      </Field>
      <Field name="cancelFeeFen" label="逾时取消费" hint="填 0 则记一次违约；爽约除记违约外同样收取">
        <MoneyInput />
      </Field>
      <Field name="graceMinutes" label="迟到宽限" hint="超过后记为爽约">
        <Minutes />
      </Field>
      <Field name="quotaDayMinutes" label="每人每日时长" required={false} hint="不填则不限">
        <Minutes />
      </Field>
      <Field name="quotaWeekMinutes" label="每人每周时长" required={false} hint="不填则不限">
        <Minutes />
      </Field>
      <Field name="quotaRunning" label="每人未完成预约数" required={false} hint="不填则不限">
        <InputNumber min={1} max={1000} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="admittedTiers" label="开放对象">
        <Choices
          options={(['campus', 'school', 'company'] as const).map((t) => ({
            value: t,
            label: priceTierWords[t],
          }))}
        />
      </Field>
      <Field name="payModes" label="付款方式">
        <Choices
          options={(['immediate', 'post'] as const).map((m) => ({ value: m, label: payModeWords[m] }))}
        />
      </Field>
      <Field name="fundCardRequired" label="必须使用经费卡" valuePropName="checked">
        <Switch />
      </Field>
      <Field
        name="qualificationRequired"
        label="须有上机资格"
        valuePropName="checked"
        hint="名单在“上机资格”中维护"
      >
        <Switch />
      </Field>
      <Field name="notes" label="预约须知" required={false} wide>
        <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} showCount />
      </Field>
    </FormPage>
  )
}
