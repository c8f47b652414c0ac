import type { Ref } from '@portal/contract/kernel/rows'
import { use, useState } from 'react'
import { PeopleSelect } from '../../../people/shared/people-select.tsx'
import { PersonSelect } from '../../../people/shared/person-select.tsx'
import type { ControlProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { ViewContext } from '../view-context.ts'
import { listValues } from './options.ts'
import { nameIn } from './shown-person.tsx'

/** Chooses one or several people with accounts; the value is their ids. */
export default function PersonControl({ state: { rule }, id, value, onChange, disabled }: ControlProps) {
  const { is, number, text } = readSettings(rule)
  const { people, onName } = use(ViewContext)
  const [picked, setPicked] = useState<readonly Ref[]>([])
  const pick = (chosen: readonly Ref[]): void => {
    setPicked(chosen)
    onName?.(chosen)
  }
  const refs = listValues(value).map((one) => ({
    id: Number(one),
    name: nameIn([...picked, ...people], one),
  }))
  if (!is('multiple'))
    return (
      <PersonSelect
        id={id}
        disabled={disabled}
        value={refs[0]?.id ?? null}
        known={refs[0]}
        placeholder={text('placeholder')}
        allowClear={is('clearable', true)}
        onPick={(person) => pick([person])}
        onChange={onChange}
      />
    )
  const most = number('multipleLimit') ?? 0
  if (disabled) return <span>{refs.map(({ name }) => name).join('、') || '—'}</span>
  return (
    <PeopleSelect
      id={id}
      value={refs}
      placeholder={text('placeholder')}
      onChange={(next) => {
        const kept = most > 0 ? next.slice(0, most) : next
        pick(kept)
        onChange(kept.length > 0 ? kept.map((person) => person.id) : null)
      }}
    />
  )
}
