import { Input } from 'antd'
import { use, useEffect, useId, useState } from 'react'
import { parseScaled, shownScaled } from './decimal.rules.ts'
import { TypedContext } from './field.tsx'
import type { FieldAria } from './field-aria.ts'

export interface ScaledProps extends FieldAria {
  id?: string
  /** A whole number of the smallest unit: with two `digits`, hundredths. */
  value?: number | null
  /** Undefined if empty; null if the text is not such a number, and the field shows why. */
  onChange?: (value: number | null | undefined) => void
  digits: number
  prefix?: string
  suffix?: string
  placeholder?: string
  /** Shows all decimals, including zeros. */
  padded?: boolean
  disabled?: boolean
}

/**
 * The user types decimals; the value is a whole number of the smallest unit. Invalid text stays as typed and
 * is not rounded.
 */
export function ScaledInput({
  id,
  value,
  onChange,
  digits,
  prefix,
  suffix,
  placeholder,
  padded = false,
  disabled = false,
  ...aria
}: ScaledProps) {
  const field = use(TypedContext)
  const note = useId()
  const [text, setText] = useState(() => shownScaled(value, digits, padded))
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (seen !== value) {
    setSeen(value)
    // The value was set from outside. Otherwise the typed text stays, also '12.' or an invalid number.
    if ((value ?? null) !== (sent ?? null)) {
      setSent(value)
      setText(shownScaled(value, digits, padded))
    }
  }
  const parsed = text.trim() === '' ? undefined : parseScaled(text, digits)
  const fault = typeof parsed === 'string' ? parsed : undefined
  useEffect(() => {
    field?.(fault)
    return () => field?.(undefined)
  }, [field, fault])

  const type = (typed: string) => {
    const to = typed.trim() === '' ? undefined : parseScaled(typed, digits)
    const wrong = typeof to === 'string'
    setText(typed)
    setSent(wrong ? null : to)
    field?.(wrong ? to : undefined) // before `onChange`, which triggers the check of the field
    onChange?.(wrong ? null : to)
  }
  return (
    <>
      <Input
        id={id ?? ''}
        inputMode="decimal"
        autoComplete="off"
        prefix={prefix}
        suffix={suffix}
        value={text}
        disabled={disabled}
        {...(placeholder !== undefined && { placeholder })}
        {...aria}
        {...(fault && !field && { status: 'error', 'aria-invalid': true, 'aria-describedby': note })}
        onChange={(e) => type(e.target.value)}
        onBlur={() => typeof parsed === 'number' && setText(shownScaled(parsed, digits, padded))}
      />
      {fault && !field && (
        <span id={note} role="alert" style={{ color: 'var(--refused)' }}>
          {fault}
        </span>
      )}
    </>
  )
}
