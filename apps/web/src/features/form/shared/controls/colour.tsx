import { ColorPicker, Input, Space } from 'antd'
import { isColour } from '@portal/form-kit/check/types'
import type { ControlProps } from '../control.ts'
import { readSettings } from '../settings.ts'

/** A colour, typed or picked. Typing is offered because the picker needs a mouse. */
export default function ColourControl({
  state: { rule },
  id,
  value,
  onChange,
  onBlur,
  disabled,
  aria,
}: ControlProps) {
  const { is, texts } = readSettings(rule)
  const typed = typeof value === 'string' ? value : ''
  const offered = texts('predefine').filter(isColour)
  return (
    <Space.Compact className="fv-short">
      <ColorPicker
        disabled={disabled}
        // antd treats a missing colour as transparent and then warns about `disabledAlpha`.
        disabledAlpha={!is('showAlpha') && isColour(typed)}
        value={isColour(typed) ? typed : null}
        onChangeComplete={(colour) => onChange(colour.toHexString())}
        {...(offered.length > 0 && { presets: [{ label: '预设颜色', colors: offered }] })}
      />
      <Input
        {...aria}
        id={id}
        disabled={disabled}
        value={typed}
        placeholder="#1650b0"
        allowClear
        onBlur={onBlur}
        onChange={(e) => onChange(e.target.value.trim() || null)}
      />
    </Space.Compact>
  )
}
