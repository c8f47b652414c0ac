/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the form only hears that somebody comes near */
import { useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { SavedFilter } from '@portal/contract/list-setting/list-setting'
import { Icon } from '../icon.tsx'
import { Button } from '../light.tsx'
import { SavedFilters } from './saved-filters.tsx'
import { StandIn, useKit, type Kit, type Wish } from './filter-stand-in.tsx'
import { dropEmpty, type FilterValue } from './list-query.ts'

export interface Option {
  value: string | number
  label: string
  disabled?: boolean
}
interface Base {
  /** Parameter name in the query and in the address bar. */
  name: string
  label: string
}
export type Filter =
  | (Base & { kind: 'text'; placeholder?: string })
  /** A hook if the options come from the server. */
  | (Base & { kind: 'select'; options: readonly Option[] | (() => readonly Option[]); multiple?: true })
  | (Base & { kind: 'flag' })
  /** `name` is the first day, `until` the last. */
  | (Base & { kind: 'days'; until: string })
  | (Base & {
      kind: 'custom'
      /** The value is typed, so it applies like text. */
      typed?: true
      render: (value: string | undefined, set: (value: FilterValue) => void, id: string) => ReactNode
    })

export type FilterDraft = Record<string, FilterValue>

export const listNames = (filters: readonly Filter[]): string[] =>
  filters.flatMap((f) => (f.kind === 'days' ? [f.name, f.until] : [f.name]))

interface Props {
  filters: readonly Filter[]
  values: Record<string, string>
  onChange: (values: Record<string, FilterValue>) => void
  /** Called by 查询 with unchanged filters, to reload. */
  onAgain: () => void
  /** The user's named filters; `onSave` adds one, or replaces the one of its name. */
  saved?: readonly SavedFilter[] | undefined
  onSave?: (added: SavedFilter) => Promise<void>
}
const CELL = 280

/**
 * Filters in one row above the table; the rest unfolds. Typed text applies on Enter or 查询, everything else at
 * once.
 */
export function FilterBar({ filters, values, onChange, onAgain, saved = [], onSave }: Props) {
  const [draft, setDraft] = useState<FilterDraft>(values)
  const { kit, load } = useKit()
  const [near, setNear] = useState(false)
  const [open, setOpen] = useState(false)
  // What a control shows of text that is no value, such as 十元, it alone knows; in the next round a new one
  // shows what is in force.
  const [round, setRound] = useState(0)
  // On a phone all filters are folded, to leave room for rows.
  const [folded, setFolded] = useState(true)
  const active = listActive(filters, values)
  const box = useRef<HTMLFormElement>(null)
  const [perRow, setPerRow] = useState(4)
  /** What was applied here last, until it comes back as `values`. */
  const [applied, setApplied] = useState<Record<string, string>>()
  // The address bar may change from outside (back button, a link).
  const [seen, setSeen] = useState(values)
  if (seen !== values) {
    setSeen(values)
    setDraft(values)
    setApplied(undefined)
    if (!applied || !isSame(applied, values)) setRound(round + 1)
  }
  useLayoutEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(
      ([entry]) => entry && setPerRow(Math.max(1, Math.floor(entry.contentRect.width / CELL))),
    )
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])

  const fits = perRow === 1 ? 1 : perRow - 1 // the last place of the row is for the buttons
  // An active filter is never hidden.
  const first = filters.filter((f, i) => i < fits || listNames([f]).some((n) => values[n]))
  const folds = first.length < filters.length
  const narrow = perRow === 1
  const shown = open || narrow ? filters : first
  const approach = () => {
    setNear(true)
    if (!kit) load()
  }
  const apply = (next: FilterDraft) => {
    setApplied(dropEmpty(next))
    onChange(next)
  }
  const set = (part: FilterDraft, now: boolean) => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (now) apply(next)
  }
  const reset = () => {
    // Text that was typed but not applied exists only in the draft.
    setDraft({})
    setRound(round + 1)
    if (Object.keys(values).length > 0) apply({})
  }
  return (
    <>
      <button
        type="button"
        className="btn filters-fold no-print"
        aria-expanded={!folded}
        onClick={() => setFolded(!folded)}
      >
        <Icon name="search" size={16} />
        筛选{active > 0 && `（${active}）`}
        <Icon name={folded ? 'down' : 'up'} size={14} />
      </button>
      <form
        ref={box}
        className="filters card no-print"
        data-folded={folded || undefined}
        role="search"
        aria-label="筛选条件"
        onPointerEnter={approach}
        onFocus={approach}
        onSubmit={(e) => {
          e.preventDefault()
          if (isSame(dropEmpty(draft), values)) onAgain()
          else apply(draft)
        }}
      >
        {shown.map((f) => (
          <OneFilter
            key={f.kind === 'custom' && f.typed ? `${f.name} ${round}` : f.name}
            filter={f}
            draft={draft}
            set={set}
            rich={f.kind === 'days' && !near ? undefined : kit?.RichFilter}
          />
        ))}
        <div className="filters-buttons">
          <Button type="submit" kind="primary" icon="search">
            查询
          </Button>
          <Button onClick={reset}>重置</Button>
          {folds && !narrow && (
            <Button kind="text" aria-expanded={open} onClick={() => setOpen(!open)}>
              {open ? '收起' : '展开'}
              <Icon name={open ? 'up' : 'down'} size={14} />
            </Button>
          )}
        </div>
        {onSave && <SavedFilters saved={saved} values={values} onChoose={onChange} onSave={onSave} />}
      </form>
    </>
  )
}

const isSame = (one: Record<string, string>, other: Record<string, string>): boolean =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

/** Number of active filters. */
export const listActive = (filters: readonly Filter[], values: Record<string, unknown>): number =>
  filters.filter((f) => listNames([f]).some((n) => values[n])).length

interface OneProps {
  filter: Filter
  draft: FilterDraft
  set: (part: FilterDraft, now: boolean) => void
  /** The real control, once loaded. */
  rich: Kit['RichFilter'] | undefined
}
function OneFilter({ filter: f, draft, set, rich: Rich }: OneProps) {
  const id = useId()
  const [wish, setWish] = useState<Wish>()
  if (f.kind === 'flag')
    return (
      <label className="filter filter-flag">
        <input
          type="checkbox"
          checked={String(draft[f.name]) === 'true'}
          onChange={(e) => set({ [f.name]: e.target.checked }, true)}
        />
        {f.label}
      </label>
    )
  const standIn = f.kind !== 'text' && (
    <StandIn id={id} filter={f} draft={draft} wish={wish} onWish={setWish} />
  )
  return (
    <div className="filter">
      <label htmlFor={id}>{f.label}</label>
      {f.kind === 'text' ? (
        <TextFilter
          id={id}
          filter={f}
          value={String(draft[f.name] ?? '')}
          onChange={(v, now) => set({ [f.name]: v }, now)}
        />
      ) : Rich ? (
        <Rich id={id} filter={f} draft={draft} set={set} wish={wish} standIn={standIn} />
      ) : (
        standIn
      )}
    </div>
  )
}

function TextFilter({
  id,
  filter: f,
  value,
  onChange,
}: {
  id: string
  filter: Filter & { kind: 'text' }
  value: string
  onChange: (value: string, now: boolean) => void
}) {
  return (
    <span className="filter-box">
      <input
        id={id}
        value={value}
        maxLength={100}
        placeholder={f.placeholder ?? `请输入${f.label}`}
        onChange={(e) => onChange(e.target.value, false)}
      />
      {value && (
        <button type="button" aria-label={`清除${f.label}`} onClick={() => onChange('', true)}>
          <Icon name="close" size={13} />
        </button>
      )}
    </span>
  )
}
