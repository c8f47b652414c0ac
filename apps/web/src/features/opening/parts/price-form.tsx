import { Checkbox, Form, Input, InputNumber, Radio } from 'antd'
import {
  findUnitWord,
  nameUnit,
  priceBases,
  priceBasisWords,
  pricePlanCalls,
  priceTiers,
  priceTierWords,
  type PriceBasis,
  type PriceTier,
} from '@portal/contract/price-plan/price-plan'
import { formatDay } from '../../../lib/format.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useCreatePricePlan } from '../opening.queries.ts'
import './price-form.css'

interface RateValues {
  served?: boolean
  unitFen?: number
  unitMinutes?: number
  startFen?: number
  minUnits?: number
}
interface Values {
  basis: PriceBasis
  from: string
  note: string
  rates: Partial<Record<PriceTier, RateValues>>
}
const blank: RateValues = { served: true, unitMinutes: 60, startFen: 0, minUnits: 0 }

interface Props {
  deviceId: number
  /** The device has no price yet. */
  first: boolean
  onDone: () => void
}
/** First day and rates by kind of user. A later price is a new version. */
export function PriceForm({ deviceId, first, onDone }: Props) {
  const form = useSubmit<typeof pricePlanCalls.create, Values>(useCreatePricePlan(), {
    initial: {
      basis: 'per_time',
      from: formatDay(new Date()),
      note: '',
      rates: { campus: blank, school: blank, company: blank, dept: { ...blank, served: false } },
    },
    args: ({ rates, ...v }) => ({
      body: {
        ...v,
        deviceId,
        rates: Object.fromEntries(
          priceTiers.flatMap((tier) => {
            const { served, unitFen, unitMinutes = 0, startFen = 0, minUnits = 0 } = rates[tier] ?? {}
            return served
              ? [
                  [
                    tier,
                    {
                      unitFen: unitFen as number,
                      unitMinutes: v.basis === 'per_time' ? unitMinutes : 0,
                      startFen,
                      minUnits,
                      bands: [],
                    },
                  ],
                ]
              : []
          }),
        ),
      },
    }),
    done: first ? '收费标准已设定' : '收费标准已调整',
    after: onDone,
  })
  const basis = Form.useWatch('basis', form.antd) ?? 'per_time'
  return (
    <FormPage form={form} submit={first ? '设定收费' : '调整收费'} onCancel={onDone} columns={2}>
      <Field name="basis" label="计费方式">
        <Radio.Group options={priceBases.map((b) => ({ value: b, label: priceBasisWords[b] }))} />
      </Field>
      <Field
        name="from"
        label="生效日期"
        hint={first ? '从这一天起按此收费' : '上一版到前一天为止；已提交的预约价格不变'}
      >
        <DayInput />
      </Field>
      {priceTiers.map((tier) => (
        <fieldset key={tier} className="price-tier form-wide">
          <legend>{priceTierWords[tier]}</legend>
          <Field name={['rates', tier, 'served']} label="" valuePropName="checked">
            <Checkbox>{tier === 'dept' ? '单独定价（不选则按校内价）' : '对其服务'}</Checkbox>
          </Field>
          <Tier tier={tier} basis={basis} />
        </fieldset>
      ))}
      <Field name="note" label="说明" wide>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={500} />
      </Field>
    </FormPage>
  )
}

function Tier({ tier, basis }: { tier: PriceTier; basis: PriceBasis }) {
  const served = Form.useWatch(['rates', tier, 'served'])
  const minutes = Form.useWatch(['rates', tier, 'unitMinutes'])
  if (!served) return null
  const word = priceTierWords[tier]
  const rate = { unitMinutes: Number(minutes) || 0 }
  const unit = findUnitWord(basis, rate) ?? (rate.unitMinutes > 0 ? `× ${nameUnit(basis, rate)}` : undefined)
  return (
    <>
      <Field name={['rates', tier, 'unitFen']} label={`${word}单价`} required>
        <MoneyInput />
      </Field>
      {basis === 'per_time' && (
        <Field name={['rates', tier, 'unitMinutes']} label={`${word}计费单位`}>
          <InputNumber min={1} max={44_640} precision={0} suffix="分钟" style={{ width: '100%' }} />
        </Field>
      )}
      <Field name={['rates', tier, 'startFen']} label={`${word}开机费`}>
        <MoneyInput />
      </Field>
      <Field name={['rates', tier, 'minUnits']} label={`${word}最少计费单位数`}>
        <InputNumber min={0} max={1000} precision={0} suffix={unit} style={{ width: '100%' }} />
      </Field>
    </>
  )
}
