import type { ChangedObject } from '@portal/contract/monitor/changes'
import { Link } from 'react-router'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import '../../../ui/list/list.css'

type Field = ChangedObject['fields'][number]
const columns: Column<Field & { key: string }>[] = [
  { key: 'field', title: '字段', main: true },
  { key: 'before', title: '之前', render: (f) => f.before ?? '（空）' },
  { key: 'after', title: '之后', render: (f) => f.after ?? '（空）' },
]

/** The object of an operation, linked if it can be viewed. */
export const ObjectName = ({ object, link }: { object: string | null; link: string | null }) =>
  object && link ? <Link to={link}>{object}</Link> : (object ?? '—')

/** The changes of an operation, row by row: each field before and after. */
export function Changes({ changes }: { changes: readonly ChangedObject[] }) {
  if (changes.length === 0) return <p className="muted">没有记录到改动的内容</p>
  return changes.map((c, i) => (
    <section key={i} className="operation-change">
      <h3>
        {c.way} <ObjectName object={c.object} link={c.link} />
      </h3>
      {c.fields.length > 0 && (
        <DataTable
          caption={`${c.way}${c.object}`}
          columns={columns}
          rows={c.fields.map((f, n) => ({ ...f, key: `${n}` }))}
          rowKey={(f) => f.key}
        />
      )}
    </section>
  ))
}
