import { useMemo, useState, type ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { Page } from '@portal/contract/kernel/page'
import type { Failure } from '../../lib/failure.ts'
import { useDuties } from '../../lib/duties.ts'
import { changeListSetting, useListSetting } from '../../lib/list-setting.ts'
import type { RowsHook } from '../../lib/query.ts'
import type { Transfer } from '../../lib/send.ts'
import { Empty, Skeleton } from '../light.tsx'
import { MoneyText } from '../money-text.tsx'
import { PageError } from '../page-error.tsx'
import { BatchBar } from './batch-bar.tsx'
import { shownColumns } from './columns.ts'
import { DataTable, type Column } from './data-table.tsx'
import { FilterBar, listNames, type Filter } from './filters.tsx'
import { dropEmpty, toQuery, useListState, useWithinPages } from './list-query.ts'
import { ListSettingsButton } from './list-settings-button.tsx'
import { NotRenewed } from './not-renewed.tsx'
import { Pager } from './pager.tsx'
import { ResultStatus } from './result-status.tsx'
import { listActions, type BatchAction, type RowAction } from './row-actions.tsx'
import './list.css'

export interface ListPageProps<Row> {
  title: string
  /** `defineList(call)` from the feature's queries. */
  rows: RowsHook<Row>
  columns: readonly Column<Row>[]
  filters?: readonly Filter[]
  /** Query arguments that the user cannot change. */
  fixed?: Record<string, unknown>
  /** The call sorts only as many rows as it counts. */
  sortsCounted?: true
  /** Default order, such as 'field asc'. */
  order?: string
  rowKey?: (row: Row) => string | number
  actions?: readonly RowAction<Row>[]
  batch?: readonly BatchAction<Row>[]
  /** `defineSave(call, '预约.xlsx')`: gets the active filters. */
  onExport?: (query: Record<string, unknown>, transfer?: Transfer) => Promise<void>
  /** Actions on all filtered rows, on all pages. */
  whole?: (query: Record<string, unknown>, total: number, exact: boolean) => ReactNode
  /** Above the table: what the reply says about all rows, such as their age. */
  note?: (page: Page<Row>) => ReactNode
  /** The table's last line: totals over all pages. */
  last?: (page: Page<Row>) => Row | undefined
  /** Buttons beside the title. */
  extra?: ReactNode
  /** Between title and filters. */
  intro?: ReactNode
  empty?: { text: string; action?: ReactNode }
  /** Prefix of this list's parameters in the address bar, if a page has two lists. */
  prefix?: string
  /** Inside a tab or card: without its own heading. */
  plain?: true
  /** The layout is prescribed by an authority (see DataTable). */
  prescribed?: true
}

/** The one page for lists: filters, table, paging, actions, export, and the states between. */
export function ListPage<Row>({
  title,
  rows: useRows,
  columns,
  filters = [],
  fixed,
  order,
  sortsCounted,
  rowKey = findId,
  actions,
  batch,
  onExport,
  whole,
  note,
  last,
  extra,
  intro,
  empty,
  prefix,
  plain,
  prescribed,
}: ListPageProps<Row>) {
  const names = useMemo(() => listNames(filters), [filters])
  const { state, change } = useListState(names, prefix)
  // Each of several lists on a page needs its own name.
  const list = [useLocation().pathname, prefix, plain && title.replaceAll(/[\s#]/g, '')]
    .filter(Boolean)
    .join('#')
  const known = useListSetting(list)
  const setting = known ?? undefined
  const duties = useDuties()
  const query = toQuery({ ...state, orderBy: state.orderBy ?? order }, fixed)
  const found = useRows(query)
  const { data, error, isPending, isFetching, refetch } = found
  useWithinPages(found, state, change)
  /** The chosen rows by their key, as they were on screen when they were chosen. */
  const [choice, setChoice] = useState<ReadonlyMap<string, Row>>(() => new Map())
  // It ends with its page, filters and order: rows that are out of sight are not counted in 已选.
  const asked = JSON.stringify(query)
  const [chosenIn, setChosenIn] = useState(asked)
  if (chosenIn !== asked) {
    setChosenIn(asked)
    setChoice(new Map())
  }
  const rows = data?.items ?? []
  const total = data?.total ?? 0
  const exact = data?.totalExact !== false
  const filtered = Object.keys(state.filters).length > 0
  const manyToSort = state.orderBy !== undefined && refusesOrder(error)

  const byKey = new Map(rows.map((r) => [String(rowKey(r)), r]))
  // Rows that are loaded again stay chosen if they still say the same. Another state or amount the user has
  // not chosen, and the confirmation names number and sum.
  const chosen = new Set([...choice].filter(([key, was]) => isSame(byKey.get(key), was)).map(([key]) => key))
  const setChosen = (keys: ReadonlySet<string>) =>
    setChoice(new Map([...byKey].filter(([key]) => keys.has(key))))
  // The selection is offered only if the user may do something with one of these rows.
  const offered = batch?.filter((b) => rows.some((r) => listActions(r).includes(b.can))) ?? []
  const may = (key: string) =>
    listActions(byKey.get(key) ?? {}).some((word) => offered.some((b) => b.can === word))
  const picked = [...chosen].flatMap((k) => byKey.get(k) ?? [])

  return (
    <section className="list-page" aria-label={title}>
      {!plain && (
        <header className="page-head">
          <h1>{title}</h1>
          {extra && <div className="page-extra no-print">{extra}</div>}
        </header>
      )}
      {intro}
      <ResultStatus list={found} page={state.page} title={plain && title} />
      {filters.length > 0 && (
        <FilterBar
          filters={filters}
          values={state.filters}
          onChange={(values) => change({ filters: dropEmpty(values) })}
          onAgain={() => void refetch()}
          saved={setting?.filters}
          onSave={(added) =>
            changeListSetting(list, (now) => ({
              ...now,
              filters: [...now.filters.filter((f) => f.name !== added.name), added],
            }))
          }
        />
      )}
      <div className="card list-card" aria-busy={isFetching} data-density={setting?.density}>
        <BatchBar
          batch={offered}
          rows={picked}
          extra={inBar(
            whole && total > 0 ? whole(exportQuery(query), total, exact) : null,
            plain ? extra : null,
            known !== undefined && total > 0 && columns.length > 2 ? (
              <ListSettingsButton list={list} setting={setting} columns={columns} />
            ) : null,
          )}
          onDone={() => setChosen(NONE)}
          onExport={onExport && total > 0 ? (transfer) => onExport(exportQuery(query), transfer) : undefined}
        />
        {!manyToSort && <NotRenewed list={found} />}
        {note && data && <p className="list-note">{note(data)}</p>}
        {isPending || (known === undefined && rows.length > 0) ? (
          // Drawn with its default columns first, the table would change under the user's hand.
          <Skeleton rows={8} height={30} />
        ) : manyToSort ? (
          <Empty text={error?.message ?? ''}>
            <button type="button" className="btn" onClick={() => change({ orderBy: undefined })}>
              取消排序
            </button>
          </Empty>
        ) : error && !data ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : rows.length === 0 ? (
          <Empty text={filtered ? '没有符合条件的记录' : (empty?.text ?? '暂无数据')}>
            {filtered ? (
              <button type="button" className="btn" onClick={() => change({ filters: {} })}>
                清除筛选条件
              </button>
            ) : (
              empty?.action
            )}
          </Empty>
        ) : (
          <DataTable
            caption={title}
            columns={shownColumns(columns, setting, duties)}
            rows={rows}
            rowKey={rowKey}
            last={data && last?.(data)}
            busy={found.isPlaceholderData}
            orderBy={state.orderBy ?? order}
            usualOrder={order}
            onOrder={exact || !sortsCounted ? (orderBy) => change({ orderBy }) : undefined}
            choice={offered.length > 0 ? { keys: chosen, may, set: setChosen } : undefined}
            actions={actions}
            prescribed={prescribed}
          />
        )}
        {total > 0 && <Sum page={data} />}
        {total > 0 && (
          <Pager
            page={state.page}
            size={state.size}
            total={total}
            exact={exact}
            onPage={(page) => change({ page })}
            onSize={(size) => change({ size })}
          />
        )}
      </div>
    </section>
  )
}

/** Too many rows to sort: a retry would be refused again. */
const refusesOrder = (error: Failure | null): boolean =>
  error?.reasons.some((r) => r.field === 'order_by') ?? false

/** The total over all rows, if the call computes it. */
function Sum({ page }: { page: Summed | undefined }) {
  if (page?.sumFen === undefined) return null
  return (
    <p className="list-sum">
      {page.totalExact === false ? (
        '记录较多，请缩小筛选范围后查看合计'
      ) : (
        <>
          合计 <MoneyText fen={page.sumFen} strong />
        </>
      )}
    </p>
  )
}
interface Summed {
  total: number
  sumFen?: number
  totalExact?: boolean
}

const inBar = (...parts: readonly ReactNode[]): ReactNode =>
  parts.some(Boolean) ? (
    <>
      {parts[0]}
      {parts[1]}
      {parts[2]}
    </>
  ) : undefined

const NONE: ReadonlySet<string> = new Set()
/** Rows are JSON; a row that has moved within its page is another object. */
const isSame = (now: unknown, was: unknown): boolean =>
  now === was || (now !== undefined && JSON.stringify(now) === JSON.stringify(was))
const findId = (row: unknown): string | number => (row as { id: number }).id
/** The query of an export: all filtered rows, not only the current page. */
const exportQuery = ({
  page: _page,
  size: _size,
  ...rest
}: Record<string, unknown>): Record<string, unknown> => rest
