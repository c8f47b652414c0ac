import { stockInCalls, stockInNumber, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { useLive } from '../../../lib/live.ts'
import { opinionAsked, saidOrNull } from '../../../lib/opinion.ts'
import { to } from '../../../lib/paths.ts'
import { useStage } from '../../../lib/stage.ts'
import { pickSeen, sayVerdicts } from '../../../lib/verdicts.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Process } from '../../../ui/process/process.ts'
import { defineInbox } from '../../approval/shared/inbox-view.tsx'
import { Answer } from '../parts/answer.tsx'
import { StockInSummary } from '../parts/stock-in-summary.tsx'
import { auditStockIns, storeStockIns, useStockIn } from '../stock-in.queries.ts'
import { findAddress, ownerPicks, sendBackPicks, stockInTag } from '../stock-in.words.ts'

const numbered = ({ pieces }: StockInDetail) =>
  `${pieces.length} 台设备生成资产编号并建立仪器档案，不能撤回。`

export const stockIn: Process<StockInDetail, 'voucher' | 'change' | 'correct'> = {
  noun: '入库单',
  list: { to: to('/osp/storage/list'), text: '验收入库单' },
  nameOf: (s) => `入库单 ${s.number}`,
  tagOf: (s) => stockInTag(s.state),
  useRow: (id) => useStockIn({ params: { id } }, { staleTime: 0 }),
  useNews: (s) => {
    useLive(['me'], [stockInCalls.get])
    useStage(s?.stage)
  },
  Links: StockInLinks,
  Facts: ({ row: s, place }) => (
    <StockInSummary order={s} editing={place === 'page' && s.can.includes('change')} />
  ),
  decision: (s) => ({ title: '正式入库', text: numbered(s) }),
  steps: {
    agree: { Part: Answer },
    confirm: { Part: Answer },
    send_back: { Part: Answer },
    store: (s) => ({
      label: '正式入库',
      tone: 'yes',
      title: '正式入库？',
      text: numbered(s),
      ok: `正式入库 ${s.pieces.length} 台`,
      afterSaving: true,
      reason: opinionAsked,
      take: async (said, idempotencyKey) =>
        sayVerdicts(
          await storeStockIns.run({
            body: { items: [pickSeen(s)], reason: saidOrNull(said) },
            idempotencyKey,
          }),
          '入库',
          stockInNumber,
        ),
    }),
    voucher: { onPage: true },
    change: {
      onPage: true,
      below: true,
      elsewhere: (s) => ({ to: findAddress(s), text: '填写预入库' }),
    },
    submit: null,
    correct: { onPage: true, below: true },
  },
}

function StockInLinks({ row: s }: { row: StockInDetail }) {
  const devices = s.pieces.flatMap((p) => p.deviceId ?? [])
  return (
    <>
      {devices.length > 0 && (
        <ButtonLink kind="primary" to={to('/osp/storage/storageFinish', { devices: devices.join(',') })}>
          打印标签（{devices.length}）
        </ButtonLink>
      )}
      <ButtonLink to={to('/osp/storage/storageFinish', { id: s.id, print: 1 })}>打印入库单</ButtonLink>
    </>
  )
}

/** Batch decisions. Formal stock-in is done one by one, or from its list. */
export const inbox = defineInbox('stock_in', stockIn, {
  by: auditStockIns,
  states: { card_owner: 'awaiting_card_owner', finance: 'awaiting_finance' },
  verdicts: { approve: 'approve', refuse: 'send_back' },
  refusal: { word: '退回', picks: sendBackPicks },
  refusalAt: { card_owner: { word: '退回', picks: ownerPicks } },
})
