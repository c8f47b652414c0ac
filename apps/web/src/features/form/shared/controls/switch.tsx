import { Switch } from 'antd'
import type { Json, Rule } from '@portal/form-kit/form/form'
import type { ControlProps, ShowProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { makeKey } from './options.ts'

const isOn = (rule: Rule, value: Json): boolean =>
  makeKey(value) === makeKey(rule.props?.['activeValue'] ?? true)
const listWords = (rule: Rule, on: boolean): string | undefined =>
  readSettings(rule).text(on ? 'activeText' : 'inactiveText')

/** A switch with its own values for on and off. Its text stands beside it, readable with any colour. */
export function SwitchControl({
  state: { rule },
  id,
  value,
  onChange,
  onBlur,
  disabled,
  aria,
}: ControlProps) {
  const { props, number } = readSettings(rule)
  const on = isOn(rule, value)
  const width = number('width')
  // In units of the form's own width, so that a wide switch and its text fit a phone.
  const minWidth = `min(${Math.min(width ?? 0, 400)}px, 70cqi)`
  return (
    <span className="fv-switch" onBlur={onBlur}>
      <Switch
        id={id}
        checked={on}
        disabled={disabled}
        {...(width !== undefined && width > 0 && { style: { minWidth } })}
        onChange={(next) =>
          onChange(next ? (props['activeValue'] ?? true) : (props['inactiveValue'] ?? false))
        }
        aria-describedby={aria['aria-describedby']}
      />
      {listWords(rule, on)}
    </span>
  )
}
export const ShownSwitch = ({ state: { rule }, value }: ShowProps) =>
  listWords(rule, isOn(rule, value)) ?? (isOn(rule, value) ? '是' : '否')
