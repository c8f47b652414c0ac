import { stepWords, type ApprovalStep, type Business } from '@portal/contract/approval/approval'
import type { ProgressStep } from '@portal/contract/kernel/rows'
import { purchaseStateWords, type PurchaseState } from '@portal/contract/purchase/purchase'
import { asksFor } from './purchase.rules.ts'

interface Logged {
  from: string | null
  to: string
  actor: string | null
  at: Date
}
type Place = Omit<ProgressStep, 'at'> & { at: Date | null }

/** Whom it waits for where it has gone on to: at each step once, with its name. */
export function furtherWords(
  waiting: readonly { business: Business; step: string; names: readonly string[] }[],
): string | null {
  const at = Map.groupBy(waiting, (w) => stepWords(w.business, w.step as ApprovalStep)) // tasks hold steps of their business
  return (
    [...at]
      .map(([step, all]) => `${[...new Set(all.flatMap((w) => w.names))].join('、')}（${step}）`)
      .join('；') || null
  )
}

const stages: readonly { state: PurchaseState; title: string }[] = [
  { state: 'draft', title: '填写申购' },
  { state: 'awaiting_experts', title: '专家论证' },
  { state: 'awaiting_dept_head', title: '院系审批' },
  { state: 'awaiting_finance', title: '经费审核' },
  { state: 'awaiting_equip_office', title: '设备处审批' },
  { state: 'awaiting_sourcing', title: '采购' },
  { state: 'awaiting_contract', title: '签订合同' },
  { state: 'awaiting_delivery', title: '供货' },
  { state: 'in_acceptance', title: '验收入库' },
]

function isAsked(
  p: { precious: boolean; imported: boolean; steps: readonly string[] | null },
  state: PurchaseState,
): boolean {
  if (state === 'awaiting_experts') return p.precious || p.imported
  if (state === 'awaiting_dept_head') return asksFor(p.steps, 'dept_head')
  return state !== 'awaiting_finance' || asksFor(p.steps, 'finance')
}

/** Where a purchase stands. `log` is its whole history, oldest first; `awaited` names whose turn it is. */
export function progressOf(
  p: {
    state: PurchaseState
    stateAt: Date
    precious: boolean
    imported: boolean
    steps: readonly string[] | null
  },
  log: readonly Logged[],
  awaited: string | null,
): Place[] {
  // What was given before it last came back as a draft no longer counts.
  const round = log.slice(log.findLastIndex((l) => l.to === 'draft') + 1)
  const asked = stages.filter(({ state }) => isAsked(p, state))
  const ended = p.state === 'refused' || p.state === 'cancelled' || p.state === 'terminated'
  const here = asked.findIndex((s) => s.state === p.state)
  const places = asked.map(({ state, title }, i): Place => {
    const left = round.findLast((l) => l.from === state && l.to !== state)
    if (i === here) return { key: state, title, status: 'current', who: awaited, at: p.stateAt }
    const past = p.state === 'done' || (ended ? left !== undefined && left.to !== p.state : i < here)
    return past
      ? { key: state, title, status: 'done', who: left?.actor ?? null, at: left?.at ?? null }
      : { key: state, title, status: 'next', who: null, at: null }
  })
  const last = log.at(-1)
  const end: Place = {
    key: 'end',
    title: ended ? purchaseStateWords[p.state] : '完成',
    status: ended ? 'stopped' : p.state === 'done' ? 'done' : 'next',
    who: ended ? (last?.actor ?? null) : null,
    at: ended || p.state === 'done' ? p.stateAt : null,
  }
  // What never came is left out.
  return ended ? [...places.filter((s) => s.status === 'done'), end] : [...places, end]
}
