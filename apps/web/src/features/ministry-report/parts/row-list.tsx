import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { LayoutField, LayoutTable } from '@portal/contract/ministry-report/layout'
import type { MinistryRow, YearDetail } from '@portal/contract/ministry-report/ministry-report'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Drawer } from '../../../ui/modal.tsx'
import { removeRow, saveRows, saveText, useRows } from '../ministry-report.queries.ts'
import { ImportForm } from './import-form.tsx'
import { RowForm } from './row-form.tsx'
import { RowPanel } from './row-panel.tsx'

interface Props {
  year: YearDetail
  table: LayoutTable
  version: number | undefined
  /** Users add and remove the rows of this table. */
  typed: boolean
}
type Shown = { what: 'row'; id: number } | { what: 'add' } | { what: 'import' }

/** The rows of a table. The address holds the open row, so that issues can link to it. */
export function RowList({ year: y, table, version, typed }: Props) {
  const [search, setSearch] = useSearchParams()
  const linked = Number(search.get('row')) || null
  const [shown, setShown] = useState<Shown | null>(linked === null ? null : { what: 'row', id: linked })
  const close = () => {
    setShown(null)
    if (search.has('row'))
      setSearch(
        (s) => {
          s.delete('row')
          return s
        },
        { replace: true },
      )
  }
  const importable = version === undefined && (typed || ['SJ7', 'SZ1', 'SZ2'].includes(table.tab))
  return (
    <>
      <ListPage<MinistryRow>
        title={`${table.tab} ${table.title}`}
        plain
        prescribed
        rows={useRows}
        rowKey={(r) => r.id || r.place}
        fixed={{ year: y.year, tab: table.tab, version }}
        columns={listColumns(table, (id) => setShown({ what: 'row', id }))}
        filters={version === undefined ? filters : filters.slice(0, 1)}
        onExport={saveRows}
        actions={[
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (r) => ({ title: `删除“${nameRow(table, r)}”这一行？`, ok: '删除行' }),
            run: (r) => removeRow.run({ params: { id: r.id } }),
          },
        ]}
        extra={
          <>
            {typed && (
              <Button kind="primary" onClick={() => setShown({ what: 'add' })}>
                新增行
              </Button>
            )}
            {importable && (
              <Button icon="upload" onClick={() => setShown({ what: 'import' })}>
                导入
              </Button>
            )}
            {y.can.includes('file') && (
              <Button
                icon="download"
                onClick={() => void saveText(y.year, table.tab, version).catch(() => undefined)}
              >
                定长文本
              </Button>
            )}
          </>
        }
        empty={{ text: typed ? '还没有数据，请新增或导入' : '还没有数据，请先在学年中取数' }}
      />
      <Drawer
        open={shown !== null}
        title={shown?.what === 'add' ? '新增行' : shown?.what === 'import' ? `导入 ${table.tab}` : '查看一行'}
        size={720}
        destroyOnHidden
        onClose={close}
      >
        {shown?.what === 'row' && <RowPanel id={shown.id} table={table} />}
        {shown?.what === 'add' && <RowForm year={y.year} table={table} onDone={close} />}
        {shown?.what === 'import' && <ImportForm year={y.year} table={table} typed={typed} onDone={close} />}
      </Drawer>
    </>
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '搜索' },
  {
    kind: 'select',
    name: 'faulty',
    label: '问题',
    options: [
      { value: 'true', label: '只看有问题的' },
      { value: 'false', label: '只看没有问题的' },
    ],
  },
  {
    kind: 'select',
    name: 'corrected',
    label: '更正',
    options: [
      { value: 'true', label: '只看有更正的' },
      { value: 'false', label: '只看没有更正的' },
    ],
  },
]

const nameRow = (table: LayoutTable, r: MinistryRow): string =>
  r.cells['name'] ?? r.cells[table.key[0] ?? ''] ?? String(r.place)
/** A code with its meaning. */
const shownAs = (f: LayoutField, cell: string): string => {
  const word = f.codes.find((c) => c.code === cell)?.word
  return word && word !== cell ? `${cell} ${word}` : cell
}
function listColumns(table: LayoutTable, open: (id: number) => void): Column<MinistryRow>[] {
  const main = table.fields.some((f) => f.name === 'name') ? 'name' : (table.key[0] ?? '')
  const fields = table.fields.map((f): Column<MinistryRow> => ({
    key: f.name,
    title: f.title,
    ...(f.name === main && { main: true as const }),
    ...(f.name === 'schoolCode' && { phone: false as const }),
    ...((f.type === 'integer' || f.type === 'decimal') && { align: 'right' as const }),
    render: (r) => {
      const text = shownAs(f, r.cells[f.name] ?? '')
      const drawn = r.drawn[f.name]
      return (
        <>
          {f.name === main && r.id > 0 ? (
            <button
              type="button"
              className="btn"
              data-kind="text"
              data-size="small"
              onClick={() => open(r.id)}
            >
              {text || '未填写'}
            </button>
          ) : (
            text
          )}
          {drawn !== undefined && drawn !== '' && drawn !== r.cells[f.name] && (
            <span className="ministry-drawn">
              <span className="sr-only">取数为 </span>
              {drawn}
            </span>
          )}
        </>
      )
    },
  }))
  return [
    ...fields,
    {
      key: 'issues',
      title: '问题',
      align: 'right',
      render: (r) => (r.issues > 0 ? <strong>{r.issues}</strong> : ''),
    },
  ]
}
