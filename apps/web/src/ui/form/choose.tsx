import { useId, type ReactNode } from 'react'
import { DayInput } from './dates.tsx'
import './choose.css'

interface Option {
  value: string | number
  label: string
  disabled?: boolean
}
interface Choosing {
  label: string
  value: string | number | undefined
  options: readonly Option[]
  onChoose: (value: string) => void
  /** Tooltip about the choice. */
  title?: string | undefined
  /** Text after the control: 按 … 汇总. */
  after?: ReactNode
}

/** A select with its label in front. */
export function Choose({ label, value, options, onChoose, title, after }: Choosing) {
  const id = useId()
  return (
    <span className="choose">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} title={title} onChange={(e) => onChoose(e.target.value)}>
        {options.map((o) => (
          <option key={o.value} value={o.value} disabled={o.disabled}>
            {o.label}
          </option>
        ))}
      </select>
      {after}
    </span>
  )
}

interface Days {
  from: string
  to: string
  onChoose: (part: { from: string } | { to: string }) => void
}
/** Two campus days, both `YYYY-MM-DD`. */
export function ChooseDays({ from, to, onChoose }: Days) {
  const id = useId()
  return (
    <>
      <span className="choose">
        <label htmlFor={`${id}-from`}>从</label>
        <DayInput
          id={`${id}-from`}
          value={from}
          notAfter={to}
          onChange={(day) => day && onChoose({ from: day })}
        />
      </span>
      <span className="choose">
        <label htmlFor={`${id}-to`}>至</label>
        <DayInput
          id={`${id}-to`}
          value={to}
          notBefore={from}
          onChange={(day) => day && onChoose({ to: day })}
        />
      </span>
    </>
  )
}
