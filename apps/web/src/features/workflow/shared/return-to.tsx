import { useId } from 'react'

interface Props {
  steps: readonly { visit: number; name: string }[]
  /** The visit of a step; null means the starter. */
  value: number | null
  onChange: (to: number | null) => void
}
/** Chooses an earlier step or the starter. */
export function ReturnTo({ steps, value, onChange }: Props) {
  const name = useId()
  const choices = [{ visit: null, name: '发起人' }, ...steps]
  return (
    <fieldset className="return-to">
      <legend>退回到</legend>
      {choices.map((step) => (
        <label key={step.visit ?? 'starter'}>
          <input
            type="radio"
            name={name}
            checked={value === step.visit}
            onChange={() => onChange(step.visit)}
          />{' '}
          {step.name}
        </label>
      ))}
    </fieldset>
  )
}
