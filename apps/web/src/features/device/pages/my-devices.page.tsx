import { Link, useSearchParams } from 'react-router'
import {
  deviceStatuses,
  deviceStatusWords,
  type DeviceRow,
  type FavoriteRow,
} from '@portal/contract/device/device'
import { formatDay } from '../../../lib/format.ts'
import { useOpens } from '../../../lib/opens.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { MyQualifications } from '../../qualification/shared/my-qualifications.tsx'
import { useFavorites, useMyDevices, useRemoveFavorite } from '../device.queries.ts'
import { hours, statusText, statusTones } from '../device.words.ts'
import { Ways } from '../parts/device-tags.tsx'
import { DevicePicture } from '../shared/device-picture.tsx'
import './my-devices.css'

const tabs = [
  { key: 'mine', title: '我的仪器' },
  { key: 'favorites', title: '我的收藏' },
  { key: 'qualifications', title: '上机资格' },
]

/** The instruments that the user manages, has marked, or is qualified to operate. */
export default function MyDevicesPage() {
  const asked = useSearchParams()[0].get('view')
  const view = tabs.find((t) => t.key === asked)?.key ?? 'mine'
  return (
    <section className="my-devices">
      <header className="page-head">
        <h1>我的仪器</h1>
        <div className="page-extra">
          <ButtonLink to="/constant/fill">固定资产填报</ButtonLink>
          <ButtonLink to="/constant/history">填报记录</ButtonLink>
          <ButtonLink icon="search" to="/osp/share-platform">
            查找仪器
          </ButtonLink>
        </div>
      </header>
      <LinkTabs label="仪器" name="view" tabs={tabs} value={view} />
      {view === 'mine' ? <Mine /> : view === 'favorites' ? <Favorites /> : <MyQualifications />}
    </section>
  )
}

type MyDevice = DeviceRow & { can: readonly string[] }
const address = (d: DeviceRow) => to('/account/personalDeviceDetail', { id: d.id })
const columns: Column<MyDevice>[] = [
  {
    key: 'name',
    title: '仪器',
    main: true,
    sort: true,
    render: (d) => (
      <span className="my-device-name">
        <DevicePicture url={d.imageUrl} size="row" />
        <Link to={address(d)}>{d.name}</Link>
      </span>
    ),
  },
  { key: 'serialId', title: '资产编号' },
  { key: 'lab', title: '实验室', render: (d) => d.lab.name },
  {
    key: 'status',
    title: '状态',
    render: (d) => <StateTag tone={statusTones[d.status]} text={statusText(d)} />,
  },
  {
    key: 'ways',
    title: '开放',
    render: (d) =>
      d.opened ? <Ways device={d} /> : <span className="muted">{d.shared ? '未开放预约' : '未共享'}</span>,
  },
  {
    key: 'use',
    title: '近一年使用',
    sort: true,
    align: 'right',
    render: (d) => <span className="num">{hours(d.usedMinutes)}</span>,
  },
]

function Mine() {
  const opens = useOpens()
  return (
    <ListPage
      plain
      title="我的仪器"
      rows={useMyDevices}
      order="use desc"
      columns={columns}
      filters={[
        { kind: 'text', name: 'deviceName', label: '仪器', placeholder: '名称、型号、编号、拼音' },
        {
          kind: 'select',
          name: 'status',
          label: '状态',
          multiple: true,
          options: deviceStatuses.map((s) => ({ value: s, label: deviceStatusWords[s] })),
        },
      ]}
      actions={[
        { label: '查看', to: address },
        {
          label: '维修记录',
          show: (d) => d.can.includes('edit') || d.can.includes('review'),
          to: (d) => to('/account/personalDeviceDetail', { id: d.id, tab: 'repairs' }),
        },
        {
          label: '预约单',
          // The head of a department may have actions here and no right to bookings.
          show: (d) => d.can.length > 0 && opens('/open-sharing/subscribes'),
          to: (d) => to('/open-sharing/subscribes', { deviceId: d.id }),
        },
        {
          label: '上机资格',
          show: (d) => d.can.includes('open') || d.can.includes('review'),
          to: (d) => to('/account/personalDeviceDetail', { id: d.id, tab: 'qualifications' }),
        },
        { label: '开放设置', can: 'open', to: (d) => to('/open-sharing/open-set', { deviceId: d.id }) },
      ]}
      empty={{
        text: '您还不是任何仪器的管理员、审核员或联系人',
        action: <ButtonLink to="/osp/share-platform">浏览科研仪器</ButtonLink>,
      }}
    />
  )
}

const kindWords = { device: '仪器', lab: '实验室' } as const
function Favorites() {
  const remove = useRemoveFavorite()
  const favoriteColumns: Column<FavoriteRow>[] = [
    {
      key: 'name',
      title: '名称',
      main: true,
      render: (f) => (
        <Link
          to={
            f.kind === 'device'
              ? to('/dashboard/deviceDetail', { id: f.target.id })
              : to('/lab/homepage', { serialId: f.target.serialId })
          }
        >
          {f.target.name}
        </Link>
      ),
    },
    { key: 'kind', title: '类型', render: (f) => kindWords[f.kind] },
    { key: 'serialId', title: '编号', render: (f) => f.target.serialId },
    { key: 'of', title: '所属' },
    {
      key: 'status',
      title: '状态',
      render: (f) => f.status && <StateTag tone={statusTones[f.status]} text={deviceStatusWords[f.status]} />,
    },
    { key: 'createdAt', title: '收藏时间', render: (f) => formatDay(f.createdAt) },
  ]
  return (
    <ListPage
      plain
      title="我的收藏"
      rows={useFavorites}
      columns={favoriteColumns}
      filters={[
        {
          kind: 'select',
          name: 'kind',
          label: '类型',
          options: Object.entries(kindWords).map(([value, label]) => ({ value, label })),
        },
      ]}
      actions={[
        {
          label: '预约',
          show: (f) => f.kind === 'device' && f.status === 'normal',
          to: (f) => to('/deviceopen/deviceopenDetail', { id: f.target.id }),
        },
        { label: '取消收藏', run: (f) => remove.run({ params: { id: f.id } }) },
      ]}
      empty={{
        text: '还没有收藏：在仪器详情页或实验室主页点“收藏”，常用的就在这里',
        action: <ButtonLink to="/osp/share-platform">浏览科研仪器</ButtonLink>,
      }}
    />
  )
}
