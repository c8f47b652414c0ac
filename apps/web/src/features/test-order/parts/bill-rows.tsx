import { Input, InputNumber } from 'antd'
import { Field } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { ScaledInput } from '../../../ui/form/scaled-input.tsx'

export const MaterialRows = () => (
  <Rows
    name="materials"
    title="材料"
    one="材料"
    columns="minmax(0, 2fr) minmax(0, 1fr) minmax(0, 2fr)"
    most={50}
    blank={{ quantity: 1 }}
  >
    {(row) => (
      <>
        <Field name={['materials', row, 'label']} label="材料名称" required>
          <Input maxLength={50} />
        </Field>
        <Field name={['materials', row, 'quantity']} label="数量" required>
          <InputNumber min={1} max={100_000} precision={0} style={{ width: '100%' }} />
        </Field>
        <Field name={['materials', row, 'unitFen']} label="单价" required>
          <MoneyInput />
        </Field>
      </>
    )}
  </Rows>
)

export const ExtraRows = () => (
  <Rows
    name="extras"
    title="附加费用"
    one="附加费用"
    columns="minmax(0, 2fr) minmax(0, 1fr) minmax(0, 2fr)"
    most={20}
  >
    {(row) => (
      <>
        <Field name={['extras', row, 'label']} label="费用名称" required>
          <Input maxLength={50} placeholder="加急、人工、超时…" />
        </Field>
        <Field name={['extras', row, 'amountFen']} label="金额" required>
          <MoneyInput />
        </Field>
        <Field name={['extras', row, 'reason']} label="费用说明" required>
          <Input maxLength={200} />
        </Field>
      </>
    )}
  </Rows>
)

export const DiscountRows = () => (
  <Rows
    name="discounts"
    title="优惠"
    one="优惠"
    columns="minmax(0, 2fr) minmax(0, 1fr) minmax(0, 2fr)"
    most={10}
  >
    {(row) => (
      <>
        <Field name={['discounts', row, 'percent']} label="优惠比例" hint="与优惠金额二选一">
          <ScaledInput digits={0} suffix="%" />
        </Field>
        <Field name={['discounts', row, 'amountFen']} label="优惠金额">
          <MoneyInput />
        </Field>
        <Field name={['discounts', row, 'reason']} label="优惠原因" required>
          <Input maxLength={200} />
        </Field>
      </>
    )}
  </Rows>
)
