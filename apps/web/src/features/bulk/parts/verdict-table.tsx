import { Segmented } from 'antd'
import { useState } from 'react'
import { rowVerdictWords, type BulkImport, type ImportRow, type RowVerdict } from '@portal/contract/bulk/bulk'
import { Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { useImportRows } from '../bulk.queries.ts'

export const verdictTone: Record<RowVerdict, StateTone> = {
  new: 'done',
  changed: 'active',
  same: 'draft',
  bad: 'refused',
}

const listColumns = (headers: readonly string[]): Column<ImportRow>[] => [
  { key: 'line', title: '行', main: true, width: 60, render: (r) => `第 ${r.line} 行` },
  {
    key: 'verdict',
    title: '结果',
    render: (r) => <StateTag tone={verdictTone[r.verdict]} text={rowVerdictWords[r.verdict]} />,
  },
  { key: 'reasons', title: '说明', render: (r) => <Reasons of={r} /> },
  ...headers.map((title, i) => ({
    key: `cell${i}`,
    title,
    render: (r: ImportRow) => r.cells[i] || <span className="muted">—</span>,
  })),
]

function Reasons({ of }: { of: ImportRow }) {
  if (of.reasons.length === 0) return <span className="muted">—</span>
  return (
    <ul className="import-reasons">
      {of.reasons.map((r) => (
        <li key={`${r.level} ${r.column} ${r.message}`} data-level={r.level}>
          {r.column && `${r.column}：`}
          {r.level === 'was' ? `原为“${r.message}”` : r.message}
        </li>
      ))}
    </ul>
  )
}

/** The most rows shown; more would not be read. */
const MOST = 100

/** The rows with their verdicts; only the bad ones at first, if there are any. */
export function VerdictTable({ of }: { of: BulkImport }) {
  const [verdict, setVerdict] = useState<RowVerdict | ''>(of.counts.bad > 0 ? 'bad' : '')
  const [{ page, size }, setPage] = useState({ page: 0, size: 20 })
  const { data, error, refetch, isPlaceholderData } = useImportRows(of.id, { page, size, verdict })
  const choices = (['bad', 'new', 'changed', 'same'] as const).filter((v) => of.counts[v] > 0)
  return (
    <>
      <Segmented<RowVerdict | ''>
        aria-label="按结果筛选"
        value={verdict}
        options={[
          { value: '', label: '全部' },
          ...choices.map((v) => ({ value: v, label: `${rowVerdictWords[v]} ${of.counts[v]}` })),
        ]}
        onChange={(v) => {
          setVerdict(v)
          setPage({ page: 0, size })
        }}
      />
      {data ? (
        <>
          <DataTable
            caption="校验结果"
            columns={listColumns(of.columns)}
            rows={data.items}
            rowKey={(r) => r.line}
            busy={isPlaceholderData}
          />
          <Pager
            page={page}
            size={size}
            total={data.total}
            onPage={(p) => setPage({ page: p, size })}
            onSize={(s) => setPage({ page: 0, size: Math.min(s, MOST) })}
          />
        </>
      ) : error ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={8} height={30} />
      )}
    </>
  )
}
