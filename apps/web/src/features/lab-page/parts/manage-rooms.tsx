import { useState } from 'react'
import type { RoomListRow } from '@portal/contract/building/building'
import type { LabDetail } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { RoomForm } from '../../building/shared/room-form.tsx'
import { RoomPictures } from '../../building/shared/room-pictures.tsx'
import { RoomsForm } from '../../lab/shared/rooms.tsx'
import { useRooms } from '../lab-page.queries.ts'

type Asked = { what: 'edit' | 'pictures'; room: RoomListRow }

/** The rooms of a lab with their data and pictures. */
export function ManageRooms({ lab }: { lab: LabDetail }) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  return (
    <>
      <RoomsForm key={lab.id} lab={lab} />
      <ListPage<RoomListRow>
        plain
        title="实验室房间"
        rows={useRooms}
        fixed={{ labId: lab.id }}
        columns={columns}
        actions={[
          { label: '修改', can: 'edit', run: (room) => setAsked({ what: 'edit', room }) },
          { label: '图片', can: 'edit', run: (room) => setAsked({ what: 'pictures', room }) },
          { label: '查看', to: (r) => to('/lab/chamberInfo', { serialId: lab.serialId, roomId: r.id }) },
        ]}
        empty={{ text: '还没有登记房间：请在上方选择' }}
      />
      <Modal
        open={asked !== null}
        title={asked?.what === 'edit' ? '修改房间' : '房间图片'}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={680}
      >
        {asked?.what === 'edit' && <RoomForm room={asked.room} onDone={close} />}
        {asked?.what === 'pictures' && <RoomPictures roomId={asked.room.id} />}
      </Modal>
    </>
  )
}

const columns: readonly Column<RoomListRow>[] = [
  { key: 'name', title: '房间', main: true, render: (r) => `${r.building.name} ${r.name}` },
  { key: 'floor', title: '楼层', render: (r) => r.floor },
  { key: 'areaM2', title: '面积（㎡）', align: 'right', render: (r) => r.areaM2?.toLocaleString('zh-CN') },
  { key: 'use', title: '用途' },
  { key: 'keeper', title: '负责人', render: (r) => r.keeper?.name ?? '未指定' },
  { key: 'devices', title: '仪器', align: 'right', render: (r) => `${r.devices} 台` },
  { key: 'images', title: '图片', align: 'right', render: (r) => `${r.images.length} 张` },
]
