import { Checkbox, Form, Input, InputNumber, Radio } from 'antd'
import { useRef } from 'react'
import {
  findUnitWord,
  nameUnit,
  priceBases,
  priceBasisWords,
  priceTiers,
  priceTierWords,
  type PriceBasis,
  type pricePlanCalls,
  type PricePlanRow,
  type PriceTier,
  type Rate,
} from '@portal/contract/price-plan/price-plan'
import { formatDay } from '../../../lib/format.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit, type SubmitForm } from '../../../ui/form/use-submit.ts'
import { listBandWords } from '../../price-plan/shared/rate-words.ts'
import { useCreatePricePlan } from '../opening.queries.ts'
import { beginRates, findBasis, findLast, listChanges, readRates, type TierValues } from './price-values.ts'
import './price-form.css'

interface Values {
  basis: PriceBasis
  from: string
  note: string
  rates: TierValues
}

interface Props {
  deviceId: number
  /** All versions of the device; empty: it has no price yet. */
  plans: readonly PricePlanRow[]
  onDone: () => void
}
/**
 * First day and rates by kind of user. A later price is a new version, which replaces the one before as a
 * whole: so it begins with that.
 */
export function PriceForm({ deviceId, plans, onDone }: Props) {
  const first = plans.length === 0
  const begun = findBasis(plans)
  const last = findLast(plans, begun)
  const form = useSubmit<typeof pricePlanCalls.create, Values>(useCreatePricePlan(), {
    initial: {
      basis: begun,
      from: formatDay(new Date()),
      note: last?.note ?? '',
      rates: beginRates(last),
    },
    args: ({ rates, ...v }) => ({ body: { ...v, deviceId, rates: readRates(rates, v.basis) } }),
    done: first ? '收费标准已设定' : '收费标准已调整',
    after: onDone,
  })
  // Whoever looks at the other basis finds what was typed on coming back.
  const typed = useRef(new Map<PriceBasis, Pick<Values, 'rates' | 'note'>>())
  const shown = useRef(begun)
  const begin = (basis: PriceBasis) => {
    if (first) return
    const { rates, note } = form.antd.getFieldsValue(true) as Values
    typed.current.set(shown.current, { rates, note })
    shown.current = basis
    const other = findLast(plans, basis)
    const begins = typed.current.get(basis) ?? { rates: beginRates(other), note: other?.note ?? '' }
    form.put('rates', begins.rates)
    form.put('note', begins.note)
  }
  const basis = Form.useWatch('basis', form.antd) ?? 'per_time'
  return (
    <FormPage form={form} submit={first ? '设定收费' : '调整收费'} onCancel={onDone} columns={2}>
      <Field name="basis" label="计费方式">
        <Radio.Group
          options={priceBases.map((b) => ({ value: b, label: priceBasisWords[b] }))}
          onChange={(e) => begin(e.target.value as PriceBasis)}
        />
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
      <Changes last={findLast(plans, basis)} form={form} />
    </FormPage>
  )
}

function Changes({ last, form }: { last: PricePlanRow | undefined; form: SubmitForm<Values> }) {
  const rates = Form.useWatch('rates', { form: form.antd, preserve: true })
  if (!last || !rates) return null
  const lines = listChanges(last, { basis: last.basis, rates: readRates(rates, last.basis) })
  return (
    <div className="form-wide price-changes">
      与第 {last.version} 版相比：
      {lines.length === 0 ? '没有变化' : lines.map((line) => <p key={line}>{line}</p>)}
    </div>
  )
}

function Tier({ tier, basis }: { tier: PriceTier; basis: PriceBasis }) {
  const served = Form.useWatch(['rates', tier, 'served'])
  const minutes = Form.useWatch(['rates', tier, 'unitMinutes'])
  const bands = Form.useWatch<Rate['bands'] | undefined>(['rates', tier, 'bands'], { preserve: true }) ?? []
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
      {bands.length > 0 && (
        <div className="price-bands">
          <Field name={['rates', tier, 'banded']} label="" valuePropName="checked">
            <Checkbox>保留阶梯价：{listBandWords(basis, { ...rate, bands }).join('；')}</Checkbox>
          </Field>
        </div>
      )}
    </>
  )
}
