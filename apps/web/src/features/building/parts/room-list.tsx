import type { ReactNode } from 'react'
import type { RoomListRow } from '@portal/contract/building/building'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
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
import { ManagedPlaces } from './managed-places.tsx'
import { PlaceThumb } from './place-thumb.tsx'

export function RoomList({ intro }: { intro: ReactNode }) {
  const remove = useRemoveRoom()
  return (
    <ManagedPlaces<RoomListRow>
      what="房间"
      kind="room"
      intro={intro}
      rows={useRooms}
      columns={columns}
      filters={filters}
      onExport={saveRooms}
      onImported={renewRooms}
      removal={{
        name: (r) => `“${r.building.name} ${r.name}”`,
        needs: '没有实验室和仪器',
        run: (r) => remove.run({ params: { id: r.id } }),
      }}
      form={(room, onDone) => <RoomForm room={room} onDone={onDone} />}
      pictures={(room) => <RoomPictures roomId={room.id} />}
    />
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
