import { businessWords, type Business, type Task } from '@portal/contract/approval/approval'
import { useQueries } from '@tanstack/react-query'
import type { Deed } from '../../../lib/held.ts'
import { formatMoney } from '../../../lib/format.ts'
import { newKey } from '../../../lib/new-key.ts'
import { opinionAsked } from '../../../lib/opinion.ts'
import { askReason, say } from '../../../lib/tell.ts'
import { listParts, makePartKey } from '../../../lib/verdicts.ts'
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
  const open = tasks.filter(may)
  const able = picked.filter(may)
  const plain = able.filter((t) => !t.single)
  const alone = [
    able.length < picked.length && `${picked.length - able.length} 项需逐项处理`,
    plain.length < able.length && `${able.length - plain.length} 项需逐项通过`,
  ].filter(Boolean)
  const findRefusals = (some: readonly Task[]) => some.flatMap((t) => views.get(t.business)?.refusal(t) ?? [])
  const said = new Set(findRefusals(able.length > 0 ? able : open).map((r) => r.word))
  const no = (['驳回', '退回'] as const).filter((word) => said.has(word)).join('或') || '驳回'
  const all = open.length > 0 && open.every((t) => picked.includes(t))

  const decide = async (outcome: 'approve' | 'refuse') => {
    const group = outcome === 'approve' ? plain : able
    const word = outcome === 'approve' ? '通过' : no
    const reason = await (outcome === 'approve'
      ? consentTo(group)
      : refuseAll(word, group, [...new Set(findRefusals(group).flatMap((r) => r.picks))]))
    if (reason === null) return
    const tasks = group.map((t) => t.id)
    // A retry after a broken connection uses the same key.
    const key = newKey()
    let left: readonly number[] = []
    onHold({
      label: `${word} ${group.length} 项`,
      title: [...new Set(group.map((t) => businessWords[t.business]))].join('、'),
      reason,
      tasks,
      send: async () => {
        left = await decideAll(group, outcome, reason || null, { views, key, word })
        return left.length === 0
      },
      left: () => left,
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
          已选 {picked.length} 项{alone.length > 0 && `，其中 ${alone.join('，')}`}
        </span>
      )}
      <span className="inbox-gap" />
      <Button
        size="small"
        kind="primary"
        disabled={plain.length === 0}
        onClick={() => void decide('approve')}
      >
        通过{plain.length > 0 && ` ${plain.length} 项`}
      </Button>
      <Button size="small" kind="danger" disabled={able.length === 0} onClick={() => void decide('refuse')}>
        {no}
        {able.length > 0 && ` ${able.length} 项`}
      </Button>
    </div>
  )
}

/**
 * Decides per business, in parts of as many rows as the server takes. Returns the tasks that were not
 * accepted; they are shown one by one and stay. After a failure the same call repeats all parts: the server
 * knows those that it has answered by their keys, and gives the same answers again.
 */
async function decideAll(
  able: readonly Task[],
  outcome: 'approve' | 'refuse',
  reason: string | null,
  { views, key, word }: { views: ReadonlyMap<Business, InboxView | undefined>; key: string; word: string },
): Promise<number[]> {
  const parts = [...Map.groupBy(able, (t) => t.business)].flatMap(([business, group]) =>
    listParts(group).map((part, nth) => ({ business, part, key: makePartKey(`${key}-${business}`, nth) })),
  )
  // All at once: a page that goes away sends these requests, and no later one (decision 105).
  const answers = await Promise.allSettled(
    parts.map(async ({ business, part, key }) => ({
      part,
      verdicts: (await views.get(business)?.decide(part, outcome, reason, key)) ?? [],
    })),
  )
  const left: { id: number; line: string }[] = []
  let gone = 0
  for (const answer of answers) {
    if (answer.status === 'rejected') throw answer.reason
    for (const t of answer.value.part) {
      const verdict = answer.value.verdicts.find((v) => v.id === t.rowId)
      if (verdict?.ok) gone += 1
      else left.push({ id: t.id, line: `${t.title}：${verdict?.message ?? '没有处理'}` })
    }
  }
  if (left.length === 0) say('success', `已${word} ${gone} 项`)
  else
    say('warning', `已${word} ${gone} 项，${left.length} 项未能处理`, {
      lines: [
        ...left.slice(0, SHOWN).map((l) => l.line),
        ...(left.length > SHOWN ? [`另有 ${left.length - SHOWN} 项`] : []),
      ],
    })
  return left.map((l) => l.id)
}

/** The opinion, '' without one; null if the user declined. */
function consentTo(tasks: readonly Task[]): Promise<string | null> {
  const n = tasks.length
  const fen = tasks.reduce((sum, t) => sum + (t.amountFen ?? 0), 0)
  const text =
    fen > 0
      ? `合计金额 ${formatMoney(fen)}。每项单独办理，未能通过的会逐项说明。`
      : '每项单独办理，未能通过的会逐项说明。'
  return askReason({ title: `通过所选 ${n} 项？`, text, ok: `通过 ${n} 项`, reason: opinionAsked })
}

/** The reason; null if the user declined. */
const refuseAll = (word: string, { length: n }: readonly Task[], picks: readonly string[]) =>
  askReason({
    title: `${word}所选 ${n} 项？`,
    text: '原因将告知每一位申请人。',
    ok: `${word} ${n} 项`,
    danger: true,
    reason: { label: `${word}原因`, required: true, picks },
  })
