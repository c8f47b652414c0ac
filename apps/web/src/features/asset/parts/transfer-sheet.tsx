import { transferStateWords } from '@portal/contract/asset/asset'
import type { TransferDetail } from '@portal/contract/asset/transfer'
import { formatDay, formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Paper, PaperFacts, PaperHistory } from '../../../ui/paper.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useTransfer } from '../asset.queries.ts'

export function PrintedTransfer({ id }: { id: number }) {
  const query = useTransfer({ params: { id } }, { staleTime: 0 })
  return query.data ? (
    <TransferSheet transfer={query.data} />
  ) : (
    <Waiting query={query} rows={10} height={20} />
  )
}

/** 调拨单 on A4. */
const TransferSheet = ({ transfer: t }: { transfer: TransferDetail }) => (
  <Paper
    title="仪器设备调拨单"
    back={{ to: to('/osp/asset/transfers', { id: t.id }), text: '返回调拨单' }}
    head={[
      `单号：${t.number}`,
      `状态：${transferStateWords[t.state]}`,
      `申请日期：${formatDay(t.createdAt)}`,
    ]}
    signs={['调出单位负责人', '调入单位负责人', '接收保管人', '设备处', '日期']}
  >
    <PaperFacts
      items={[
        ['仪器名称', t.device.name],
        ['资产编号', t.device.serialId],
        ['型号', t.device.model],
        ['原值', formatMoney(t.priceFen)],
        ['调出单位', t.fromDept],
        ['调出实验室', t.from.name],
        ['调入单位', t.toDept],
        ['调入实验室', t.to.name],
        ['存放房间', t.toRoom],
        ['接收保管人', t.toKeeper?.name],
        ['申请人', t.requester.name],
        ['完成日期', t.doneAt && formatDay(t.doneAt)],
      ]}
    />
    <h2>调拨理由</h2>
    <pre>{t.why}</pre>
    <PaperHistory title="双方意见" entries={t.history} />
  </Paper>
)
