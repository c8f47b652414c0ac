import type { Ref } from '@portal/contract/kernel/rows'
import { useState } from 'react'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { useCampusPeopleOptions, usePeopleOptions, usePersonOption } from '../people.queries.ts'

interface Props extends FieldAria {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  /** The person selected initially. */
  known?: Ref | null | undefined
  disabled?: boolean
  placeholder?: string | undefined
  allowClear?: boolean
  /** Offers only the university's own people. */
  campus?: boolean
  /** Options shown before the user types. */
  offered?: readonly { value: number; label: string }[]
  /** Receives the picked person with name; called before `onChange`. */
  onPick?: (person: Ref) => void
  /** The person to list last, because the words usually mean another one. */
  last?: number
}
/**
 * Selects a person by name, pinyin or username. The name of a value that comes from elsewhere, as from a
 * restored draft, is looked up.
 */
export function PersonSelect({
  id,
  value,
  onChange,
  known,
  disabled = false,
  placeholder = '输入姓名、拼音或用户名',
  allowClear = true,
  campus = false,
  offered = [],
  onPick,
  last,
  ...aria
}: Props) {
  const [picked, setPicked] = useState<Ref | null>(null)
  const named = value != null && picked?.id === value ? picked : known
  const isNamed = named?.id === value || offered.some((o) => o.value === value)
  const looked = usePersonOption(isNamed ? null : (value ?? null))
  return (
    <AsyncSelect
      {...aria}
      {...(id && { id })}
      value={value ?? null}
      onChange={(v, option) => {
        if (v !== null && option) {
          const person = { id: Number(v), name: option.label }
          setPicked(person)
          onPick?.(person)
        }
        onChange?.(v === null ? null : Number(v))
      }}
      useOptions={campus ? useCampusPeopleOptions : usePeopleOptions}
      known={looked ?? (named ? { value: named.id, label: named.name } : undefined)}
      disabled={disabled}
      offered={offered}
      last={last}
      placeholder={placeholder}
      allowClear={allowClear}
    />
  )
}
