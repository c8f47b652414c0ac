import { InputNumber } from 'antd'
import { parseNumber } from '@portal/form-kit/check/types'
import type { ControlProps } from '../control.ts'
import { readSettings } from '../settings.ts'

export function NumberControl({
  state: { rule },
  id,
  value,
  onChange,
  onBlur,
  disabled,
  aria,
}: ControlProps) {
  const { text, is, number } = readSettings(rule)
  const shown = parseNumber(value)
  const [least, most, places] = [number('min'), number('max'), number('precision')]
  return (
    <InputNumber<number>
      {...aria}
      id={id}
      disabled={disabled}
      value={Number.isNaN(shown) ? null : shown}
      onChange={onChange}
      onBlur={onBlur}
      className="fv-short"
      placeholder={text('placeholder')}
      controls={is('controls', true)}
      step={number('step') || 1}
      {...(least !== undefined && { min: least })}
      {...(most !== undefined && { max: most })}
      {...(places !== undefined && { precision: places })}
    />
  )
}
