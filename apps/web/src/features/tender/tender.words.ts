import type { Ballot, TenderDetail, TenderRow } from '@portal/contract/tender/rows'
import { tenderStateWords, type TenderState } from '@portal/contract/tender/tender'
import { formatSecond } from '../../lib/format.ts'
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

/**
 * Are the quotations open to the reader? A requester of no office learns only how many came, a supplier sees
 * its own.
 */
export const seesQuotations = (t: Pick<TenderDetail, 'openedAt' | 'opened' | 'quotations'>): boolean =>
  t.openedAt !== null && (t.opened.length > 0 || t.quotations === 0)

/** A member's opinion on a quotation in one line. */
export function ballotText(t: TenderDetail, b: Ballot): string {
  const scores =
    b.technicalScore === null ? '' : `，技术 ${b.technicalScore} 分，商务 ${b.commercialScore ?? 0} 分`
  return `${t.opened.find((q) => q.id === b.quotationId)?.supplier.name ?? ''}：${b.qualified ? '合格' : '不合格'}${scores}${b.words ? `。${b.words}` : ''}`
}

/** A supplier's receipts as a text to keep, newest first. */
export const receiptText = (
  t: Pick<TenderDetail, 'title' | 'number' | 'round' | 'receipts'>,
  now: string | Date,
): string =>
  [
    `报价回执：${t.title}（${t.number}，第 ${t.round} 轮）`,
    ...t.receipts.map((r) =>
      [
        `提交时间：${formatSecond(r.sealedAt)}`,
        `提交人：${r.sealedBy}`,
        `附件数：${r.files}`,
        `校验码（SHA-256）：${r.receipt}`,
        `状态：${r.withdrawnAt ? `${formatSecond(r.withdrawnAt)} 已撤回` : '有效'}`,
      ].join('\n'),
    ),
    `下载时间：${formatSecond(now)}`,
    '',
  ].join('\n\n')

/** Ready-made reasons for a failed tender. */
export const failurePicks = ['有效报价不足', '报价均超出预算', '采购文件有误，需重新发布'] as const
