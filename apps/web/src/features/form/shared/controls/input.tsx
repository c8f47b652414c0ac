import { AutoComplete, Input } from 'antd'
import type { ControlProps } from '../control.ts'
import { chooseInputType, readSettings, textWithin } from '../settings.ts'

/** A text box, a text area or a password. A typed number stays text, as form-kit expects. */
export function InputControl({ state: { rule }, id, value, onChange, onBlur, disabled, aria }: ControlProps) {
  const { text, is, number, texts } = readSettings(rule)
  const type = chooseInputType(rule)
  const common = {
    ...aria,
    id,
    disabled,
    value: value === null || typeof value === 'object' ? '' : String(value),
    placeholder: text('placeholder'),
    allowClear: is('clearable'),
    readOnly: is('readonly'),
    onBlur,
    onChange: (e: { target: { value: string } }) => onChange(e.target.value === '' ? null : e.target.value),
    ...(number('maxlength') !== undefined && { maxLength: number('maxlength') }),
    showCount: is('showWordLimit'),
  }
  if (type === 'textarea')
    return (
      <Input.TextArea {...common} rows={number('rows') ?? 2} autoSize={is('autosize') && { minRows: 2 }} />
    )
  if (type === 'password') return <Input.Password {...common} autoComplete="new-password" />
  const within = {
    prefix: textWithin(rule, 'prepend') || textWithin(rule, 'prefix') || undefined,
    suffix: textWithin(rule, 'append') || textWithin(rule, 'suffix') || undefined,
  }
  const offered = texts('data')
  if (offered.length === 0) return <Input {...common} {...within} />
  return (
    <AutoComplete
      {...aria}
      id={id}
      disabled={disabled}
      style={{ width: '100%' }}
      options={offered.map((one) => ({ value: one }))}
      value={common.value}
      onChange={(typed: string | undefined) => onChange(typed ? typed : null)}
      onBlur={onBlur}
      placeholder={common.placeholder}
    />
  )
}
