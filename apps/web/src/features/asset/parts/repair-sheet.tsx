import { repairOrderStateWords } from '@portal/contract/asset/asset'
import { bookingWayWords, type RepairOrderDetail } from '@portal/contract/asset/repair'
import { formatDay, formatMinute, formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Paper, PaperFacts, PaperHistory } from '../../../ui/paper.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useRepairOrder } from '../asset.queries.ts'

export function PrintedRepair({ id }: { id: number }) {
  const query = useRepairOrder({ params: { id } }, { staleTime: 0 })
  return query.data ? <RepairSheet order={query.data} /> : <Waiting query={query} rows={10} height={20} />
}

/** 报修单 on A4, for the workshop and, with the bill, for finance. */
const RepairSheet = ({ order: o }: { order: RepairOrderDetail }) => (
  <Paper
    title="仪器设备报修单"
    back={{ to: to('/osp/asset/repairs', { id: o.id }), text: '返回报修单' }}
    head={[
      `单号：${o.number}`,
      `状态：${repairOrderStateWords[o.state]}`,
      `报修日期：${formatDay(o.createdAt)}`,
    ]}
    signs={['报修人', '维修负责人', '仪器保管人', '设备处', '日期']}
  >
    <PaperFacts
      items={[
        ['仪器名称', o.device.name],
        ['资产编号', o.device.serialId],
        ['型号', o.device.model],
        ['实验室', o.device.lab.name],
        ['报修人', o.reporter.name],
        ['紧急程度', o.urgent ? '紧急' : '一般'],
        ['维修负责人', o.assignee?.name],
        ['维修单位', o.company],
        ['预计恢复', o.expectedAt && formatMinute(o.expectedAt)],
        ['修复时间', o.doneAt && formatMinute(o.doneAt)],
        ['维修费用', o.costFen === null ? null : formatMoney(o.costFen)],
        ['期间的预约', o.bookingWay && bookingWayWords[o.bookingWay]],
      ]}
    />
    <h2>故障现象</h2>
    <pre>{o.fault}</pre>
    <h2>处理结果</h2>
    <pre>{o.solution ?? '—'}</pre>
    <PaperHistory entries={o.history} />
  </Paper>
)
