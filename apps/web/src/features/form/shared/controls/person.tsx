import type { Ref } from '@portal/contract/kernel/rows'
import type { Json } from '@portal/form-kit/form/form'
import { use, useState } from 'react'
import { PeopleSelect } from '../../../people/shared/people-select.tsx'
import { PersonSelect } from '../../../people/shared/person-select.tsx'
import type { ControlProps, ShowProps } from '../control.ts'
import { settingsOf } from '../settings.ts'
import { ViewContext } from '../view-context.ts'
import { listOf } from './options.ts'

const nameIn = (people: readonly Ref[], value: Json): string =>
  people.find(({ id }) => id === Number(value))?.name ?? `人员 ${String(value)}`

/** Somebody with an account, or several: their numbers. */
export function PersonControl({ state: { rule }, id, value, onChange, disabled }: ControlProps) {
  const { is, number } = settingsOf(rule)
  const { people } = use(ViewContext)
  const [picked, setPicked] = useState<readonly Ref[]>([])
  const refs = listOf(value).map((one) => ({ id: Number(one), name: nameIn([...picked, ...people], one) }))
  if (!is('multiple'))
    return (
      <PersonSelect
        id={id}
        disabled={disabled}
        value={refs[0]?.id ?? null}
        known={refs[0]}
        onPick={(person) => setPicked([person])}
        onChange={onChange}
      />
    )
  const most = number('multipleLimit') ?? 0
  if (disabled) return <span>{refs.map(({ name }) => name).join('、') || '—'}</span>
  return (
    <PeopleSelect
      id={id}
      value={refs}
      onChange={(next) => {
        const kept = most > 0 ? next.slice(0, most) : next
        setPicked(kept)
        onChange(kept.length > 0 ? kept.map((person) => person.id) : null)
      }}
    />
  )
}

export function ShownPerson({ value }: ShowProps) {
  const { people } = use(ViewContext)
  return listOf(value)
    .map((one) => nameIn(people, one))
    .join('、')
}
