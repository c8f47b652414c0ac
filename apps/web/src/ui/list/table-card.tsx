import { useState, type ReactNode } from 'react'
import type { Failure } from '../../lib/failure.ts'
import { Button, Card, Empty, Skeleton } from '../light.tsx'
import { Modal } from '../modal.tsx'
import { PageError } from '../page-error.tsx'
import { DataTable, type Column } from './data-table.tsx'
import { RowActions, type RowAction } from './row-actions.tsx'

interface Props<Row> {
  title: string
  rows: readonly Row[] | undefined
  /** The query of the rows; without it they are loaded already. */
  query?: { error: Failure | null; refetch: () => unknown }
  columns: readonly Column<Row>[]
  /** False if the user has no right. */
  actions?: readonly RowAction<Row>[] | false
  add?:
    | { label: string; title: string; width?: number; form: (close: () => void) => ReactNode }
    | false
    | undefined
  /** Edits a row in a form, for users with the right (`actions`). */
  change?: { label: string; title: string; form: (row: Row, close: () => void) => ReactNode }
  /** Text if there are no rows. */
  empty: ReactNode
}

/** A card with the few rows that belong to an item, which are added and removed in place. */
export function TableCard<Row extends { id: number }>({
  title,
  rows,
  query,
  columns,
  actions,
  add,
  change,
  empty,
}: Props<Row>) {
  const [adding, setAdding] = useState(false)
  const close = () => setAdding(false)
  const [changing, setChanging] = useState<Row>()
  const stopChanging = () => setChanging(undefined)
  const all = actions && (change ? [{ label: change.label, run: setChanging }, ...actions] : actions)
  return (
    <Card
      title={title}
      extra={
        add && (
          <Button kind="primary" size="small" onClick={() => setAdding(true)}>
            {add.label}
          </Button>
        )
      }
    >
      {rows ? (
        rows.length === 0 ? (
          <Empty text={empty} />
        ) : (
          <DataTable
            caption={title}
            columns={columns}
            rows={rows}
            rowKey={(r) => r.id}
            actions={all ? (row) => <RowActions row={row} actions={all} /> : undefined}
          />
        )
      ) : query?.error ? (
        <PageError error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton rows={4} height={28} />
      )}
      {add && (
        <Modal
          open={adding}
          title={add.title}
          footer={null}
          onCancel={close}
          destroyOnHidden
          width={add.width ?? 520}
        >
          {add.form(close)}
        </Modal>
      )}
      {change && (
        <Modal
          open={changing !== undefined}
          title={change.title}
          footer={null}
          onCancel={stopChanging}
          destroyOnHidden
        >
          {changing && change.form(changing, stopChanging)}
        </Modal>
      )}
    </Card>
  )
}
