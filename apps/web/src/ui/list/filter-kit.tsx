/* oxlint-disable jsx-a11y/no-autofocus -- only where a person has just put the focus: on the stand-in that this replaces */
import { Select } from 'antd'
import { Suspense, useEffect, type ReactNode } from 'react'
import { AntdFrame } from '../antd-frame.tsx'
import { definePart } from '../part.tsx'
import type { Wish } from './filter-stand-in.tsx'
import { useOptions } from './filter-options.ts'
import type { Filter, FilterDraft } from './filters.tsx'

const DayRange = definePart(() => import('../form/day-range.tsx'))

interface Props {
  id: string
  filter: Filter
  draft: FilterDraft
  set: (part: FilterDraft, now: boolean) => void
  /** What the user did with the stand-in, to be continued here. */
  wish: Wish
  /** Shown while a part of the real control loads. */
  standIn: ReactNode
}

/** The filters that need the component library, which loads after the first rows. */
export function RichFilter({ id, filter: f, draft, set, wish, standIn }: Props) {
  const value = draft[f.name]
  const text = value === undefined || value === null ? undefined : String(value)
  return (
    <AntdFrame>
      {f.kind === 'select' && (
        <SelectFilter
          id={id}
          filter={f}
          value={text}
          wish={wish}
          onChange={(v) => set({ [f.name]: v }, true)}
        />
      )}
      {f.kind === 'days' && (
        <Suspense fallback={standIn}>
          <DayRange
            id={id}
            value={[text, draft[f.until] ? String(draft[f.until]) : undefined]}
            onChange={([from, until]) => set({ [f.name]: from, [f.until]: until }, true)}
            autoFocus={wish !== undefined}
            defaultOpen={wish === 'open'}
          />
        </Suspense>
      )}
      {f.kind === 'custom' && (
        <Suspense fallback={standIn}>
          {f.render(text, (v) => set({ [f.name]: v }, !f.typed), id)}
          {wish && <FocusOnce id={id} />}
        </Suspense>
      )}
    </AntdFrame>
  )
}

/** For a control that has no `autoFocus`. */
function FocusOnce({ id }: { id: string }) {
  useEffect(() => document.getElementById(id)?.focus(), [id])
  return null
}

interface SelectProps {
  id: string
  filter: Filter & { kind: 'select' }
  value: string | undefined
  wish: Wish
  onChange: (v: string | string[] | undefined) => void
}
function SelectFilter({ id, filter: f, value, wish, onChange }: SelectProps) {
  const options = useOptions(f)
  const common = {
    id,
    allowClear: true,
    autoFocus: wish !== undefined,
    defaultOpen: wish === 'open',
    placeholder: '全部',
    options: options.map((o) => ({ ...o, value: String(o.value) })),
    showSearch: options.length > 8 && { optionFilterProp: 'label' as const },
    style: { width: '100%' },
  }
  return f.multiple ? (
    <Select
      {...common}
      mode="multiple"
      maxTagCount="responsive"
      value={value ? value.split(',') : []}
      onChange={(v: string[]) => onChange(v)}
    />
  ) : (
    <Select {...common} value={value || undefined} onChange={(v?: string) => onChange(v)} />
  )
}
