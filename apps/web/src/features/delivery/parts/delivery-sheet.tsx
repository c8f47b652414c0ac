import {
  deliveryStateWords,
  pieceStateWords,
  type DeliveryDetail,
  type DeliveryPiece,
} from '@portal/contract/delivery/delivery'
import { formatYuan } from '@portal/contract/kernel/money'
import { formatDay } from '../../../lib/format.ts'
import { Paper, PaperFacts, PaperHistory, PaperTable } from '../../../ui/paper.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useDelivery } from '../delivery.queries.ts'

/** `back`: the page from which the reader came. */
export function PrintedDelivery({ id, back }: { id: number; back: string }) {
  const query = useDelivery({ params: { id } }, { staleTime: 0 })
  return query.data ? (
    <DeliverySheet delivery={query.data} back={back} />
  ) : (
    <Waiting query={query} rows={10} height={20} />
  )
}

/** 供货单 on A4, sent with the goods: each piece with its plate number. */
const DeliverySheet = ({ delivery: d, back }: { delivery: DeliveryDetail; back: string }) => (
  <Paper
    title="仪器设备供货单"
    back={{ to: back, text: '返回供货单' }}
    head={[`单号：${d.number}`, `状态：${deliveryStateWords[d.state]}`, `日期：${formatDay(d.stateAt)}`]}
    signs={['供应商（章）', '申购人', '招标办核对', '日期']}
  >
    <PaperFacts
      items={[
        ['采购项目', `${d.purchase.title}（${d.purchase.number}）`],
        ['合同编号', d.contractNumber],
        ['供应商', d.supplier.name],
        ['合同金额', `¥${formatYuan(d.totalFen)}`],
        ['申购人', d.requester.name],
        ['单位', d.dept.name],
        ['交货期限', d.deliverBy],
        ['台件', `${d.pieceCount} 台`],
      ]}
    />
    <PaperTable
      heads={['设备', '型号规格', '厂家与产地', '出厂编号', '生产日期与质保', '合同单价（元）', '状态']}
    >
      {d.pieces.map((p) => (
        <tr key={p.id}>
          <td>
            {p.name} 第 {p.number} 台
          </td>
          <td>{[p.model, p.spec].filter(Boolean).join('；')}</td>
          <td>{[p.manufacturer, p.country].filter(Boolean).join('，')}</td>
          <td>{p.factoryNumber}</td>
          <td>{[p.madeOn, p.warrantyUntil && `质保至 ${p.warrantyUntil}`].filter(Boolean).join('，')}</td>
          <td className="num">{formatYuan(p.priceFen)}</td>
          <td>{[pieceStateWords[p.state], p.refusedReason].filter(Boolean).join('：')}</td>
        </tr>
      ))}
    </PaperTable>
    {d.pieces.some(isTold) && <h2>技术指标、附件与安全说明</h2>}
    {d.pieces.filter(isTold).map((p) => (
      <pre key={p.id} className="keep">
        {[
          `${p.name} 第 ${p.number} 台`,
          p.indicators && `技术指标：${p.indicators}`,
          p.accessories && `附件与备件：${p.accessories}`,
          p.hazards && `危险与安全：${p.hazards}`,
        ]
          .filter(Boolean)
          .join('\n')}
      </pre>
    ))}
    {d.files.length > 0 && <p>随机资料：{d.files.map((f) => f.name).join('、')}</p>}
    <PaperHistory entries={d.history} />
  </Paper>
)
const isTold = (p: DeliveryPiece): boolean => Boolean(p.indicators || p.accessories || p.hazards)
