import { useState, type ReactNode } from 'react'
import type { RowsHook } from '../../../lib/query.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'

interface Props<Row> {
  deviceId: number
  /** Noun for a record: 成果. */
  what: string
  rows: RowsHook<Row>
  columns: readonly Column<Row>[]
  filters: readonly Filter[]
  mayAdd: boolean
  empty: string
  form: (row: Row | null, close: () => void) => ReactNode
  onRemove: (row: Row) => Promise<unknown>
  removeText: string
}

/** A device's records of one kind: the list, and a form for users who manage them. */
export function RecordList<Row extends { id: number; title: string; can: readonly string[] }>({
  deviceId,
  what,
  rows,
  columns,
  filters,
  mayAdd,
  empty,
  form,
  onRemove,
  removeText,
}: Props<Row>) {
  const [asked, setAsked] = useState<{ row: Row | null } | null>(null)
  const close = () => setAsked(null)
  const add = (
    <Button kind="primary" size="small" onClick={() => setAsked({ row: null })}>
      添加{what}
    </Button>
  )
  return (
    <>
      <ListPage<Row>
        plain
        title={what}
        rows={rows}
        fixed={{ deviceId }}
        columns={columns}
        filters={filters}
        extra={mayAdd && add}
        actions={[
          { label: '修改', can: 'edit', run: (row) => setAsked({ row }) },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (row) => ({ title: `删除“${row.title}”？`, text: removeText, ok: `删除${what}` }),
            run: onRemove,
          },
        ]}
        empty={{ text: empty, action: mayAdd && add }}
      />
      <Modal
        open={asked !== null}
        title={`${asked?.row ? '修改' : '添加'}${what}`}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={720}
      >
        {asked && form(asked.row, close)}
      </Modal>
    </>
  )
}
