import { use } from 'react'
import { RichText } from '../../../../ui/rich-text/rich-text.tsx'
import type { ControlProps } from '../control.ts'
import { ViewContext } from '../view-context.ts'
import { readSettings } from '../settings.ts'

const LINE = 24

export default function EditorControl({
  state: { rule },
  id,
  value,
  onChange,
  onBlur,
  disabled,
  label,
  aria,
}: ControlProps) {
  const { text, number } = readSettings(rule)
  const height = number('height')
  const hint = text('placeholder')
  const { upload } = use(ViewContext)
  return (
    <div onBlur={onBlur}>
      <RichText
        {...aria}
        id={id}
        label={label}
        disabled={disabled}
        pictures={upload !== null}
        value={typeof value === 'string' ? value : ''}
        rows={height ? Math.min(Math.max(3, Math.round(height / LINE)), 40) : 6}
        {...(hint && { placeholder: hint })}
        onChange={(html) => onChange(html === '' ? null : html)}
      />
    </div>
  )
}
