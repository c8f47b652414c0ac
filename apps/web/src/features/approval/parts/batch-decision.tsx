import { businessWords, type Business, type Task } from '@portal/contract/approval/approval'
import { MAX_BATCH } from '@portal/contract/kernel/rows'
import { useQueries } from '@tanstack/react-query'
import type { Deed } from '../../../lib/held.ts'
import { formatMoney } from '../../../lib/format.ts'
import { newKey } from '../../../lib/new-key.ts'
import { opinionAsked } from '../../../lib/opinion.ts'
import { askReason, say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import { viewQuery } from '../approval.queries.ts'
import type { InboxView } from '../shared/inbox-view.tsx'

interface Props {
  tasks: readonly Task[]
  picked: readonly Task[]
  onPick: (tasks: readonly Task[]) => void
  onDone: (ids: readonly number[]) => void
  onHold: (deed: Deed) => void
}
const SHOWN = 5

/** Decides several tasks at once; tasks that fail stay in the list with their reasons. */
export function BatchDecision({ tasks, picked, onPick, onDone, onHold }: Props) {
  const businesses = [...new Set(tasks.map((t) => t.business))]
  const loaded = useQueries({ queries: businesses.map(viewQuery) })
  const views = new Map<Business, InboxView | undefined>(businesses.map((b, i) => [b, loaded[i]?.data]))
  const may = (t: Task) => views.get(t.business)?.batch(t) ?? false
  const open = tasks.filter(may).slice(0, MAX_BATCH)
  const able = picked.filter(may)
  const all = open.length > 0 && open.every((t) => picked.includes(t))

  const decide = async (outcome: 'approve' | 'refuse') => {
    const reason = await consentTo(outcome, able, [
      ...new Set(able.flatMap((t) => views.get(t.business)?.reasons ?? [])),
    ])
    if (reason === null) return
    const tasks = able.map((t) => t.id)
    // A retry after a broken connection uses the same key.
    const key = newKey()
    const word = outcome === 'approve' ? '通过' : '驳回'
    onHold({
      label: `${word} ${able.length} 项`,
      title: [...new Set(able.map((t) => businessWords[t.business]))].join('、'),
      reason,
      tasks,
      send: () => decideAll(able, outcome, reason || null, { views, key }),
    })
    onDone(tasks)
  }
  return (
    <div className="inbox-batch no-print">
      <label>
        <input
          type="checkbox"
          checked={all}
          disabled={open.length === 0}
          onChange={() => onPick(all ? [] : open)}
        />{' '}
        全选
      </label>
      {picked.length > 0 && (
        <span className="muted" role="status">
          已选 {picked.length} 项
          {able.length < picked.length && `，其中 ${picked.length - able.length} 项需逐项处理`}
        </span>
      )}
      <span className="inbox-gap" />
      <Button size="small" kind="primary" disabled={able.length === 0} onClick={() => void decide('approve')}>
        通过{able.length > 0 && ` ${able.length} 项`}
      </Button>
      <Button size="small" kind="danger" disabled={able.length === 0} onClick={() => void decide('refuse')}>
        驳回{able.length > 0 && ` ${able.length} 项`}
      </Button>
    </div>
  )
}

/** Decides per business. Returns whether all were accepted; failures are shown one by one and stay. */
async function decideAll(
  able: readonly Task[],
  outcome: 'approve' | 'refuse',
  reason: string | null,
  { views, key }: { views: ReadonlyMap<Business, InboxView | undefined>; key: string },
): Promise<boolean> {
  const left: string[] = []
  let gone = 0
  for (const [business, group] of Map.groupBy(able, (t) => t.business)) {
    const verdicts = (await views.get(business)?.decide(group, outcome, reason, `${key}-${business}`)) ?? []
    for (const t of group) {
      const verdict = verdicts.find((v) => v.id === t.rowId)
      if (verdict?.ok) gone += 1
      else left.push(`${t.title}：${verdict?.message ?? '没有处理'}`)
    }
  }
  const word = outcome === 'approve' ? '通过' : '驳回'
  if (left.length === 0) say('success', `已${word} ${gone} 项`)
  else
    say('warning', `已${word} ${gone} 项，${left.length} 项未能处理`, {
      lines: left.slice(0, SHOWN).concat(left.length > SHOWN ? [`另有 ${left.length - SHOWN} 项`] : []),
    })
  return left.length === 0
}

/** The reason, '' without one; null if the user declined. */
async function consentTo(
  outcome: 'approve' | 'refuse',
  tasks: readonly Task[],
  picks: readonly string[],
): Promise<string | null> {
  const n = tasks.length
  const fen = tasks.reduce((sum, t) => sum + (t.amountFen ?? 0), 0)
  if (outcome === 'approve') {
    const text =
      fen > 0
        ? `合计金额 ${formatMoney(fen)}。每项单独办理，未能通过的会逐项说明。`
        : '每项单独办理，未能通过的会逐项说明。'
    return askReason({ title: `通过所选 ${n} 项？`, text, ok: `通过 ${n} 项`, reason: opinionAsked })
  }
  return askReason({
    title: `驳回所选 ${n} 项？`,
    text: '原因将告知每一位申请人。',
    ok: `驳回 ${n} 项`,
    danger: true,
    reason: { label: '驳回原因', required: true, picks },
  })
}
