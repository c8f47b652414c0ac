import { assetCalls } from '@portal/contract/asset/calls'
import { transferNumber } from '@portal/contract/asset/parts'
import type { TransferDetail } from '@portal/contract/asset/transfer'
import { formatMinute } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { deciding } from '../../../lib/verdicts.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { cancelTransfer, decideTransfers, useTransfer } from '../asset.queries.ts'
import { transferRefusalPicks, transferTag } from '../asset.words.ts'
import { DeviceLink } from '../parts/columns.tsx'

const decide = deciding(decideTransfers, transferNumber)
const isGiving = (t: TransferDetail) => t.state === 'awaiting_giver'

export const transfer: Process<TransferDetail> = {
  noun: '调拨单',
  list: { to: to('/osp/asset/transfers'), text: '全部调拨单' },
  nameOf: (t) => `调拨单 ${t.number}`,
  tagOf: (t) => transferTag(t.state),
  useRow: (id) => useTransfer({ params: { id } }, { staleTime: 0 }),
  useNews: () => useLive(['me', 'inbox'], [assetCalls.transfer]),
  Links: ({ row: t }) => (
    <ButtonLink to={to('/osp/asset/transfers', { id: t.id, view: 'print' })}>打印调拨单</ButtonLink>
  ),
  Facts: ({ row: t }) => (
    <Card title="调拨信息">
      <Facts
        items={[
          { label: '仪器', value: <DeviceLink device={t.device} />, wide: true },
          { label: '原值', value: <MoneyText fen={t.priceFen} /> },
          { label: '申请人', value: `${t.requester.name}，${formatMinute(t.createdAt)}` },
          { label: '调出', value: `${t.from.name}（${t.fromDept}）` },
          { label: '调入', value: `${t.to.name}（${t.toDept}）` },
          { label: '存放房间', value: t.toRoom },
          { label: '接收保管人', value: t.toKeeper?.name },
          { label: '调拨理由', value: t.why, wide: true },
          t.reason !== null && { label: '原因', value: t.reason, wide: true },
          t.doneAt !== null && { label: '完成时间', value: formatMinute(t.doneAt) },
        ]}
      />
    </Card>
  ),
  decision: (t) =>
    isGiving(t)
      ? { title: '调出方意见', text: '同意后由调入方确认。' }
      : { title: '调入方意见', text: '同意后仪器归入您的实验室，已有预约保留。' },
  steps: {
    agree: (t) => {
      const word = isGiving(t) ? '同意调出' : '同意调入'
      return {
        tone: 'yes',
        title: `${word}？`,
        text: `${t.device.name} 由${t.from.name}调拨至${t.to.name}。`,
        ok: word,
        reason: opinionAsked,
        take: (said, key) => decide([t], 'approve', '同意', saidOrNull(said), key),
      }
    },
    refuse: (t) => ({
      label: '拒绝',
      tone: 'no',
      title: '拒绝调拨？',
      text: '申请将结束，可重新申请。',
      ok: '拒绝调拨',
      reason: { label: '拒绝原因', required: true, picks: transferRefusalPicks },
      take: (reason, key) => decide([t], 'refuse', '拒绝', reason, key),
    }),
    cancel: (t) => ({
      atHead: true,
      tone: 'no',
      title: '取消调拨？',
      text: '申请将结束，仪器留在原实验室。',
      ok: '取消调拨',
      cancel: '保留申请',
      reason: { label: '取消原因', required: true, picks: ['不再需要', '填写有误'] },
      done: '调拨已取消',
      take: (reason) => cancelTransfer.run({ params: { id: t.id }, body: { reason } }),
    }),
    print: null,
  },
}

export const inbox = defineInbox('transfer', transfer, {
  by: decideTransfers,
  states: { giver: 'awaiting_giver', receiver: 'awaiting_receiver' },
  verdicts: { approve: 'approve', refuse: 'refuse' },
  refusal: { word: '驳回', picks: transferRefusalPicks },
})
