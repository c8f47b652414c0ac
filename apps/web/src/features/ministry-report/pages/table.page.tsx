import { useId } from 'react'
import { useSearchParams } from 'react-router'
import {
  isOfColleges,
  findTable,
  listReportedTables,
  tabs,
  yearWords,
  type Layout,
  type LayoutTable,
  type Tab,
} from '@portal/contract/ministry-report/layout'
import type { YearDetail } from '@portal/contract/ministry-report/ministry-report'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useLayout, useYear } from '../ministry-report.queries.ts'
import { DifferenceList } from '../parts/difference-list.tsx'
import { IssueList } from '../parts/issue-list.tsx'
import { RowList } from '../parts/row-list.tsx'
import '../ministry-report.css'

const views = { rows: '数据', issues: '问题', differences: '版本差异' } as const
type View = keyof typeof views

/** One table of a school year: rows, issues, and differences from another version. */
export default function TablePage() {
  const [search] = useSearchParams()
  const year = Number(search.get('year'))
  const query = useYear({ params: { year } }, { enabled: year > 0 })
  const layout = useLayout({ params: { year } }, { enabled: year > 0 })
  const tab = tabs.find((t) => t === search.get('table')) ?? query.data?.tables[0]?.tab
  const table = layout.data && tab && findTable(layout.data, tab)
  const error = query.error ?? layout.error
  if (error && !(query.data && layout.data))
    return (
      <Card>
        <PageError
          error={error}
          level="h1"
          onRetry={() => {
            void query.refetch()
            void layout.refetch()
          }}
          list={{ to: to('/report/ministry'), text: '返回教育部报表' }}
        />
      </Card>
    )
  const version = Number(search.get('version')) || undefined
  const reported = query.data && layout.data && listTables(query.data, layout.data, version)
  if (!(year > 0) || (reported && !reported.some((t) => t.tab === tab)))
    return (
      <Card>
        <h1>教育部报表</h1>
        <Empty text="没有这张表，请从学年中选择">
          <ButtonLink to={to('/report/ministry')}>返回教育部报表</ButtonLink>
        </Empty>
      </Card>
    )
  if (!query.data || !reported || !table)
    return (
      <Card>
        <Skeleton rows={10} height={28} />
      </Card>
    )
  return (
    <Shown key={`${year} ${table.tab}`} year={query.data} version={version} tables={reported} table={table} />
  )
}

/** The tables of a year; a frozen version has those for the kind of school at that time. */
function listTables(y: YearDetail, layout: Layout, version: number | undefined): readonly NamedTable[] {
  const frozen = y.frozen.find((v) => v.number === version)
  return frozen ? listReportedTables(layout, frozen.schoolKind) : y.tables
}

interface NamedTable {
  tab: Tab
  title: string
}
interface ShownProps {
  year: YearDetail
  version: number | undefined
  tables: readonly NamedTable[]
  table: LayoutTable
}
function Shown({ year: y, version, tables, table }: ShownProps) {
  const [search] = useSearchParams()
  const office = y.can.includes('draw')
  // an object literal has exactly these keys
  const shown = (Object.keys(views) as View[]).filter((v) => v !== 'differences' || office)
  const view = shown.find((v) => v === search.get('view')) ?? 'rows'
  return (
    <section className="ministry" aria-label={`${table.tab} ${table.title}`}>
      <header className="page-head">
        <h1>
          {table.tab} {table.title}
        </h1>
        <div className="page-extra no-print">
          <ButtonLink to={to('/report/ministry', { year: y.year })} icon="back">
            返回 {yearWords(y.year)}
          </ButtonLink>
        </div>
      </header>
      <TableChoice year={y} tables={tables} tab={table.tab} version={version} view={view} />
      {!version && (
        <LinkTabs
          label="查看"
          name="view"
          tabs={shown.map((key) => ({ key, title: views[key] }))}
          value={view}
          keep={['year', 'table']}
        />
      )}
      {view === 'rows' || version ? (
        <RowList
          year={y}
          table={table}
          version={version}
          typed={version === undefined && isOfColleges(table.tab)}
        />
      ) : view === 'issues' ? (
        <IssueList year={y.year} tab={table.tab} />
      ) : (
        <DifferenceList year={y} tab={table.tab} />
      )}
    </section>
  )
}

function TableChoice({
  year: y,
  tables,
  tab,
  version,
  view,
}: {
  year: YearDetail
  tables: readonly NamedTable[]
  tab: string
  version: number | undefined
  view: string
}) {
  const id = useId()
  const [, setSearch] = useSearchParams()
  const go = (more: Record<string, string>) => {
    const all = {
      year: String(y.year),
      table: tab,
      view,
      ...(version && { version: String(version) }),
      ...more,
    }
    setSearch(Object.fromEntries(Object.entries(all).filter(([, v]) => v !== '')))
  }
  return (
    <div className="ministry-choose no-print">
      <label htmlFor={`${id}t`}>表</label>
      <select id={`${id}t`} value={tab} onChange={(e) => go({ table: e.target.value })}>
        {tables.map((t) => (
          <option key={t.tab} value={t.tab}>
            {t.tab} {t.title}
          </option>
        ))}
      </select>
      {y.can.includes('draw') && (
        <>
          <label htmlFor={`${id}v`}>版本</label>
          <select
            id={`${id}v`}
            value={version ?? ''}
            onChange={(e) => go({ version: e.target.value, view: 'rows' })}
          >
            <option value="">编制中</option>
            {y.frozen.map((v) => (
              <option key={v.number} value={v.number}>
                第 {v.number} 版
              </option>
            ))}
          </select>
        </>
      )}
    </div>
  )
}
