import { useSearchParams } from 'react-router'
import type { OpeningRow } from '@portal/contract/opening/opening'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink } from '../../../ui/light.tsx'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Prices, useOpenings } from '../../opening/shared/price-versions.tsx'
import { Justify } from '../parts/justify.tsx'
import { usePricedDevice } from '../price-plan.queries.ts'

const tabs = [
  { key: 'prices', title: '收费标准' },
  { key: 'proof', title: '价格论证' },
]

/**
 * The devices whose prices the user sets; with `deviceId` the price list of one device and its justification.
 */
export default function FillPage() {
  const deviceId = Number(useSearchParams()[0].get('deviceId')) || 0
  if (deviceId) return <Filling key={deviceId} deviceId={deviceId} />
  return (
    <ListPage<OpeningRow>
      title="价格清单填报"
      rows={useOpenings}
      fixed={{ managed: 'true' }}
      rowKey={(r) => r.device.id}
      columns={[
        { key: 'name', title: '仪器', main: true, sort: true, render: (r) => r.device.name },
        { key: 'serial', title: '资产编号', render: (r) => r.device.serialId },
        { key: 'lab', title: '实验室', render: (r) => r.device.lab.name },
      ]}
      filters={[{ kind: 'text', name: 'deviceName', label: '仪器', placeholder: '名称、编号、拼音或首字母' }]}
      actions={[
        { label: '填报价格', can: 'edit', to: (r) => to('/osp/priceListFill', { deviceId: r.device.id }) },
        {
          label: '填报论证',
          can: 'edit',
          to: (r) => to('/osp/priceListFill', { deviceId: r.device.id, view: 'proof' }),
        },
        { label: '论证详情', to: (r) => to('/osp/priceProofDetail', { deviceId: r.device.id }) },
      ]}
      empty={{
        text: '没有您可以填报价格的仪器：收费标准由实验室主任、实验室管理员和有权限的管理员填报',
        action: <ButtonLink to={to('/osp/priceProofDetail')}>查看价格论证</ButtonLink>,
      }}
    />
  )
}

function Filling({ deviceId }: { deviceId: number }) {
  const view = useSearchParams()[0].get('view') === 'proof' ? 'proof' : 'prices'
  const query = usePricedDevice({ params: { id: deviceId } })
  return (
    <DetailPage
      query={query}
      name="价格清单"
      list={{ to: to('/osp/priceListFill'), text: '其他仪器' }}
      title={(d) => `${d.name}价格清单`}
      extra={() => (
        <>
          <ButtonLink to={to('/osp/priceProofDetail', { deviceId })}>论证详情</ButtonLink>
          <ButtonLink to={to('/osp/priceListFill')}>其他仪器</ButtonLink>
        </>
      )}
    >
      {(d) => (
        <>
          <LinkTabs label="价格清单填报" name="view" tabs={tabs} value={view} keep={['deviceId']} />
          {view === 'proof' ? (
            <Justify device={d} />
          ) : (
            <>
              <p className="muted">
                每次填报是一个新版本，已提交的预约价格不变；成本测算和定价依据在“价格论证”中填报。
              </p>
              <Prices deviceId={deviceId} />
            </>
          )}
        </>
      )}
    </DetailPage>
  )
}
