import { OPINION } from '@portal/contract/kernel/fields'
import { useId } from 'react'
import './opinion-field.css'

interface Props {
  label?: string
  value: string
  onChange: (value: string) => void
}
/** A small field beside the buttons, for approvals by one click without a dialog. */
export function OpinionField({ label = OPINION, value, onChange }: Props) {
  const id = useId()
  return (
    <div className="decide-field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        maxLength={500}
        value={value}
        onChange={(e) => onChange(e.target.value)}
        placeholder="可不填"
      />
    </div>
  )
}
