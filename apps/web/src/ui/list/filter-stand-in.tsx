import { useCallback, useEffect, useState } from 'react'
import { Icon } from '../icon.tsx'
import { useOptions } from './filter-options.ts'
import type { Filter, FilterDraft } from './filters.tsx'

/** What the user did with a stand-in before the real control was loaded. */
export type Wish = 'focus' | 'open' | undefined

interface Props {
  id: string
  filter: Filter & { kind: 'select' | 'days' | 'custom' }
  draft: FilterDraft
  wish: Wish
  onWish: (wish: Wish) => void
}

/** Looks like the real control with its value, and passes on what the user did with it. */
export function StandIn(props: Props) {
  return props.filter.kind === 'select' ? (
    <SelectStandIn {...props} filter={props.filter} />
  ) : (
    <Face {...props} text={listDays(props.filter, props.draft)} />
  )
}

function SelectStandIn(props: Props & { filter: Filter & { kind: 'select' } }) {
  const options = useOptions(props.filter)
  const values = String(props.draft[props.filter.name] ?? '')
    .split(',')
    .filter(Boolean)
  const text = values.map((v) => options.find((o) => String(o.value) === v)?.label ?? v).join('、')
  return <Face {...props} text={text} />
}

function Face({ id, filter: f, text, wish, onWish }: Props & { text: string }) {
  const select = f.kind === 'select'
  return (
    <span className="filter-box" aria-busy={wish === 'open' || undefined}>
      <input
        id={id}
        readOnly
        {...(select && { role: 'combobox', 'aria-expanded': false, 'aria-haspopup': 'listbox' as const })}
        value={text}
        placeholder={select ? '全部' : f.kind === 'days' ? '开始日期 至 结束日期' : ''}
        onFocus={() => wish ?? onWish('focus')}
        onBlur={() => onWish(undefined)}
        onMouseDown={() => onWish('open')}
        onKeyDown={(e) => {
          if (!['Enter', ' ', 'ArrowDown', 'ArrowUp'].includes(e.key)) return
          e.preventDefault()
          onWish('open')
        }}
      />
      {select && <Icon name="down" size={13} />}
    </span>
  )
}

function listDays(f: Filter, draft: FilterDraft): string {
  const days = f.kind === 'days' ? [draft[f.name], draft[f.until]] : []
  return days.some(Boolean) ? days.map((d) => d || '不限').join(' 至 ') : ''
}

export type Kit = typeof import('./filter-kit.tsx')
let kit: Kit | undefined
const REST_MS = 1000

/** The real controls, loaded when the user approaches them or when the page is idle. */
export function useKit(): { kit: Kit | undefined; load: () => void } {
  const [there, setThere] = useState(kit)
  const load = useCallback(
    () =>
      void import('./filter-kit.tsx').then(
        (found) => setThere((kit = found)),
        () => {}, // the connection is broken; the next touch retries
      ),
    [],
  )
  useEffect(() => {
    if (there) return
    // Safari has no requestIdleCallback.
    const timer = setTimeout(() => (globalThis.requestIdleCallback ?? setTimeout)(load), REST_MS)
    return () => clearTimeout(timer)
  }, [there, load])
  return { kit: there, load }
}
