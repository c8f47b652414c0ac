import { z } from 'zod'
import { amountFen, id, optionalLine } from '../kernel/fields.ts'
import { formatYuan } from '../kernel/money.ts'
import { ref } from '../kernel/rows.ts'
import { budgetSources, budgetSourceWords } from './purchase.ts'

// Sources of a purchase's money: cards and projects, each with its share of the budget.

export const MAX_SOURCES = 10
const nullId = id.nullish().transform((v) => v ?? null)

/** In a draft it may be incomplete. Of card and project, only the one that matches `kind` is kept. */
export const purchaseSourceInput = z
  .object({
    kind: z.enum(budgetSources, { error: '请选择经费来源' }),
    fundCardId: nullId,
    projectCode: optionalLine('项目编号', 50),
    projectName: optionalLine('项目名称', 100),
    amountFen: amountFen.default(0),
  })
  .transform((s) =>
    s.kind === 'fund_card' ? { ...s, projectCode: null, projectName: null } : { ...s, fundCardId: null },
  )
export type PurchaseSourceInput = z.output<typeof purchaseSourceInput>

export const purchaseSources = z
  .array(purchaseSourceInput)
  .max(MAX_SOURCES, `经费来源最多 ${MAX_SOURCES} 项`)
  .superRefine((all, c) => {
    const twice = (field: 'fundCardId' | 'projectCode', message: string) =>
      all.forEach((s, i) => {
        if (s[field] !== null && all.findIndex((x) => x[field] === s[field]) < i)
          c.addIssue({ code: 'custom', message, path: [i, field] })
      })
    twice('fundCardId', '同一张经费卡只能填写一次')
    twice('projectCode', '同一个项目只能填写一次')
  })
  .default([])

export const purchaseSource = z.object({
  kind: z.enum(budgetSources),
  card: ref.extend({ number: z.string() }).nullable(),
  projectCode: z.string().nullable(),
  projectName: z.string().nullable(),
  amountFen: z.number().int(),
})
export type PurchaseSource = z.output<typeof purchaseSource>

/** All sources as text: 经费卡 KY-01 显微镜课题 1,200.00 元；项目经费 … */
export const sharesWords = (all: readonly PurchaseSource[]): string =>
  all.map((s) => `${sourceWords(s)} ${formatYuan(s.amountFen)} 元`).join('；')

/** A source as text: 经费卡 KY-01 显微镜课题 */
export const sourceWords = (s: PurchaseSource): string =>
  [
    budgetSourceWords[s.kind],
    ...(s.kind === 'fund_card' ? [s.card?.number, s.card?.name] : [s.projectCode, s.projectName]),
  ]
    .filter(Boolean)
    .join(' ')
