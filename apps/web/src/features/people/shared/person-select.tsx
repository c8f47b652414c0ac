import type { Ref } from '@portal/contract/kernel/rows'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { useCampusPeopleOptions, usePeopleOptions } from '../people.queries.ts'

interface Props {
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
  /** The person chosen before anybody searched. */
  known?: Ref | null | undefined
  disabled?: boolean
  /** Only the university's own people are meant. */
  campus?: boolean
  /** Offered before anybody types. */
  offered?: readonly { value: number; label: string }[]
  /** Who was just chosen, by the name he was chosen by; before `onChange`. */
  onPick?: (person: Ref) => void
  /** Found by the same words, somebody else is meant as a rule. */
  last?: number
}
/** Looks for a person by name, pinyin or username. */
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
