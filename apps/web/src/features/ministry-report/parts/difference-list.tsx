import { useId } from 'react'
import { useSearchParams } from 'react-router'
import {
  changeKindWords,
  type DifferenceRow,
  type YearDetail,
} from '@portal/contract/ministry-report/ministry-report'
import { yearWords, type Tab } from '@portal/contract/ministry-report/layout'
import { EMPTY } from '../../../lib/format.ts'
import { Skeleton } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { saveDifferences, useDifferences, useYear, useYears } from '../ministry-report.queries.ts'

/** Differences between this year's current rows and a frozen version of this or another year. */
export function DifferenceList({ year: y, tab }: { year: YearDetail; tab: Tab }) {
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const all = useYears()
  const years = all.data?.items.filter((o) => o.versions > 0 || o.year === y.year) ?? []
  const before = years.find((o) => o.year < y.year && o.versions > 0)?.year ?? y.year
  const withYear = Number(search.get('withYear')) || (y.versions > 0 ? y.year : before)
  const { data: other, isPending } = useYear({ params: { year: withYear } })
  const latest = other?.frozen[0]?.number ?? 0
  const withVersion = search.has('withVersion') ? Number(search.get('withVersion')) : latest
  const choose = (more: Record<string, string>) =>
    setSearch({ year: String(y.year), table: tab, view: 'differences', ...more })
  // Until the years and versions are known, the list would compare with another version than the latest.
  const waits = (all.isPending && !search.has('withYear')) || (isPending && !search.has('withVersion'))
  return (
    <>
      <div className="ministry-choose no-print">
        <label htmlFor={`${id}y`}>与</label>
        <select
          id={`${id}y`}
          aria-label="对照的学年"
          value={withYear}
          onChange={(e) => choose({ withYear: e.target.value })}
        >
          {years.map((o) => (
            <option key={o.year} value={o.year}>
              {yearWords(o.year)}
            </option>
          ))}
        </select>
        <select
          aria-label="对照的版本"
          value={withVersion}
          onChange={(e) => choose({ withYear: String(withYear), withVersion: e.target.value })}
        >
          {other?.frozen.map((v) => (
            <option key={v.number} value={v.number}>
              第 {v.number} 版
            </option>
          ))}
          <option value={0}>编制中</option>
        </select>
        <span className="muted">对照，列出编制中的数据与之不同的行</span>
      </div>
      {waits ? (
        <Skeleton rows={8} height={28} />
      ) : (
        <ListPage<DifferenceRow>
          title={`${tab} 的差异`}
          plain
          rows={useDifferences}
          rowKey={(r) => `${r.kind} ${r.key}`}
          fixed={{ year: y.year, version: 0, withYear, withVersion, tab }}
          columns={columns}
          filters={filters}
          onExport={saveDifferences}
          empty={{ text: '与所选版本没有差异' }}
        />
      )}
    </>
  )
}
const filters: readonly Filter[] = [
  { kind: 'select', name: 'kind', label: '变化', options: listOptions(changeKindWords) },
]
const columns: readonly Column<DifferenceRow>[] = [
  { key: 'name', title: '行', main: true },
  { key: 'kind', title: '变化', render: (r) => changeKindWords[r.kind] },
  {
    key: 'fields',
    title: '不同的字段',
    render: (r) =>
      r.fields.length === 0 ? (
        EMPTY
      ) : (
        <ul className="ministry-changes">
          {r.fields.map((f) => (
            <li key={f.title}>
              {f.title}：{f.before || '（空）'} → {f.after || '（空）'}
            </li>
          ))}
        </ul>
      ),
  },
]
