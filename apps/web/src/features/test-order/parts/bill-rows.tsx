import { Form, Input, InputNumber } from 'antd'
import type { ReactNode } from 'react'
import { Field } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { ScaledInput } from '../../../ui/form/scaled-input.tsx'
import { Button } from '../../../ui/light.tsx'
import './bill-rows.css'

interface Props {
  name: 'materials' | 'extras' | 'discounts'
  legend: string
  add: string
  most: number
  blank: object
  /** The fields of one row. */
  children: (row: number) => ReactNode
}

/** Rows of a bill that can be added and taken away. */
function BillRows({ name, legend, add: word, most, blank, children }: Props) {
  return (
    <Form.List name={name}>
      {(rows, { add, remove }) => (
        <fieldset className="bill-rows form-wide">
          <legend>{legend}</legend>
          {rows.map(({ key, name: row }) => (
            <div key={key} className="bill-row" role="group" aria-label={`${legend} ${row + 1}`}>
              {children(row)}
              <Button size="small" kind="danger" aria-label={`移除${legend} ${row + 1}`} onClick={() => remove(row)}>
                移除
              </Button>
            </div>
          ))}
          <Button size="small" disabled={rows.length >= most} onClick={() => add(blank)}>
            {word}
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}

export const MaterialRows = () => (
  <BillRows name="materials" legend="材料" add="添加材料" most={50} blank={{ quantity: 1 }}>
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
  </BillRows>
)

export const ExtraRows = () => (
  <BillRows name="extras" legend="附加费用" add="添加附加费用" most={20} blank={{}}>
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
  </BillRows>
)

export const DiscountRows = () => (
  <BillRows name="discounts" legend="优惠" add="添加优惠" most={10} blank={{}}>
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
  </BillRows>
)
