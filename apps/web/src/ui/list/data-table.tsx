/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-noninteractive-tabindex --
   shown as cards the elements lose their own roles; what scrolls sideways has to be reached by keyboard */
import { useEffect, useState, type CSSProperties, type ReactNode } from 'react'
import type { Duty } from '../../lib/duties.ts'
import { EMPTY } from '../../lib/format.ts'
import { Icon } from '../icon.tsx'
import { useNarrow } from '../use-media.ts'
import { Whole } from '../whole.tsx'
import { CardTools } from './card-tools.tsx'
import { turnOrder } from './list-query.ts'
import { RowActions, type RowAction } from './row-actions.tsx'
import './list.css'

export interface Column<Row> {
  key: string
  title: string
  /** By default, the row's field `key` as text. */
  render?: (row: Row, index: number) => ReactNode
  /** Sorts by this field of the call (`true`: by `key`). */
  sort?: string | true
  align?: 'right' | 'center'
  width?: number | string
  /** The heading of the row's card on a phone. By default, the first column. */
  main?: true
  /** Not shown on the card. */
  phone?: false
  /** Hidden until the user chooses it (see list-settings.tsx). */
  optional?: true
  /** Shown by default only to users with one of these duties; others may choose it (lib/duties.ts). */
  for?: readonly Duty[]
}
export interface Choice {
  keys: ReadonlySet<string>
  may: (key: string) => boolean
  set: (keys: ReadonlySet<string>) => void
}
interface Props<Row> {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  /** The totals row, drawn by the same columns. */
  last?: Row | undefined
  orderBy?: string | undefined
  /** Order of the rows if the user has chosen none. */
  usualOrder?: string | undefined
  onOrder?: ((orderBy: string | undefined) => void) | undefined
  /** Row actions, or a function that draws them. */
  actions?: readonly RowAction<Row>[] | ((row: Row) => ReactNode) | undefined
  choice?: Choice | undefined
  busy?: boolean
  /**
   * The layout is prescribed by an authority, so the table may be wider than its frame: the name column stays
   * in view, and a note says so.
   */
  prescribed?: true | undefined
}

/**
 * A native table: it draws a thousand rows quickly, and on a phone each row is a card. The roles are explicit
 * because the card layout removes the elements' own roles.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  last,
  orderBy,
  usualOrder,
  onOrder,
  actions,
  choice,
  busy,
  prescribed,
}: Props<Row>) {
  const [frame, overflows] = useOverflow()
  const narrow = useNarrow()
  const main = columns.find((c) => c.main) ?? columns[0]
  const open = choice ? rows.map((r) => String(rowKey(r))).filter(choice.may) : []
  const all = open.length > 0 && open.every((k) => choice?.keys.has(k))
  const chooseAll = () => choice?.set(new Set(all ? [] : open))
  const sorts = columns.flatMap((c) => {
    const field = findSort(c)
    return onOrder && field ? [{ field, title: c.title }] : []
  })
  const table = (
    <div
      ref={prescribed && frame}
      className="table-scroll"
      data-prescribed={prescribed}
      tabIndex={0}
      role="region"
      aria-label={`${caption}，可横向滚动`}
    >
      <table
        className="table"
        role="table"
        aria-busy={busy || undefined}
        style={
          {
            '--label': `${measureLabels(columns.filter((c) => c !== main && c.phone !== false))}em`,
          } as CSSProperties
        }
      >
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {choice && (
              <th role="columnheader" className="table-choice">
                <input
                  type="checkbox"
                  aria-label="选择本页全部"
                  checked={all}
                  disabled={open.length === 0}
                  onChange={chooseAll}
                />
              </th>
            )}
            {columns.map((c) => (
              <Head
                key={c.key}
                column={c}
                main={c === main}
                orderBy={orderBy}
                usualOrder={usualOrder}
                onOrder={onOrder}
              />
            ))}
            {actions && (
              <th role="columnheader" className="table-actions">
                操作
              </th>
            )}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row, i) => {
            const key = String(rowKey(row))
            return (
              <tr role="row" key={key} data-chosen={choice?.keys.has(key) || undefined}>
                {choice && (
                  <td role="cell" className="table-choice">
                    <input
                      type="checkbox"
                      aria-label={`选择第 ${i + 1} 行`}
                      checked={choice.keys.has(key)}
                      disabled={!choice.may(key)}
                      onChange={() => choice.set(flipped(choice.keys, key))}
                    />
                  </td>
                )}
                <Cells row={row} index={i} columns={columns} main={main} />
                {actions && (
                  <td role="cell" className="table-actions">
                    {typeof actions === 'function' ? (
                      actions(row)
                    ) : (
                      <RowActions row={row} actions={actions} />
                    )}
                  </td>
                )}
              </tr>
            )
          })}
        </tbody>
        {last && (
          <tfoot role="rowgroup">
            <tr role="row">
              {choice && <td role="cell" className="table-choice" aria-label="不可选择" />}
              <Cells row={last} index={rows.length} columns={columns} main={main} />
              {actions && <td role="cell" className="table-actions" aria-label="无操作" />}
            </tr>
          </tfoot>
        )}
      </table>
    </div>
  )
  const tools = narrow && (open.length > 0 || sorts.length > 0) && (
    <CardTools
      choice={open.length > 0 ? { all, onAll: chooseAll } : undefined}
      sorts={sorts}
      orderBy={orderBy === usualOrder ? undefined : orderBy}
      onOrder={(to) => onOrder?.(to)}
    />
  )
  return (
    <>
      {tools}
      {prescribed && overflows && (
        <p className="table-wide no-print">
          表格较宽，可左右滚动查看全部 {columns.length} 列
          <Icon name="right" size={14} />
        </p>
      )}
      {table}
    </>
  )
}

/** The field of the call by which a column sorts. */
const findSort = <Row,>(c: Column<Row>): string | undefined => (c.sort === true ? c.key : c.sort)

interface CellsProps<Row> {
  row: Row
  index: number
  columns: readonly Column<Row>[]
  main: Column<Row> | undefined
}
function Cells<Row>({ row, index, columns, main }: CellsProps<Row>) {
  return columns.map((c) => {
    const content = c.render ? c.render(row, index) : plain(row, c.key)
    const length = measureLength(content)
    const long = length === 'long' && c !== main
    return (
      <td
        role="cell"
        key={c.key}
        data-label={c.title}
        data-main={c === main || undefined}
        data-text={length}
        data-phone={c.phone === false ? 'no' : undefined}
        style={c.align && { textAlign: c.align }}
      >
        {long ? (
          <span className="table-clip" title={content as string}>
            <Whole>{content as string}</Whole>
          </span>
        ) : (
          content
        )}
      </td>
    )
  })
}

function Head<Row>({
  column: c,
  main,
  orderBy,
  usualOrder,
  onOrder,
}: {
  column: Column<Row>
  main: boolean
  orderBy: string | undefined
  usualOrder: string | undefined
  onOrder: ((o: string | undefined) => void) | undefined
}) {
  const field = findSort(c)
  const direction = field && orderBy?.startsWith(`${field} `) ? orderBy.slice(field.length + 1) : undefined
  const [one, other] = c.title.split('与')
  const title =
    other === undefined ? (
      c.title
    ) : (
      <span>
        {one}
        <wbr />与{other}
      </span>
    )
  return (
    <th
      role="columnheader"
      scope="col"
      data-main={main || undefined}
      style={{ width: c.width, textAlign: c.align }}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : undefined}
    >
      {field && onOrder ? (
        <button
          type="button"
          className="table-sort"
          onClick={() => onOrder(turnOrder(field, orderBy, usualOrder))}
        >
          {title}
          <span aria-hidden data-on={direction}>
            <Icon name={direction === 'desc' ? 'down' : 'up'} size={13} />
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

/** Whether the table is wider than its frame. Observes the table too, because columns come and go. */
function useOverflow(): [(frame: HTMLElement | null) => void, boolean] {
  const [frame, setFrame] = useState<HTMLElement | null>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    if (!frame) return
    const look = () => setOverflows(frame.scrollWidth - frame.clientWidth > 1)
    const observer = new ResizeObserver(look)
    for (const part of [frame, ...frame.children]) observer.observe(part)
    return () => observer.disconnect()
  }, [frame])
  return [setFrame, overflows]
}

const flipped = (keys: ReadonlySet<string>, key: string): Set<string> => {
  const next = new Set(keys)
  if (!next.delete(key)) next.add(key)
  return next
}

const WHOLE_UNITS = 17

/**
 * 'short' (an instant, a name, 自主上机) stays on one line; 'long' gets a minimum width. An ideograph counts as
 * two units, a Latin letter as one. Content that is not a string controls its own line breaks.
 */
function measureLength(content: ReactNode): 'short' | 'long' | undefined {
  if (typeof content !== 'string') return undefined
  return countUnits(content) <= WHOLE_UNITS ? 'short' : 'long'
}
const countUnits = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (letter > '\u2e7f' ? 2 : 1), 0)

const LABEL_LEAST = 6.5
const LABEL_MOST = 8.5
/** The width of the label column on a card: that of the longest label, within a limit. */
function measureLabels(columns: readonly { title: string }[]): number {
  const widest = Math.max(0, ...columns.map((c) => countUnits(c.title) / 2))
  return Math.min(LABEL_MOST, Math.max(LABEL_LEAST, widest + 0.2))
}

function plain(row: unknown, key: string): ReactNode {
  const value = (row as Record<string, unknown>)[key]
  if (value === null || value === undefined || value === '') return <span className="muted">{EMPTY}</span>
  return typeof value === 'boolean' ? (value ? '是' : '否') : String(value)
}
