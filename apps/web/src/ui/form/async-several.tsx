import type { Ref } from '@portal/contract/kernel/rows'
import { useState } from 'react'
import { passFocusOn } from '../../lib/pass-focus.ts'
import { Icon } from '../icon.tsx'
import { AsyncSelect, type Found } from './async-select.tsx'
import type { FieldAria } from './field-aria.ts'
import './async-several.css'

interface Props extends FieldAria {
  id?: string
  value?: readonly Ref[]
  onChange?: (value: readonly Ref[]) => void
  useOptions: (keyword: string) => Found
  placeholder: string
}

/** Picks several values from a long list on the server, one search after the other. */
export function AsyncSeveral({ id, value = [], onChange, useOptions, placeholder, ...aria }: Props) {
  const [round, setRound] = useState(0)
  return (
    <div className="async-several">
      <AsyncSelect
        key={round}
        {...aria}
        {...(id && { id })}
        value={null}
        useOptions={useOptions}
        placeholder={placeholder}
        onChange={(picked, option) => {
          if (picked === null || value.some((v) => v.id === Number(picked))) return
          onChange?.([...value, { id: Number(picked), name: option?.label ?? '' }])
          setRound(round + 1) // clears the search box for the next value
        }}
      />
      <ul>
        {value.map((v) => (
          <li key={v.id}>
            {v.name}
            <button
              type="button"
              aria-label={`移除 ${v.name}`}
              onClick={(e) => {
                passFocusOn(e.currentTarget)
                onChange?.(value.filter((o) => o.id !== v.id))
              }}
            >
              <Icon name="close" size={12} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
