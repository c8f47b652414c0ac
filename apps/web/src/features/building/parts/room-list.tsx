import { Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import type { RoomListRow } from '@portal/contract/building/building'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import {
  renewRooms,
  saveRooms,
  useBuildingOptions,
  useCampusOptions,
  useRemoveRoom,
  useRooms,
} from '../building.queries.ts'
import { RoomPictures } from '../shared/room-pictures.tsx'
import { RoomForm } from '../shared/room-form.tsx'
import { PlaceThumb } from './place-thumb.tsx'

type Asked = { what: 'edit' | 'pictures'; room: RoomListRow } | { what: 'new' }
const titles: Record<Asked['what'], string> = { new: '新增房间', edit: '修改房间', pictures: '房间图片' }

export function RoomList({ intro }: { intro: ReactNode }) {
  const editable = useHolds(['LABORATORY_ALL'])
  const [asked, setAsked] = useState<Asked | null>(null)
  const remove = useRemoveRoom()
  const close = () => setAsked(null)
  return (
    <>
      <ListPage<RoomListRow>
        title="楼宇管理"
        intro={intro}
        rows={useRooms}
        columns={columns}
        filters={filters}
        onExport={saveRooms}
        extra={
          editable && (
            <>
              <ImportButton kind="room" onDone={() => void renewRooms()} />
              <Button kind="primary" onClick={() => setAsked({ what: 'new' })}>
                新增房间
              </Button>
            </>
          )
        }
        actions={[
          { label: '图片', run: (room) => setAsked({ what: 'pictures', room }) },
          { label: '修改', can: 'edit', run: (room) => setAsked({ what: 'edit', room }) },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (r) => ({
              title: `删除 ${r.building.name} ${r.name}？`,
              text: '没有实验室和仪器的房间才能删除，图片一并删除，不能恢复。',
              ok: '删除房间',
            }),
            run: (r) => remove.run({ params: { id: r.id } }).then(() => say('success', '房间已删除')),
          },
        ]}
        empty={{ text: '还没有登记房间' }}
      />
      <Modal
        open={asked !== null}
        title={asked && titles[asked.what]}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={680}
      >
        {asked?.what === 'new' && <RoomForm room={null} onDone={close} />}
        {asked?.what === 'edit' && <RoomForm room={asked.room} onDone={close} />}
        {asked?.what === 'pictures' && <RoomPictures roomId={asked.room.id} />}
      </Modal>
    </>
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '房间', placeholder: '房间号、用途或楼宇' },
  { kind: 'select', name: 'buildingId', label: '楼宇', options: useBuildingOptions },
  { kind: 'select', name: 'campus', label: '校区', options: useCampusOptions },
]
const columns: readonly Column<RoomListRow>[] = [
  { key: 'name', title: '房间', main: true, render: (r) => `${r.building.name} ${r.name}` },
  { key: 'campus', title: '校区', render: (r) => r.building.campus },
  { key: 'floor', title: '楼层', align: 'right' },
  { key: 'areaM2', title: '面积（㎡）', align: 'right', render: (r) => r.areaM2?.toLocaleString('zh-CN') },
  { key: 'use', title: '用途' },
  { key: 'dept', title: '所属部门', render: (r) => r.dept?.name ?? '未指定', phone: false },
  { key: 'keeper', title: '负责人', render: (r) => r.keeper?.name ?? '未指定' },
  { key: 'labs', title: '实验室', render: (r) => r.labs.map((l) => l.name).join('、') || '无' },
  { key: 'devices', title: '仪器', align: 'right' },
  {
    key: 'images',
    title: '图片',
    render: (r) => <PlaceThumb image={r.images[0]} name={`${r.building.name} ${r.name}`} />,
  },
]
