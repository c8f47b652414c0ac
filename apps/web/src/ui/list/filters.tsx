import { Checkbox, Input, Select } from 'antd'
import { lazy, Suspense, useId, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Button } from '../light.tsx'
import type { FilterValue } from './list-query.ts'

const DayRange = lazy(() => import('../form/day-range.tsx'))

export interface Option {
  value: string | number
  label: string
  disabled?: boolean
}
interface Base {
  /** Name in the query and in the address bar. */
  name: string
  label: string
}
export type Filter =
  | (Base & { kind: 'text'; placeholder?: string })
  /** A hook, where the options come from the server. */
  | (Base & { kind: 'select'; options: readonly Option[] | (() => readonly Option[]); multiple?: true })
  | (Base & { kind: 'flag' })
  /** `name` is the first day, `until` the last. */
  | (Base & { kind: 'days'; until: string })
  | (Base & { kind: 'custom'; render: (value: string | undefined, set: (value: FilterValue) => void, id: string) => ReactNode })

export const namesOf = (filters: readonly Filter[]): string[] => filters.flatMap((f) => (f.kind === 'days' ? [f.name, f.until] : [f.name]))

interface Props {
  filters: readonly Filter[]
  values: Record<string, string>
  onChange: (values: Record<string, FilterValue>) => void
}
const CELL = 280

/** Above the table, one row; the rest unfolds. Typed words count on Enter or 查询, everything else at once. */
export function FilterBar({ filters, values, onChange }: Props) {
  const [draft, setDraft] = useState<Record<string, FilterValue>>(values)
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLFormElement>(null)
  const [perRow, setPerRow] = useState(4)
  // The address bar may change under us (back, a link).
  const [seen, setSeen] = useState(values)
  if (seen !== values) {
    setSeen(values)
    setDraft(values)
  }
  useLayoutEffect(() => {
    if (!box.current) return
    const watch = new ResizeObserver(([entry]) => entry && setPerRow(Math.max(1, Math.floor(entry.contentRect.width / CELL))))
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [])

  const fits = perRow === 1 ? 1 : perRow - 1 // the last place of the row is for the buttons
  const folds = filters.length > fits
  // A filter in force is never hidden.
  const shown = open || !folds ? filters : filters.filter((f, i) => i < fits || namesOf([f]).some((n) => values[n]))
  const set = (part: Record<string, FilterValue>, now: boolean) => {
    const next = { ...draft, ...part }
    setDraft(next)
    if (now) onChange(next)
  }
  return (
    <form
      ref={box}
      className="filters card no-print"
      role="search"
      aria-label="筛选条件"
      onSubmit={(e) => {
        e.preventDefault()
        onChange(draft)
      }}
    >
      {shown.map((f) => (
        <OneFilter key={f.name} filter={f} draft={draft} set={set} />
      ))}
      <div className="filters-buttons">
        <Button type="submit" kind="primary" icon="search">
          查询
        </Button>
        <Button onClick={() => onChange({})}>重置</Button>
        {folds && (
          <Button kind="text" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? '收起' : '展开'}
            <Icon name={open ? 'up' : 'down'} size={14} />
          </Button>
        )}
      </div>
    </form>
  )
}

function OneFilter({
  filter: f,
  draft,
  set,
}: {
  filter: Filter
  draft: Record<string, FilterValue>
  set: (part: Record<string, FilterValue>, now: boolean) => void
}) {
  const id = useId()
  const value = draft[f.name]
  const text = value === undefined || value === null ? undefined : String(value)
  if (f.kind === 'flag')
    return (
      <div className="filter">
        <Checkbox checked={text === 'true'} onChange={(e) => set({ [f.name]: e.target.checked }, true)}>
          {f.label}
        </Checkbox>
      </div>
    )
  return (
    <div className="filter">
      <label htmlFor={id}>{f.label}</label>
      {f.kind === 'text' && (
        <Input
          id={id}
          allowClear
          value={text ?? ''}
          maxLength={100}
          placeholder={f.placeholder ?? `请输入${f.label}`}
          onChange={(e) => set({ [f.name]: e.target.value }, e.target.value === '' && e.type === 'click')}
        />
      )}
      {f.kind === 'select' && <SelectFilter id={id} filter={f} value={text} onChange={(v) => set({ [f.name]: v }, true)} />}
      {f.kind === 'days' && (
        <Suspense fallback={<Input id={id} disabled placeholder="开始日期 至 结束日期" />}>
          <DayRange
            id={id}
            value={[text, draft[f.until] ? String(draft[f.until]) : undefined]}
            onChange={([from, until]) => set({ [f.name]: from, [f.until]: until }, true)}
          />
        </Suspense>
      )}
      {f.kind === 'custom' && f.render(text, (v) => set({ [f.name]: v }, true), id)}
    </div>
  )
}

function SelectFilter({
  id,
  filter: f,
  value,
  onChange,
}: {
  id: string
  filter: Filter & { kind: 'select' }
  value: string | undefined
  onChange: (v: FilterValue) => void
}) {
  // Whether options are a list or a hook is written in the page and never changes.
  const options = typeof f.options === 'function' ? f.options() : f.options
  const asText = options.map((o) => ({ ...o, value: String(o.value) }))
  const common = {
    id,
    allowClear: true,
    placeholder: '全部',
    options: asText,
    showSearch: options.length > 8 && { optionFilterProp: 'label' as const },
    style: { width: '100%' },
  }
  return f.multiple ? (
    <Select {...common} mode="multiple" maxTagCount="responsive" value={value ? value.split(',') : []} onChange={(v: string[]) => onChange(v)} />
  ) : (
    <Select {...common} value={value || undefined} onChange={(v?: string) => onChange(v)} />
  )
}
