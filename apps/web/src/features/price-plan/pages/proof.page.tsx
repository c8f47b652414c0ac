import { useSearchParams } from 'react-router'
import type { DeviceRow } from '@portal/contract/device/device'
import type { PricePlanRow } from '@portal/contract/price-plan/price-plan'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { DetailPage, Facts } from '../../../ui/detail/detail-page.tsx'
import { Button, ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { usePricedDevice, usePricedDevices, usePriceVersions } from '../price-plan.queries.ts'
import { PrintedJustification } from '../parts/justification-sheet.tsx'
import { Justifications } from '../parts/justification-versions.tsx'
import { PriceTable } from '../shared/price-table.tsx'
import { versionColumns } from '../shared/version-columns.tsx'
import '../../../ui/print.css'

/** The justification of a device's price; without `deviceId`, the devices that have one. */
export default function ProofPage() {
  const query = useSearchParams()[0]
  const [deviceId = 0, id = 0] = ['deviceId', 'id'].map((name) => Number(query.get(name)) || 0)
  if (id && query.get('print')) return <PrintedJustification id={id} />
  if (deviceId) return <Proof key={deviceId} deviceId={deviceId} chosen={id} />
  return (
    <ListPage<DeviceRow>
      title="价格论证详情"
      extra={<ButtonLink to="/osp/priceListFill">价格清单填报</ButtonLink>}
      rows={usePricedDevices}
      columns={[
        { key: 'name', title: '仪器', main: true, render: (d) => d.name },
        { key: 'serialId', title: '资产编号' },
        { key: 'lab', title: '实验室', render: (d) => d.lab.name },
      ]}
      filters={[{ kind: 'text', name: 'deviceName', label: '仪器', placeholder: '名称、编号、拼音或首字母' }]}
      actions={[{ label: '查看', to: (d) => to('/osp/priceProofDetail', { deviceId: d.id }) }]}
      empty={{ text: '还没有共享仪器' }}
    />
  )
}

function Proof({ deviceId, chosen }: { deviceId: number; chosen: number }) {
  const query = usePricedDevice({ params: { id: deviceId } })
  const versions = usePriceVersions({ query: { deviceId } })
  const grounds = versions.data?.can.includes('read_grounds')
  return (
    <DetailPage
      query={query}
      name="价格论证"
      list={{ to: to('/osp/priceProofDetail'), text: '其他仪器' }}
      title={(d) => `${d.name}${grounds === false ? '收费标准' : '价格论证'}`}
      extra={() => (
        <>
          <Button onClick={() => globalThis.print()}>打印</Button>
          <ButtonLink to={to('/osp/priceProofDetail')}>其他仪器</ButtonLink>
        </>
      )}
    >
      {(d) => (
        <>
          <Card title="仪器">
            <Facts
              items={[
                { label: '仪器', value: d.name },
                { label: '资产编号', value: d.serialId },
                { label: '型号', value: d.model },
                { label: '实验室', value: d.lab.name },
                d.priceFen !== null &&
                  d.priceFen !== undefined && { label: '原值', value: <MoneyText fen={d.priceFen} /> },
              ]}
            />
          </Card>
          <Card title="现行收费标准">
            <PriceTable deviceId={deviceId} />
          </Card>
          {grounds && <Justifications deviceId={deviceId} chosen={chosen} />}
          <Versions deviceId={deviceId} />
        </>
      )}
    </DetailPage>
  )
}

/** The versions of a price: who set it, from when, and why. */
function Versions({ deviceId }: { deviceId: number }) {
  const { data, error, refetch } = usePriceVersions({ query: { deviceId } })
  return (
    <Card title="收费标准历次版本">
      {!data ? (
        error ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton rows={4} height={28} />
        )
      ) : data.items.length === 0 ? (
        <Empty text="还没有收费标准，使用该仪器不收费" />
      ) : (
        <DataTable caption="历次版本" columns={columns} rows={data.items} rowKey={(p) => p.id} />
      )}
    </Card>
  )
}
const columns: readonly Column<PricePlanRow>[] = [
  ...versionColumns,
  { key: 'note', title: '说明', render: (p) => p.note ?? '未填写' },
  { key: 'by', title: '填报', render: (p) => `${p.createdBy ?? '—'} ${formatMinute(p.createdAt)}` },
]
