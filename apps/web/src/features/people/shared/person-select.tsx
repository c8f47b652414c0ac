import type { Ref } from '@portal/contract/kernel/rows'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { useCampusPeopleOptions, usePeopleOptions } from '../people.queries.ts'

interface Props {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  /** The person selected initially. */
  known?: Ref | null | undefined
  disabled?: boolean
  /** Offers only the university's own people. */
  campus?: boolean
  /** Options shown before the user types. */
  offered?: readonly { value: number; label: string }[]
  /** Receives the picked person with name; called before `onChange`. */
  onPick?: (person: Ref) => void
  /** The person to list last, because the words usually mean another one. */
  last?: number
}
/** Selects a person by name, pinyin or username. */
export const PersonSelect = ({
  id,
  value,
  onChange,
  known,
  disabled = false,
  campus = false,
  offered,
  onPick,
  last,
}: Props) => (
  <AsyncSelect
    {...(id && { id })}
    value={value ?? null}
    onChange={(v, option) => {
      if (v !== null && option) onPick?.({ id: Number(v), name: option.label })
      onChange?.(v === null ? null : Number(v))
    }}
    useOptions={campus ? useCampusPeopleOptions : usePeopleOptions}
    known={known ? { value: known.id, label: known.name } : undefined}
    disabled={disabled}
    offered={offered}
    last={last}
    placeholder="输入姓名、拼音或用户名"
  />
)
