import {
  acceptanceStateWords,
  type AcceptanceScale,
  type AcceptanceState,
} from '@portal/contract/acceptance/acceptance'
import type { Logged, Place } from '../test-order/progress.rules.ts'

/** Where an acceptance stands. `log` is its whole history, oldest first; `awaited` names whose turn it is. */
export function progressOf(
  {
    state,
    stateAt,
    scale,
    steps,
  }: { state: AcceptanceState; stateAt: Date; scale: AcceptanceScale; steps: readonly string[] | null },
  log: readonly Logged[],
  awaited: string | null,
): Place[] {
  // What was done before it last came back no longer counts.
  const round = log.slice(
    log.findLastIndex((l) => l.event === 'send_back' || l.event === 'object' || l.event === 'recall') + 1,
  )
  const last = (event: string) => round.findLast((l) => l.event === event)
  const approved = (from: AcceptanceState) => round.findLast((l) => l.event === 'approve' && l.from === from)
  const place = (key: string, title: string, l: Logged | undefined, here: boolean): Place =>
    here
      ? { key, title, status: 'current', who: awaited, at: stateAt }
      : l
        ? { key, title, status: 'done', who: l.actor, at: l.at }
        : { key, title, status: 'next', who: null, at: null }

  const signed = state === 'awaiting_signatures' ? undefined : last('sign')
  const places = [
    place('create', '到货核对', log[0], false),
    place('fill', '填写验收', last('submit'), state === 'draft'),
    place('sign', scale === 'small' ? '会签' : '学院会签', signed, state === 'awaiting_signatures'),
    ...(steps?.includes('dept_head')
      ? [place('dept_head', '院系审核', approved('awaiting_dept_head'), state === 'awaiting_dept_head')]
      : []),
    place('audit', '设备处审核', approved('awaiting_audit'), state === 'awaiting_audit'),
    place('end', acceptanceStateWords.accepted, approved('awaiting_audit'), false),
  ]
  if (state !== 'cancelled') return places
  const end = log.at(-1)
  return [
    ...places.filter((p) => p.status === 'done'),
    {
      key: 'cancelled',
      title: acceptanceStateWords.cancelled,
      status: 'stopped',
      who: end?.actor ?? null,
      at: stateAt,
    },
  ]
}
