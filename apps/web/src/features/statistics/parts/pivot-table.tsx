/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways has to be reached by keyboard */
import { Link } from 'react-router'
import {
  dimensionWords,
  writeKept,
  type Kept,
  type Pivot,
  type PivotRow,
} from '@portal/contract/statistics/pivot'
import { measureWords } from '@portal/contract/statistics/statistics'
import { to } from '../../../lib/paths.ts'
import { EMPTY } from '../../../lib/format.ts'
import { formatAmount } from '../statistics.words.ts'
import type { PivotChoice } from './use-pivot-choice.ts'

/** The cells with their sums. A cell links to its uses; the name of a row restricts the table to it. */
export function PivotTable({ table, choice }: { table: Pivot; choice: PivotChoice }) {
  const { row, row2, column } = choice
  const dimensions = [row, ...(row2 ? [row2] : [])]
  const several = table.measures.length > 1
  const groups = [...table.columns, { key: '', name: '合计' }]
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label="交叉分析表，可横向滚动">
      <table className="pivot-table">
        <caption className="sr-only">交叉分析</caption>
        <thead>
          {column && (
            <tr>
              {dimensions.map((d) => (
                <th key={d} scope="col" rowSpan={several ? 2 : 1}>
                  {dimensionWords[d].title}
                </th>
              ))}
              {groups.map((c, i) => (
                <th
                  key={i}
                  scope={several ? 'colgroup' : 'col'}
                  colSpan={several ? table.measures.length : 1}
                >
                  {c.name}
                </th>
              ))}
            </tr>
          )}
          {(!column || several) && (
            <tr>
              {!column &&
                dimensions.map((d) => (
                  <th key={d} scope="col">
                    {dimensionWords[d].title}
                  </th>
                ))}
              {(column ? groups : ['']).flatMap((_, i) =>
                table.measures.map((m) => (
                  <th key={`${i}${m}`} scope="col">
                    {measureWords[m].title}（{measureWords[m].unit}）
                  </th>
                )),
              )}
            </tr>
          )}
        </thead>
        <tbody>
          {table.rows.map((r) => (
            <Row key={r.at.map((a) => a.key).join()} row={r} table={table} choice={choice} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={dimensions.length}>
              合计
            </th>
            {column &&
              table.columnSums.map((amounts, i) => (
                <Amounts
                  key={i}
                  table={table}
                  amounts={amounts}
                  at={listUses(choice, [{ dimension: column, key: table.columns[i]?.key ?? '' }])}
                />
              ))}
            <Amounts table={table} amounts={table.sum} at={listUses(choice, [])} />
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

function Row({ row: r, table, choice }: { row: PivotRow; table: Pivot; choice: PivotChoice }) {
  const { row, row2, column, only } = choice
  const at: Kept[] = r.at.map((a, i) => ({ dimension: i === 0 || !row2 ? row : row2, key: a.key }))
  return (
    <tr>
      {r.at.map((a, i) => {
        const kept = at[i]
        const known = only.some((k) => k.dimension === kept?.dimension)
        return (
          <th key={i} scope="row">
            {kept && !known ? (
              <Link
                to={to('/statistic/pivot', { ...choice.whole, only: writeKept([...only, kept]) })}
                title={`只看${a.name}`}
              >
                {a.name}
              </Link>
            ) : (
              a.name
            )}
          </th>
        )
      })}
      {column &&
        r.cells.map((amounts, i) => (
          <Amounts
            key={i}
            table={table}
            amounts={amounts}
            at={listUses(choice, [...at, { dimension: column, key: table.columns[i]?.key ?? '' }])}
          />
        ))}
      <Amounts table={table} amounts={r.sum} at={listUses(choice, at)} />
    </tr>
  )
}

/** The address of the uses in a cell. */
const listUses = ({ whole, only }: PivotChoice, at: readonly Kept[]): string => {
  const kept = [...only.filter((k) => !at.some((a) => a.dimension === k.dimension)), ...at]
  return to('/statistic/pivot', { ...whole, only: writeKept(kept), uses: '1' })
}

function Amounts({ table, amounts, at }: { table: Pivot; amounts: readonly number[] | null; at: string }) {
  return table.measures.map((m, i) => (
    <td key={m}>
      {amounts === null ? (
        <span className="muted">{EMPTY}</span>
      ) : (
        <Link to={at} className="num" title="查看使用记录">
          {formatAmount(m, amounts[i] ?? 0)}
        </Link>
      )}
    </td>
  ))
}
