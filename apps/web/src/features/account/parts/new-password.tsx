import { Form, Input } from 'antd'
import { PASSWORD_RULE, judgeStrength } from '@portal/contract/account/password'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { Field } from '../../../ui/form/field.tsx'

const words = ['', '弱', '中', '强'] as const

interface Props extends FieldAria {
  id?: string
  value?: string
  onChange?: (value: string) => void
}
function Measured({ id, value = '', onChange, ...aria }: Props) {
  const strength = judgeStrength(value)
  return (
    <div className="new-password">
      <Input.Password
        {...aria}
        id={id ?? ''}
        value={value}
        maxLength={64}
        autoComplete="new-password"
        onChange={(e) => onChange?.(e.target.value)}
      />
      {value !== '' && (
        <p role="status">
          <meter min={0} max={3} value={strength} aria-hidden />
          密码强度：{words[strength] || '不符合要求'}
        </p>
      )}
    </div>
  )
}

/** A new password and its repetition, in the form's fields `name` and `again`. */
export function NewPassword({ name, label = '密码' }: { name: string; label?: string }) {
  return (
    <>
      <Field name={name} label={label} hint={PASSWORD_RULE}>
        <Measured />
      </Field>
      <Form.Item
        name="again"
        label={`确认${label}`}
        dependencies={[name]}
        required
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, again: string) =>
              again && again === getFieldValue(name)
                ? Promise.resolve()
                : Promise.reject(new Error(again ? '两次输入的密码不一致' : `请再次输入${label}`)),
          }),
        ]}
      >
        <Input.Password maxLength={64} autoComplete="new-password" />
      </Form.Item>
    </>
  )
}
