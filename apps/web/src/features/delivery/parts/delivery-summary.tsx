import type { DeliveryDetail } from '@portal/contract/delivery/delivery'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Card } from '../../../ui/light.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { itemColumns, pieceColumns } from './piece-columns.tsx'
import './delivery.css'

export const DeliveryFacts = ({ delivery: d }: { delivery: DeliveryDetail }) => (
  <Card title="合同" className="contract">
    <Facts
      items={[
        { label: '采购项目', value: `${d.purchase.title}（${d.purchase.number}）` },
        { label: '供应商', value: d.supplier.name },
        { label: '合同编号', value: d.contractNumber },
        { label: '交货期限', value: d.deliverBy },
        { label: '合同金额', value: <MoneyText fen={d.totalFen} strong /> },
        { label: '申购人', value: `${d.requester.name}（${d.dept.name}）` },
        d.reason !== null && {
          label: d.state === 'ended' ? '终止原因' : '退回原因',
          value: d.reason,
          wide: true,
        },
      ]}
    />
    <DataTable caption="合同设备" columns={itemColumns} rows={d.items} rowKey={(i) => i.id} />
  </Card>
)

/** The entered pieces, with the manufacturer's data. */
export function EnteredPieces({ delivery: d }: { delivery: DeliveryDetail }) {
  const told = d.pieces.filter((p) => p.indicators || p.accessories || p.hazards)
  return (
    <Card title={`设备信息（${d.pieceCount} 台）`}>
      <DataTable caption="设备信息" columns={pieceColumns} rows={d.pieces} rowKey={(p) => p.id} />
      {told.map((p) => (
        <details key={p.id} className="told">
          <summary>
            {p.name} 第 {p.number} 台：指标、附件与安全说明
          </summary>
          <Facts
            items={[
              { label: '技术指标', value: p.indicators, wide: true },
              { label: '附件与备件', value: p.accessories, wide: true },
              { label: '危险与安全', value: p.hazards, wide: true },
            ]}
          />
        </details>
      ))}
    </Card>
  )
}

export const DeliveryFiles = ({ delivery: d }: { delivery: DeliveryDetail }) =>
  d.files.length > 0 && (
    <Card title={`随机资料（${d.files.length} 份）`}>
      <FileList files={d.files} label="随机资料" />
    </Card>
  )
