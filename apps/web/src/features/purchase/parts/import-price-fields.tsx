import { Checkbox, Form, Input, Select } from 'antd'
import {
  currencies,
  currencyWords,
  extras,
  extraWords,
  priceTerms,
  priceTermWords,
  RATE_ONE,
  type Extra,
} from '@portal/contract/purchase/import-price'
import { formatMoney } from '../../../lib/format.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { ScaledInput } from '../../../ui/form/scaled-input.tsx'
import { sumGoods, findPrice, type ItemValues } from '../form.rules.ts'

const currencyOptions = currencies.map((value) => ({ value, label: `${currencyWords[value]} ${value}` }))
const termOptions = priceTerms.map((value) => ({ value, label: priceTermWords[value] }))
const dutiable: readonly Extra[] = ['tariffFen', 'vatFen']

/** The parts of an imported piece's price: the goods in foreign currency and the cost of importing them. */
export function ImportPriceFields({ row, item }: { row: number; item: ItemValues }) {
  const form = Form.useFormInstance()
  const at = (field: string) => ['items', row, 'importPrice', field]
  const price = item.importPrice
  const inYuan = price?.currency === 'CNY'
  return (
    <fieldset className="import-price form-wide">
      <legend>进口价格构成（每台件）</legend>
      <Field name={at('currency')} label="币种" required>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          options={currencyOptions}
          placeholder="请选择"
          onChange={(to: string) => to === 'CNY' && form.setFieldValue(at('rateMicro'), RATE_ONE)}
        />
      </Field>
      <Field name={at('foreignPrice')} label="外币单价" required>
        <ScaledInput digits={2} {...(price?.currency && { prefix: price.currency })} />
      </Field>
      <Field name={at('rateMicro')} label="汇率" required hint="一单位外币折合人民币元">
        <ScaledInput digits={6} disabled={inYuan} />
      </Field>
      <Field name={at('rateOn')} label="汇率日期" required>
        <DayInput />
      </Field>
      <Field name={at('priceTerm')} label="价格条款" required>
        <Select options={termOptions} placeholder="请选择" popupMatchSelectWidth={false} />
      </Field>
      {extras
        .filter((key) => !(price?.dutyFree && dutiable.includes(key)))
        .map((key) => (
          <Field key={key} name={at(key)} label={extraWords[key]}>
            <MoneyInput />
          </Field>
        ))}
      <Field name={at('dutyFree')} label="" valuePropName="checked">
        <Checkbox>科教用品免税</Checkbox>
      </Field>
      {price?.dutyFree && (
        <Field name={at('dutyFreeNumber')} label="征免税证明编号" hint="尚未办理的可以不填">
          <Input maxLength={50} />
        </Field>
      )}
      <Field name={['items', row, 'unitPriceFen']} label="折合人民币单价">
        <Worked goodsFen={sumGoods(item)} unitFen={findPrice(item)} />
      </Field>
    </fieldset>
  )
}

/** Computed from the other fields; read-only. */
const Worked = ({ goodsFen, unitFen }: { goodsFen: number; unitFen: number }) => (
  <output>
    <b>{formatMoney(unitFen)}</b>（其中货价 {formatMoney(goodsFen)}）
  </output>
)
