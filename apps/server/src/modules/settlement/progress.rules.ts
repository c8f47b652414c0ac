import {
  settlementStateWords,
  type PayWay,
  type SettlementState,
} from '@portal/contract/settlement/settlement'
import type { Logged, Place } from '../test-order/progress.rules.ts'

const titles = {
  create: '发起结算',
  card_owner: '卡主审批',
  remittance: '汇款',
  finance: { fund_card: '财务扣款', offline: '财务确认到账' },
  end: '已结算',
  reversal: '冲正',
} as const

/** Where a settlement stands. `log` is its whole history, oldest first; `awaited` names whose turn it is. */
export function progressOf(
  { state, stateAt, way }: { state: SettlementState; stateAt: Date; way: PayWay },
  log: readonly Logged[],
  awaited: string | null,
): Place[] {
  const last = (event: string) => log.findLast((l) => l.event === event)
  const done = (key: string, title: string, l: Logged | undefined): Place => ({
    key,
    title,
    status: 'done',
    who: l?.actor ?? null,
    at: l?.at ?? null,
  })
  const open = (key: string, title: string, here: boolean): Place => ({
    key,
    title,
    status: here ? 'current' : 'next',
    who: here ? awaited : null,
    at: here ? stateAt : null,
  })

  const places: Place[] = [done('create', titles.create, log[0])]
  if (state === 'awaiting_card_owner') places.push(open('card_owner', titles.card_owner, true))
  else if (last('agree')) places.push(done('card_owner', titles.card_owner, last('agree')))
  if (way === 'offline')
    places.push(
      state === 'awaiting_remittance' || !last('remit')
        ? open('remittance', titles.remittance, state === 'awaiting_remittance')
        : done('remittance', titles.remittance, last('remit')),
    )

  if (state === 'refused' || state === 'cancelled') {
    const end = log.at(-1)
    // What never came is left out.
    return [
      ...places.filter((p) => p.status === 'done'),
      {
        key: 'end',
        title: settlementStateWords[state],
        status: 'stopped',
        who: end?.actor ?? null,
        at: end?.at ?? stateAt,
      },
    ]
  }
  const paid = last('deduct') ?? last('receive')
  places.push(
    paid
      ? done('finance', titles.finance[way], paid)
      : open('finance', titles.finance[way], state === 'awaiting_finance'),
  )
  places.push(paid ? done('end', titles.end, paid) : open('end', titles.end, false))
  if (state === 'awaiting_reversal') places.push(open('reversal', titles.reversal, true))
  if (state === 'reversed' || state === 'refunded')
    places.push({
      key: 'reversal',
      title: titles.reversal,
      status: 'stopped',
      who: last('reverse')?.actor ?? null,
      at: last('reverse')?.at ?? stateAt,
    })
  if (way === 'offline' && state === 'reversed')
    places.push({ key: 'refund', title: '退款', status: 'current', who: '财务人员', at: stateAt })
  if (state === 'refunded') places.push(done('refund', '退款', last('refund')))
  return places
}
