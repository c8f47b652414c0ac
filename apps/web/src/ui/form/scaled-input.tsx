import { Input } from 'antd'
import { use, useEffect, useId, useState } from 'react'
import { parseScaled, shownScaled } from './decimal.rules.ts'
import { TypedContext } from './field.tsx'

export interface ScaledProps {
  id?: string
  /** A whole number of the smallest part: with two `digits`, hundredths. */
  value?: number | null
  /** Nothing typed is undefined; what is no such number is null, and its field says why. */
  onChange?: (value: number | null | undefined) => void
  digits: number
  prefix?: string
  suffix?: string
  placeholder?: string
  /** All decimals are shown, also noughts. */
  padded?: boolean
  disabled?: boolean
}

/**
 * People type decimals, the program holds whole parts of them. What does not fit stays as it was typed, and
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
}: ScaledProps) {
  const field = use(TypedContext)
  const note = useId()
  const [text, setText] = useState(() => shownScaled(value, digits, padded))
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (seen !== value) {
    setSeen(value)
    // From outside; what has been typed here stays as it was typed, '12.' or no number at all.
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
    field?.(wrong ? to : undefined) // before the change is heard of: with it the field is checked
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
