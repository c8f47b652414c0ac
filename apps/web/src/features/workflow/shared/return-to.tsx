import { useId } from 'react'

interface Props {
  steps: readonly { visit: number; name: string }[]
  /** A step by its visit; null is the starter. */
  value: number | null
  onChange: (to: number | null) => void
}
/** An earlier step, or the starter. */
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
