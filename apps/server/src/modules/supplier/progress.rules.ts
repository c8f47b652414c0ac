import { supplierStateWords, type SupplierState } from '@portal/contract/supplier/supplier'
import type { Logged, Place } from '../test-order/progress.rules.ts'

const order = ['invited', 'awaiting_papers', 'awaiting_audit', 'approved'] as const
type Station = (typeof order)[number]
const stations: Record<Station, { title: string; left: string }> = {
  invited: { title: '激活账号', left: 'activate' },
  awaiting_papers: { title: '完善企业资料', left: 'submit' },
  awaiting_audit: { title: '招标办审核', left: 'approve' },
  approved: { title: '审核通过', left: 'approve' },
}

/** Where a company stands. `log` is its whole history, oldest first; `awaited` names whose turn it is. */
export function progressOf(
  { state, stateAt }: { state: SupplierState; stateAt: Date },
  log: readonly Logged[],
  awaited: string | null,
): Place[] {
  const at: Station | 'suspended' = state === 'returned' ? 'awaiting_papers' : state
  const done = (key: string, title: string, entry: Logged | undefined): Place => ({
    key,
    title,
    status: 'done',
    who: entry?.actor ?? null,
    at: entry?.at ?? null,
  })
  const places: Place[] = [
    done(
      'invite',
      '邀请注册',
      log.findLast((l) => l.event === 'invite'),
    ),
  ]
  if (at === 'suspended')
    return [
      ...places,
      {
        key: 'suspended',
        title: supplierStateWords.suspended,
        status: 'stopped',
        who: log.at(-1)?.actor ?? null,
        at: stateAt,
      },
    ]
  const here = order.indexOf(at)
  order.forEach((station, i) => {
    const { title, left } = stations[station]
    if (i < here || at === 'approved')
      places.push(
        done(
          station,
          title,
          log.findLast((l) => l.event === left),
        ),
      )
    else
      places.push({
        key: station,
        title,
        status: i === here ? 'current' : 'next',
        who: i === here ? awaited : null,
        at: i === here ? stateAt : null,
      })
  })
  return places
}
