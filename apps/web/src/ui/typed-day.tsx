import { useEffect, useRef, useState, type ComponentProps } from 'react'

/** Pause after the last key, in ms, after which a typed day counts as complete. */
const PAUSE_MS = 600

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'value' | 'onChange'> {
  /** `YYYY-MM-DD`, or '' for none. */
  value: string
  onChange: (day: string) => void
}
/**
 * The browser's day input. It reports every typed digit of a year (0002, 0020, 0202), so `onChange` is called
 * only once the day is complete.
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

/** A valid day within the limits, or empty; not a year that is half typed. */
const isWhole = ({ value, min, validity }: HTMLInputElement): boolean =>
  value === '' ? !validity.badInput : validity.valid && value >= (min || '2000-01-01') && value < '2100-01-01'
