import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { BuildingRow } from '@portal/contract/building/building'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import {
  renewBuildings,
  saveBuildings,
  useBuildings,
  useCampusOptions,
  useRemoveBuilding,
} from '../building.queries.ts'
import { BuildingForm } from './building-form.tsx'
import { BuildingPictures } from './building-pictures.tsx'
import { ManagedPlaces } from './managed-places.tsx'
import { PlaceThumb } from './place-thumb.tsx'

export function BuildingList({ intro }: { intro: ReactNode }) {
  const remove = useRemoveBuilding()
  return (
    <ManagedPlaces<BuildingRow>
      what="楼宇"
      kind="building"
      intro={intro}
      rows={useBuildings}
      columns={columns}
      filters={filters}
      onExport={saveBuildings}
      onImported={renewBuildings}
      links={[{ label: '房间', to: (b) => to('/maintain/build', { tab: 'rooms', buildingId: b.id }) }]}
      removal={{
        name: (b) => `“${b.name}”`,
        needs: '没有房间',
        run: (b) => remove.run({ params: { id: b.id } }),
      }}
      form={(building, onDone) => <BuildingForm building={building} onDone={onDone} />}
      pictures={(building) => <BuildingPictures building={building} />}
    />
  )
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '楼宇', placeholder: '名称、编号或地址' },
  { kind: 'select', name: 'campus', label: '校区', options: useCampusOptions },
]
const columns: readonly Column<BuildingRow>[] = [
  { key: 'name', title: '楼宇', main: true },
  { key: 'serialId', title: '编号' },
  { key: 'campus', title: '校区' },
  { key: 'address', title: '地址', width: '18%', phone: false },
  { key: 'floors', title: '楼层', align: 'right' },
  {
    key: 'areaM2',
    title: '建筑面积（㎡）',
    align: 'right',
    render: (b) => b.areaM2?.toLocaleString('zh-CN'),
  },
  {
    key: 'rooms',
    title: '房间',
    align: 'right',
    render: (b) => (
      <Link
        to={to('/maintain/build', { tab: 'rooms', buildingId: b.id })}
        aria-label={`${b.name}的 ${b.rooms} 个房间`}
      >
        {b.rooms}
      </Link>
    ),
  },
  { key: 'labs', title: '实验室', align: 'right' },
  { key: 'devices', title: '共享仪器', align: 'right' },
  { key: 'images', title: '图片', render: (b) => <PlaceThumb image={b.images[0]} name={b.name} /> },
  {
    key: 'placed',
    title: '地图',
    render: (b) => <StateTag tone={b.placed ? 'done' : 'draft'} text={b.placed ? '已标注' : '未标注'} />,
  },
]
