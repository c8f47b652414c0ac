import type { Slot } from '@portal/contract/booking/row'
import { useEffect, useEffectEvent } from 'react'
import { formatMoney } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Period } from '../../../ui/period.tsx'
import { useJudgement } from '../booking.queries.ts'
import { lacksSum, SUM_LATER, wordChange } from '../booking.words.ts'
import type { Choice } from '../calendar.rules.ts'
import type { Wish } from '../form.rules.ts'
import { QuoteLines } from '../../price-plan/shared/bill-lines.tsx'
import { SlotOffers } from './slot-offers.tsx'
import './calendar.css'

interface Props {
  wish: Wish | null
  /** Without it no other slots are offered. */
  onPick?: (choice: Choice) => void
  /** Codes of refusals that are overridden, if this person may. */
  override?: readonly string[]
  onOverride?: (codes: string[]) => void
  /** The price before an extension. */
  beforeFen?: number
  /** Receives the free alternatives; an empty list if the wish itself is free. */
  onOffers?: (slots: readonly Slot[]) => void
  /** Shows the formula unfolded. */
  open?: boolean
}
const none: readonly Slot[] = []
const approvalWords = { payer: '付款人确认', reviewer: '设备审核', director: '主任审核' } as const

/** While the user chooses: the price, who has to approve, all refusals, and free alternatives. */
export function Judgement({ wish, onPick, override = [], onOverride, beforeFen, onOffers, open }: Props) {
  const { data, error, behind, refetch } = useJudgement(wish)
  const offers = (wish && data?.alternatives) || none
  const tell = useEffectEvent(() => onOffers?.(offers))
  useEffect(() => tell(), [offers])
  if (!wish) return null
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} title="无法试算" />
  if (!data) return <Skeleton rows={2} />
  const left = data.reasons.filter((r) => !(data.mayOverride && r.overridable && override.includes(r.code)))
  const flip = (code: string) =>
    onOverride?.(override.includes(code) ? override.filter((c) => c !== code) : [...override, code])
  return (
    <section
      className="judgement"
      aria-label="预约试算"
      aria-busy={behind}
      data-refused={left.length > 0 || undefined}
    >
      <header>
        <strong>{wish.startAt ? <Period from={wish.startAt} to={wish.endAt} /> : '时间由审核员安排'}</strong>
        {data.quote && (
          <span className="judgement-price">
            预计费用{' '}
            <b>{lacksSum(wish.startAt, data.quote) ? SUM_LATER : formatMoney(data.quote.totalFen)}</b>
            {beforeFen !== undefined && `（${wordChange(beforeFen, data.quote.totalFen)}）`}
          </span>
        )}
      </header>
      <div role="status">
        <div className="judgement-verdict">
          {behind && <p className="muted">正在试算…</p>}
          {left.length === 0 ? (
            <p style={{ color: 'var(--done)' }}>
              <Icon name="check" size={16} /> 可以预约
              {data.approvals.length > 0 && (
                <span className="muted">
                  ，提交后依次需要：{data.approvals.map((a) => approvalWords[a]).join('、')}
                </span>
              )}
            </p>
          ) : (
            <p style={{ color: 'var(--refused)' }}>
              <Icon name="warn" size={16} /> {left.length} 项不符合预约规则
            </p>
          )}
        </div>
        <ul className="judgement-reasons">
          {data.reasons.map((r) => (
            <li key={r.code}>
              {r.message}
              {data.mayOverride && r.overridable && onOverride && (
                <label>
                  <input type="checkbox" checked={override.includes(r.code)} onChange={() => flip(r.code)} />
                  忽略此限制<span className="sr-only">：{r.message}</span>
                </label>
              )}
            </li>
          ))}
        </ul>
      </div>
      {onPick && <SlotOffers slots={data.alternatives} onPick={onPick} />}
      {data.quote && data.quote.lines.length > 0 && (
        <details open={open}>
          <summary>费用明细</summary>
          <QuoteLines quote={data.quote} />
        </details>
      )}
    </section>
  )
}
