import { useId, useState, type ReactNode } from 'react'
import { deviceStatusWords } from '@portal/contract/device/device'
import { formatDay } from '../../../lib/format.ts'
import { useUser } from '../../../lib/session.ts'
import { useVisiting } from '../../../lib/site.ts'
import { Icon } from '../../../ui/icon.tsx'
import { KeywordForm } from '../../../ui/keyword-form.tsx'
import { Button } from '../../../ui/light.tsx'
import type { Option } from '../../../ui/list/filters.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { TypedDay } from '../../../ui/typed-day.tsx'
import { useNarrow } from '../../../ui/use-media.ts'
import { useFilterOptions } from '../device.queries.ts'

/** The parameters in the address bar, in this order. */
export const filterNames = [
  'deviceName',
  'deptId',
  'labId',
  'categoryId',
  'status',
  'opened',
  'kind',
  'tier',
  'freeOn',
  'tag',
  'view',
] as const
export type Filters = Partial<Record<(typeof filterNames)[number], string>>

const statuses = listOptions(deviceStatusWords)
const listed = ['deptId', 'labId', 'categoryId', 'status', 'freeOn'] as const

interface Props {
  filters: Filters
  onChange: (part: Filters) => void
}

/** The search text, quick choices below it, and selects. */
export function SearchFilters({ filters, onChange }: Props) {
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const inForce = listed.filter((name) => filters[name]).length
  return (
    <div className="device-filters card no-print" role="search" aria-label="查找仪器">
      <SearchBox value={filters.deviceName ?? ''} onSearch={(deviceName) => onChange({ deviceName })} />
      <Chips filters={filters} onChange={onChange} />
      {narrow && (
        <Button aria-expanded={open} onClick={() => setOpen(!open)}>
          筛选{inForce > 0 && `（${inForce}）`}
          <Icon name={open ? 'up' : 'down'} size={14} />
        </Button>
      )}
      {(!narrow || open) && <Lists filters={filters} onChange={onChange} />}
    </div>
  )
}

/** Folded on a phone, where they would fill the first screen. */
function Lists({ filters, onChange }: Props) {
  const options = useFilterOptions()
  return (
    <div className="device-filters-lists">
      <Pick
        label="单位"
        options={options.depts}
        value={filters.deptId}
        onPick={(deptId) => onChange({ deptId })}
      />
      <Pick
        label="实验室"
        options={options.labs}
        value={filters.labId}
        onPick={(labId) => onChange({ labId })}
      />
      <Pick
        label="分类"
        options={options.categories}
        value={filters.categoryId}
        onPick={(categoryId) => onChange({ categoryId })}
      />
      <Pick
        label="状态"
        options={statuses}
        value={filters.status}
        onPick={(status) => onChange({ status })}
      />
      <Field label="当天有空">
        {(id) => (
          <TypedDay
            id={id}
            min={formatDay(new Date())}
            value={filters.freeOn ?? ''}
            onChange={(freeOn) => onChange({ freeOn })}
          />
        )}
      </Field>
    </div>
  )
}

const SearchBox = ({ value, onSearch }: { value: string; onSearch: (text: string) => void }) => (
  <KeywordForm
    className="device-search"
    words="仪器名称"
    placeholder="名称、型号、资产编号、拼音或首字母，如：扫描电镜、smdj"
    value={value}
    onSearch={onSearch}
  >
    <Button type="submit" kind="primary" icon="search">
      搜索
    </Button>
  </KeywordForm>
)

function Chips({ filters, onChange }: Props) {
  const tier = useUser()?.tier ?? 'campus'
  const visiting = useVisiting()
  const today = formatDay(new Date())
  const chips: { text: string; on: boolean; set: Filters }[] = [
    { text: '可预约', on: filters.opened === 'true', set: { opened: 'true' } },
    { text: '自主上机', on: filters.kind === 'self_operated', set: { kind: 'self_operated' } },
    { text: '送样', on: filters.kind === 'sample_delivery', set: { kind: 'sample_delivery' } },
    { text: '今天有空', on: filters.freeOn === today, set: { freeOn: today } },
    { text: '明天有空', on: filters.freeOn === formatDay(nextDay()), set: { freeOn: formatDay(nextDay()) } },
    // A visitor's category of user is unknown.
    ...(visiting ? [] : [{ text: '对我开放', on: filters.tier === tier, set: { tier } }]),
  ]
  const off = (set: Filters): Filters => Object.fromEntries(Object.keys(set).map((name) => [name, '']))
  return (
    <div className="device-chips" role="group" aria-label="常用条件">
      {chips.map((c) => (
        <button
          key={c.text}
          type="button"
          aria-pressed={c.on}
          onClick={() => onChange(c.on ? off(c.set) : c.set)}
        >
          {c.text}
        </button>
      ))}
      {filters.tag && (
        <button type="button" aria-pressed onClick={() => onChange({ tag: '' })}>
          标签：{filters.tag}
        </button>
      )}
    </div>
  )
}
const nextDay = (): Date => new Date(Date.now() + 86_400_000)

function Pick({
  label,
  options,
  value = '',
  onPick,
}: {
  label: string
  options: readonly Option[]
  value?: string | undefined
  onPick: (value: string) => void
}) {
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(e) => onPick(e.target.value)}>
          <option value="">全部</option>
          {options.map((o) => (
            <option key={o.value} value={o.value}>
              {o.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

function Field({ label, children }: { label: string; children: (id: string) => ReactNode }) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{label}</label>
      {children(id)}
    </div>
  )
}
