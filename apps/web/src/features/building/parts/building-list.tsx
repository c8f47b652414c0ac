import { Modal } from 'antd'
import { useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import type { BuildingRow } from '@portal/contract/building/building'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { ImportButton } from '../../bulk/shared/import-drawer.tsx'
import {
  renewBuildings,
  saveBuildings,
  useBuildings,
  useCampusOptions,
  useRemoveBuilding,
} from '../building.queries.ts'
import { BuildingForm } from './building-form.tsx'
import { BuildingPictures } from './building-pictures.tsx'
import { PlaceThumb } from './place-thumb.tsx'

type Asked = { what: 'edit' | 'pictures'; building: BuildingRow } | { what: 'new' }
const titles: Record<Asked['what'], string> = { new: '新增楼宇', edit: '修改楼宇', pictures: '楼宇图片' }

export function BuildingList({ intro }: { intro: ReactNode }) {
  const editable = useHolds(['LABORATORY_ALL'])
  const [asked, setAsked] = useState<Asked | null>(null)
  const remove = useRemoveBuilding()
  const close = () => setAsked(null)
  return (
    <>
      <ListPage<BuildingRow>
        title="楼宇管理"
        intro={intro}
        rows={useBuildings}
        columns={columns}
        filters={filters}
        onExport={saveBuildings}
        extra={
          editable && (
            <>
              <ImportButton kind="building" onDone={() => void renewBuildings()} />
              <Button kind="primary" onClick={() => setAsked({ what: 'new' })}>
                新增楼宇
              </Button>
            </>
          )
        }
        actions={[
          { label: '房间', to: (b) => to('/maintain/build', { tab: 'rooms', buildingId: b.id }) },
          { label: '图片', run: (building) => setAsked({ what: 'pictures', building }) },
          { label: '修改', can: 'edit', run: (building) => setAsked({ what: 'edit', building }) },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (b) => ({
              title: `删除“${b.name}”？`,
              text: '没有房间的楼宇才能删除，图片一并删除，不能恢复。',
              ok: '删除楼宇',
            }),
            run: (b) => remove.run({ params: { id: b.id } }).then(() => say('success', '楼宇已删除')),
          },
        ]}
        empty={{ text: '还没有登记楼宇' }}
      />
      <Modal
        open={asked !== null}
        title={asked && titles[asked.what]}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={680}
      >
        {asked?.what === 'new' && <BuildingForm building={null} onDone={close} />}
        {asked?.what === 'edit' && <BuildingForm building={asked.building} onDone={close} />}
        {asked?.what === 'pictures' && <BuildingPictures building={asked.building} />}
      </Modal>
    </>
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
