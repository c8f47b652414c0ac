import { Form, InputNumber, Select, type FormInstance } from 'antd'
import {
  encodingWords,
  MOST_REGISTER,
  registerTypeWords,
  wordOrderWords,
  type Register,
} from '@portal/contract/iot/mapping'
import { Field } from '../../../ui/form/field.tsx'
import { listOptions } from '../../../ui/list/options.ts'

/** Where a line's value stands in a bus message, for lines that read a register. */
export function RegisterFields({ form, row }: { form: FormInstance; row: number }) {
  const name = (field: keyof Register) => ['lines', row, 'register', field]
  const r = Form.useWatch(['lines', row, 'register'], { form, preserve: true }) as
    | Partial<Register>
    | null
    | undefined
  return (
    <div className="iot-register">
      <Field name={name('encoding')} label="寄存器报文">
        <Select allowClear placeholder="不是" options={listOptions(encodingWords)} />
      </Field>
      {r?.encoding && (
        <>
          <Field name={name('slave')} label="从站地址" hint="完整应答才填，将核对校验码">
            <InputNumber min={1} max={247} precision={0} placeholder="空：只有寄存器" />
          </Field>
          <Field name={name('first')} label="起始寄存器" hint="报文中第一个">
            <InputNumber min={0} max={MOST_REGISTER} precision={0} placeholder="0" />
          </Field>
          <Field name={name('at')} label="寄存器地址">
            <InputNumber min={0} max={MOST_REGISTER} precision={0} />
          </Field>
          <Field name={name('type')} label="数据类型">
            <Select options={listOptions(registerTypeWords)} />
          </Field>
          {r.type === 'bit' ? (
            <Field name={name('bit')} label="位号" hint="最低位为 0">
              <InputNumber min={0} max={15} precision={0} placeholder="0" />
            </Field>
          ) : (
            r.type !== 'u16' &&
            r.type !== 's16' && (
              <Field name={name('order')} label="字序">
                <Select placeholder={wordOrderWords.high} options={listOptions(wordOrderWords)} />
              </Field>
            )
          )}
        </>
      )}
    </div>
  )
}
