import { assetCalls } from '@portal/contract/asset/calls'
import { bookingWayWords, type RepairOrderDetail } from '@portal/contract/asset/repair'
import { formatMinute } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Attachments } from '../../../ui/detail/attachments.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import type { PartProps, Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { AnswerCards } from '../../form/shared/answer-cards.tsx'
import { refuseRepair, startRepair, useRepairOrder } from '../asset.queries.ts'
import { repairRefusalPicks, repairTag } from '../asset.words.ts'
import { DeviceLink } from '../parts/columns.tsx'
import { ExtendForm, GiveUpForm } from '../parts/repair-course.tsx'
import { AssignForm, FinishForm } from '../parts/repair-steps.tsx'

export const repair: Process<RepairOrderDetail> = {
  noun: '报修单',
  list: { to: to('/osp/asset/repairs'), text: '全部报修单' },
  nameOf: (o) => `报修单 ${o.number}`,
  tagOf: (o) => repairTag(o.state),
  useRow: (id) => useRepairOrder({ params: { id } }, { staleTime: 0 }),
  useNews: () => useLive(['me', 'inbox'], [assetCalls.repairOrder]),
  Links: ({ row: o }) => (
    <ButtonLink to={to('/osp/asset/repairs', { id: o.id, view: 'print' })}>打印报修单</ButtonLink>
  ),
  Facts: ({ row: o }) => (
    <>
      <Card title="报修信息">
        <Facts
          items={[
            { label: '仪器', value: <DeviceLink device={o.device} />, wide: true },
            { label: '报修人', value: `${o.reporter.name}，${formatMinute(o.createdAt)}` },
            { label: '紧急程度', value: o.urgent ? '紧急' : '一般' },
            { label: '故障现象', value: o.fault, wide: true },
            o.assignee && { label: '维修负责人', value: o.assignee.name },
            o.company !== null && { label: '维修单位', value: o.company },
            o.expectedAt !== null && { label: '预计恢复', value: formatMinute(o.expectedAt) },
            o.bookingWay !== null && {
              label: '期间的预约',
              value: `${bookingWayWords[o.bookingWay]}${o.revoked ? `（已撤销 ${o.revoked} 个）` : ''}`,
              wide: true,
            },
            o.solution !== null && { label: '处理结果', value: o.solution, wide: true },
            o.costFen !== null && { label: '维修费用', value: <MoneyText fen={o.costFen} strong /> },
            o.reason !== null && { label: '原因', value: o.reason, wide: true },
            o.files.length > 0 && { label: '附件', value: <Attachments files={o.files} />, wide: true },
          ]}
        />
      </Card>
      <AnswerCards answers={o.answers} />
    </>
  ),
  decision: (o) => ({ below: true, loose: o.can.includes('assign') }),
  steps: {
    assign: { Part: AssignForm, below: true },
    start: (o) => ({
      tone: 'yes',
      title: '开始维修？',
      ok: '开始维修',
      done: '已开始维修',
      goesOn: true,
      take: () => startRepair.run({ params: { id: o.id } }),
    }),
    // Only an assigned order has taken the instrument out of use.
    refuse: (o) => ({
      tone: 'no',
      title: '不予维修？',
      text: `报修单将结束，${o.state === 'assigned' ? '仪器恢复可用状态，' : ''}并通知报修人。`,
      ok: '不予维修',
      reason: { label: '原因', required: true, picks: repairRefusalPicks },
      done: '已结束报修单',
      take: (reason) => refuseRepair.run({ params: { id: o.id }, body: { reason } }),
    }),
    finish: { Part: FinishForm, below: true },
    extend: { Part: ExtendForm, below: true },
    give_up: { Part: GiveUpForm, below: true },
    scrap: { Part: ToScrap, below: true },
  },
}

function ToScrap({ row: o }: PartProps<RepairOrderDetail>) {
  return (
    <Card className="decide">
      <p>仪器不可修复，保持停用。</p>
      <ButtonLink kind="primary" to={to('/osp/asset/label', { serialId: o.device.serialId, do: 'scrap' })}>
        申请报废
      </ButtonLink>
    </Card>
  )
}

/** No batch decisions: a repair needs more than a yes. */
export const inbox = defineInbox('repair', repair)
