import { deliveryStateWords, type DeliveryState } from '@portal/contract/delivery/delivery'
import type { Logged, Place } from '../test-order/progress.rules.ts'

/** Where a delivery stands. `log` is its whole history, oldest first; `awaited` names whose turn it is. */
export function progressOf(
  { state, stateAt }: { state: DeliveryState; stateAt: Date },
  log: readonly Logged[],
  awaited: string | null,
): Place[] {
  const last = (event: string) => log.findLast((l) => l.event === event)
  const done = (key: string, title: string, entry: Logged | undefined): Place => ({
    key,
    title,
    status: 'done',
    who: entry?.actor ?? null,
    at: entry?.at ?? null,
  })
  const open = (key: string, title: string, here: boolean): Place => ({
    key,
    title,
    status: here ? 'current' : 'next',
    who: here ? awaited : null,
    at: here ? stateAt : null,
  })
  // An ended one stands where it stood.
  const end = state === 'ended' ? last('end') : undefined
  const at = end?.from ?? state
  const entered = at !== 'awaiting_entry'
  const checked = at === 'checked'
  const places = [
    done('open', '合同签订', last('open')),
    entered ? done('entry', '填写设备信息', last('submit')) : open('entry', '填写设备信息', true),
    checked ? done('check', '招标办核对', last('approve')) : open('check', '招标办核对', entered),
    checked ? done('end', '转入验收', last('approve')) : open('end', '转入验收', false),
  ]
  return end
    ? [
        ...places.filter((p) => p.status === 'done'),
        { key: 'ended', title: deliveryStateWords.ended, status: 'stopped', who: end.actor, at: stateAt },
      ]
    : places
}
