import type { Ballot, TenderDetail, TenderRow } from '@portal/contract/tender/rows'
import { tenderStateWords, type TenderState } from '@portal/contract/tender/tender'
import type { StateTone } from '../../ui/state-tag.tsx'

const tones: Record<TenderState, StateTone> = {
  draft: 'draft',
  announced: 'active',
  opened: 'waiting',
  evaluated: 'waiting',
  awarded: 'done',
  failed: 'refused',
  cancelled: 'stopped',
}
export const tenderTag = (state: TenderState): { tone: StateTone; text: string } => ({
  tone: tones[state],
  text: tenderStateWords[state],
})

export const mineTags: Record<NonNullable<TenderRow['mine']>, { tone: StateTone; text: string }> = {
  none: { tone: 'waiting', text: '未报价' },
  quoted: { tone: 'active', text: '已报价' },
  won: { tone: 'done', text: '成交' },
  lost: { tone: 'stopped', text: '未成交' },
}

/** A member's opinion on a quotation in one line. */
export function ballotText(t: TenderDetail, b: Ballot): string {
  const scores =
    b.technicalScore === null ? '' : `，技术 ${b.technicalScore} 分，商务 ${b.commercialScore ?? 0} 分`
  return `${t.opened.find((q) => q.id === b.quotationId)?.supplier.name ?? ''}：${b.qualified ? '合格' : '不合格'}${scores}${b.words ? `。${b.words}` : ''}`
}

/** Ready-made reasons for a failed tender. */
export const failurePicks = ['有效报价不足', '报价均超出预算', '招标文件有误，需重新发布'] as const
