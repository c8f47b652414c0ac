import { say } from '../../lib/tell.ts'
import { ConfirmButton } from '../confirm-button.tsx'
import { Button } from '../light.tsx'
import { DataTable, type Column } from './data-table.tsx'

interface Props<C> {
  caption: string
  categories: readonly C[]
  columns: readonly Column<C>[]
  onChange: (category: C) => void
  onRemove: (category: C) => Promise<unknown>
}

/** Table to edit categories; a category with content cannot be deleted. */
export function CategoryTable<C extends { id: number; name: string; count: number }>({
  caption,
  categories,
  columns,
  onChange,
  onRemove,
}: Props<C>) {
  return (
    <DataTable
      caption={caption}
      rowKey={(c) => c.id}
      rows={categories}
      columns={columns}
      actions={(c) => (
        <>
          <Button kind="text" size="small" onClick={() => onChange(c)}>
            修改
          </Button>
          <ConfirmButton
            kind="text"
            size="small"
            disabled={c.count > 0}
            title={`删除分类“${c.name}”？`}
            ok="删除分类"
            onConfirm={() => onRemove(c).then(() => say('success', '分类已删除'))}
          >
            删除
          </ConfirmButton>
        </>
      )}
    />
  )
}
