import { useSearchParams } from 'react-router'
import type { DeviceDetail } from '@portal/contract/device/device'
import { view } from '@portal/contract/kernel/permissions'
import type { ScreenPath } from '@portal/contract/screens'
import { to } from '../../../lib/paths.ts'
import { useHolds } from '../../../lib/session.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { DeviceBookings } from '../../booking/shared/device-bookings.tsx'
import { Achievements } from '../../device-record/shared/achievements.tsx'
import { Repairs } from '../../device-record/shared/repairs.tsx'
import { Teachings } from '../../device-record/shared/teachings.tsx'
import { DeviceChecklist } from '../../opening/shared/checklist.tsx'
import { OpeningHours } from '../../opening/shared/opening-hours.tsx'
import { PriceTable } from '../../price-plan/shared/price-table.tsx'
import { DeviceQualifications } from '../../qualification/shared/device-qualifications.tsx'
import { DeviceDossier } from '../../stock-in/shared/dossier-button.tsx'
import { DeviceRatings } from '../../use-rating/shared/device-ratings.tsx'
import { useDevice } from '../device.queries.ts'
import { statusText, statusTones } from '../device.words.ts'
import { DevicePictures } from './device-pictures.tsx'
import { DeviceResources } from './device-resources.tsx'
import { FileBase, FileDetails } from './file-base.tsx'

const tabs = [
  { key: 'base', title: '基本信息' },
  { key: 'details', title: '详细信息' },
  { key: 'pictures', title: '图片' },
  { key: 'openings', title: '开放与收费' },
  { key: 'achievements', title: '成果' },
  { key: 'teachings', title: '教学' },
  { key: 'repairs', title: '维修' },
  { key: 'resources', title: '资料' },
  { key: 'qualifications', title: '上机资格' },
  { key: 'ratings', title: '用户评价' },
  { key: 'bookings', title: '使用记录' },
] as const
type Tab = (typeof tabs)[number]['key']

/**
 * The whole record of an instrument, editable as far as the user's rights go. `back`: the list to return to.
 */
export function DeviceFile({ back }: { back: ScreenPath }) {
  const [search] = useSearchParams()
  const key = search.get('id') ?? search.get('deviceId') ?? search.get('serialId') ?? ''
  if (key) return <Known id={key} back={back} />
  return (
    <section>
      <header className="page-head">
        <h1>仪器详情</h1>
      </header>
      <Empty text="请先选择一台仪器">
        <ButtonLink to={to(back)}>返回列表</ButtonLink>
      </Empty>
    </section>
  )
}

function Known({ id, back }: { id: string; back: ScreenPath }) {
  const [search] = useSearchParams()
  const query = useDevice({ params: { id } }, { staleTime: 0 })
  const seesBookings = useHolds(view('SUBSCRIBE_ORDER'))
  const editsAll = useHolds(['DEVICE_ALL'])
  const openTo = (d: DeviceDetail) =>
    tabs.filter((t) =>
      t.key === 'bookings'
        ? seesBookings
        : t.key === 'ratings'
          ? (['edit', 'review', 'open'] as const).some((c) => d.can.includes(c))
          : t.key !== 'qualifications' || d.can.includes('open') || d.can.includes('review'),
    )
  const findTab = (d: DeviceDetail) => openTo(d).find((t) => t.key === search.get('tab'))?.key ?? 'base'
  return (
    <DetailPage
      query={query}
      name="仪器详情"
      list={{ to: to(back), text: '返回列表' }}
      title={(d) => (
        <>
          {d.name} <StateTag tone={statusTones[d.status]} text={statusText(d)} />{' '}
          {!d.shared && <StateTag tone="draft" text="未共享" />}
        </>
      )}
      extra={(d) => (
        <>
          {editsAll && <ButtonLink to={to('/maintain/deviceEdit', { id: d.id })}>编辑全部</ButtonLink>}
          {d.can.includes('open') && (
            <ButtonLink to={to('/open-sharing/open-set', { deviceId: d.id })}>开放设置</ButtonLink>
          )}
          <ButtonLink to={to('/osp/asset/label', { serialId: d.serialId })}>仪器标签</ButtonLink>
          {d.can.includes('edit') && (
            <ButtonLink to={to('/osp/storage/storageFinish', { devices: d.id })}>打印标签</ButtonLink>
          )}
          <DeviceDossier device={d} edits={d.can.includes('edit')} />
          <ButtonLink to={to('/osp/asset/maintenance', { deviceId: d.serialId })}>维护保养</ButtonLink>
          <ButtonLink to={to('/constant/fill', { deviceId: d.id })}>固定资产填报</ButtonLink>
          <ButtonLink to={to(back)}>返回列表</ButtonLink>
        </>
      )}
    >
      {(d) => (
        <>
          {(d.can.includes('edit') || d.can.includes('open')) && d.status !== 'scrapped' && (
            <DeviceChecklist deviceId={d.id} />
          )}
          <LinkTabs
            label="仪器档案"
            name="tab"
            tabs={openTo(d)}
            value={findTab(d)}
            keep={['id', 'deviceId', 'serialId']}
          />
          <View tab={findTab(d)} device={d} />
        </>
      )}
    </DetailPage>
  )
}

function View({ tab, device: d }: { tab: Tab; device: DeviceDetail }) {
  const mayEdit = d.can.includes('edit')
  switch (tab) {
    case 'base':
      return <FileBase device={d} />
    case 'details':
      return <FileDetails device={d} />
    case 'pictures':
      return <DevicePictures device={d} />
    case 'openings':
      return (
        <>
          <Card
            title="开放时间与预约规则"
            extra={
              d.can.includes('open') && (
                <ButtonLink size="small" to={to('/open-sharing/open-set', { deviceId: d.id })}>
                  修改
                </ButtonLink>
              )
            }
          >
            <OpeningHours deviceId={d.id} />
          </Card>
          <Card
            title="收费标准"
            extra={
              d.can.includes('open') && (
                <ButtonLink
                  size="small"
                  to={to('/open-sharing/open-set', { deviceId: d.id, view: 'prices' })}
                >
                  修改
                </ButtonLink>
              )
            }
          >
            <PriceTable deviceId={d.id} />
          </Card>
          {d.can.includes('open') && (
            <Card
              title="设备审核员"
              extra={
                <ButtonLink
                  size="small"
                  to={to('/open-sharing/open-set', { deviceId: d.id, view: 'reviewers' })}
                >
                  查看
                </ButtonLink>
              }
            >
              <p className="muted">
                审核该仪器预约的人员在开放设置中指定；全实验室的审核员也可以审核；都没有时由实验室主任审核。
              </p>
            </Card>
          )}
        </>
      )
    case 'achievements':
      return <Achievements deviceId={d.id} mayEdit={mayEdit} />
    case 'teachings':
      return <Teachings deviceId={d.id} mayEdit={mayEdit} />
    case 'repairs':
      return <Repairs deviceId={d.id} mayEdit={mayEdit || d.can.includes('review')} />
    case 'resources':
      return <DeviceResources deviceId={d.id} mayEdit={mayEdit} />
    case 'qualifications':
      return <DeviceQualifications deviceId={d.id} />
    case 'ratings':
      return <DeviceRatings deviceId={d.id} />
    case 'bookings':
      return <DeviceBookings deviceId={d.id} />
  }
}
