import { useEffect, useRef, useState, type ComponentProps } from 'react'

/** So long after the last key a day that is still being typed counts as meant. */
const PAUSE_MS = 600

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** `YYYY-MM-DD`, or '' for none. */
  value: string
  onChange: (day: string) => void
}
/**
 * The browser's own field for a day. It says each digit of a year that is typed (0002, 0020, 0202): what is
 * asked for with it hears of a day once, when it is whole.
 */
export function TypedDay({ value, onChange, ...rest }: Props) {
  const [typed, setTyped] = useState(value)
  const [seen, setSeen] = useState(value)
  if (seen !== value) {
    setSeen(value)
    setTyped(value)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const take = (input: HTMLInputElement) => {
    clearTimeout(timer.current)
    if (isWhole(input) && input.value !== value) onChange(input.value)
  }
  return (
    <input
      {...rest}
      type="date"
      value={typed}
      onChange={(e) => {
        const input = e.currentTarget
        setTyped(input.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => take(input), PAUSE_MS)
      }}
      onKeyDown={(e) => e.key === 'Enter' && take(e.currentTarget)}
      onBlur={(e) => {
        if (isWhole(e.currentTarget)) take(e.currentTarget)
        else setTyped(value)
      }}
    />
  )
}

/** A day within the limits, or nothing at all; a year that is half typed is neither. */
const isWhole = ({ value, min, validity }: HTMLInputElement): boolean =>
  value === '' ? !validity.badInput : validity.valid && value >= (min || '2000-01-01') && value < '2100-01-01'
