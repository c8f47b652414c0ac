import type { Ref } from '@portal/contract/kernel/rows'
import { useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { usePeopleOptions } from '../people.queries.ts'
import './people-select.css'

interface Props {
  id?: string
  value?: readonly Ref[]
  onChange?: (value: readonly Ref[]) => void
}

/** Several people: looked for one after the other. */
export function PeopleSelect({ id, value = [], onChange }: Props) {
  const [round, setRound] = useState(0)
  return (
    <div className="people-select">
      <AsyncSelect
        key={round}
        {...(id && { id })}
        value={null}
        useOptions={usePeopleOptions}
        placeholder="输入姓名、拼音或用户名添加"
        onChange={(picked, option) => {
          if (picked === null || value.some((p) => p.id === Number(picked))) return
          onChange?.([...value, { id: Number(picked), name: option?.label ?? '' }])
          setRound(round + 1) // empty again, for the next one
        }}
      />
      <ul>
        {value.map((p) => (
          <li key={p.id}>
            {p.name}
            <button type="button" aria-label={`移除 ${p.name}`} onClick={() => onChange?.(value.filter((o) => o.id !== p.id))}>
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
