import { Pagination } from 'antd'
import type { ShownRule } from '@portal/form-kit/control/show'
import { words } from '@portal/form-kit/words'
import { useCallback, useMemo, useState } from 'react'
import { passFocusOn } from '../../../../lib/pass-focus.ts'
import { Button } from '../../../../ui/light.tsx'
import type { ControlProps, Scope } from '../control.ts'
import { RuleList } from '../rule-list.tsx'
import { readSettings } from '../settings.ts'
import { listColumns, listWithin } from './columns.ts'
import { RowView } from './row-view.tsx'
import { useRows } from './use-rows.ts'

const PAGE = 10

/** Rows as a table; on a phone each row is a card. */
export default function TableControl(props: ControlProps) {
  const { state, path, disabled, tell, label } = props
  const { rule, path: place } = state
  const { is, text } = readSettings(rule)
  const { rows, change, add, remove, mayAdd, mayRemove, title } = useRows(props)
  const [page, setPage] = useState(0)
  const columns = useMemo(() => listColumns(rule), [rule])
  const drawRow = useCallback(
    (shown: ShownRule[], scope: Scope) =>
      columns.map((column, i) => (
        <td key={i} data-label={column.label}>
          <RuleList items={listWithin(shown, place, column)} scope={scope} />
        </td>
      )),
    [columns, place],
  )
  const isPaged = is('pagination') && rows.length > PAGE
  const last = Math.max(0, Math.ceil(rows.length / PAGE) - 1)
  const at = Math.min(page, last)
  const from = isPaged ? at * PAGE : 0
  const shown = isPaged ? rows.slice(from, from + PAGE) : rows
  const align = text('pageAlign')
  return (
    <div className="fv-table" data-border={is('border') || undefined} data-stripe={is('stripe') || undefined}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- wider than its place: what scrolls sideways has to be reached by keyboard */}
      <div className="fv-table-scroll" tabIndex={0} role="region" aria-label={label}>
        <table>
          <thead>
            <tr>
              {columns.map((column, i) => (
                <th key={i} scope="col">
                  {column.label}
                </th>
              ))}
              {!disabled && (
                <th scope="col">
                  <span className="sr-only">操作</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {shown.map((fields, i) => (
              <tr key={from + i} aria-label={`${title} ${from + i + 1}`}>
                <RowView
                  rule={rule}
                  place={place}
                  path={path}
                  index={from + i}
                  fields={fields}
                  isClosed={disabled}
                  change={change}
                  tell={tell}
                  draw={drawRow}
                />
                {!disabled && (
                  <td className="fv-table-tools">
                    {mayRemove && (
                      <Button
                        size="small"
                        kind="text"
                        icon="close"
                        aria-label={`移除${title} ${from + i + 1}`}
                        onClick={(e) => {
                          passFocusOn(e.currentTarget)
                          remove(from + i)
                        }}
                      />
                    )}
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
        {rows.length === 0 && <p className="fv-table-empty">{text('emptyText') ?? words.noData}</p>}
      </div>
      {isPaged && (
        <Pagination
          align={align === 'left' ? 'start' : align === 'right' ? 'end' : 'center'}
          size="small"
          current={at + 1}
          pageSize={PAGE}
          total={rows.length}
          showSizeChanger={false}
          onChange={(next) => setPage(next - 1)}
        />
      )}
      {!disabled && (
        <Button
          size="small"

          disabled={!mayAdd}
          aria-label={`添加一行：${title}`}
          onClick={() => {
            add()
            setPage(Math.floor(rows.length / PAGE))
          }}
        >
          添加一行
        </Button>
      )}
    </div>
  )
}
