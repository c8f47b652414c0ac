import type { ImportKind } from '@portal/contract/bulk/bulk'
import { useState, type ReactNode } from 'react'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'

type Asked<Row> = { how: 'edit' | 'pictures'; row: Row } | { how: 'new' }
type List<Row> = Parameters<typeof ListPage<Row>>[0]

interface Props<Row> extends Pick<List<Row>, 'intro' | 'rows' | 'columns' | 'filters'> {
  onExport: NonNullable<List<Row>['onExport']>
  /** 楼宇 or 房间. */
  what: string
  kind: ImportKind
  /** Reloads the list after an import. */
  onImported: () => unknown
  links?: readonly RowAction<Row>[]
  removal: { name: (row: Row) => string; needs: string; run: (row: Row) => Promise<unknown> }
  form: (row: Row | null, onDone: () => void) => ReactNode
  pictures: (row: Row) => ReactNode
}

/** Manages buildings or rooms: search, create, edit, pictures, delete. */
export function ManagedPlaces<Row extends { id: number }>({
  what,
  kind,
  onImported,
  links = [],
  removal,
  form,
  pictures,
  onExport,
  ...list
}: Props<Row>) {
  const editable = useHolds(['LABORATORY_ALL'])
  const [asked, setAsked] = useState<Asked<Row> | null>(null)
  const close = () => setAsked(null)
  const titles = { new: `新增${what}`, edit: `修改${what}`, pictures: `${what}图片` }
  return (
    <>
      <ListPage<Row>
        {...list}
        onExport={onExport}
        title="楼宇管理"
        extra={
          editable && (
            <>
              <ImportButton kind={kind} onDone={() => void onImported()} />
              <Button kind="primary" onClick={() => setAsked({ how: 'new' })}>
                {titles.new}
              </Button>
            </>
          )
        }
        actions={[
          ...links,
          { label: '图片', run: (row) => setAsked({ how: 'pictures', row }) },
          { label: '修改', can: 'edit', run: (row) => setAsked({ how: 'edit', row }) },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (row) => ({
              title: `删除${removal.name(row)}？`,
              text: `${removal.needs}的${what}才能删除，图片一并删除，不能恢复。`,
              ok: `删除${what}`,
            }),
            run: (row) => removal.run(row).then(() => say('success', `${what}已删除`)),
          },
        ]}
        empty={{ text: `还没有登记${what}` }}
      />
      <Modal
        open={asked !== null}
        title={asked && titles[asked.how]}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={680}
      >
        {asked?.how === 'new' && form(null, close)}
        {asked?.how === 'edit' && form(asked.row, close)}
        {asked?.how === 'pictures' && pictures(asked.row)}
      </Modal>
    </>
  )
}
