import type { Attachment } from '@portal/contract/kernel/rows'
import type { BudgetSource } from '@portal/contract/purchase/purchase'
import type { PurchaseDetail, PurchaseRules } from '@portal/contract/purchase/rows'

export interface ItemValues {
  name: string
  englishName?: string
  model?: string
  spec?: string
  categoryId?: number | null
  manufacturer?: string
  country?: string
  imported: boolean
  quantity: number | null
  unitPriceFen?: number | null
  priceBasis?: string
  justification?: string
}
export interface PurchaseValues {
  title: string
  labId?: number | null
  budgetSource: BudgetSource
  fundCardId?: number | null
  projectCode?: string
  projectName?: string
  purpose?: string
  expectedOn?: string
  remark?: string
  items: ItemValues[]
  /** By kind. */
  files: Record<string, readonly Attachment[]>
}

export const newItem: ItemValues = { name: '', imported: false, quantity: 1 }

export function valuesOf(p: PurchaseDetail | undefined): PurchaseValues {
  if (!p) return { title: '', budgetSource: 'fund_card', items: [newItem], files: {} }
  return {
    title: p.title, labId: p.lab?.id ?? null, budgetSource: p.budgetSource, fundCardId: p.fundCard?.id ?? null, projectCode: p.projectCode ?? '', projectName: p.projectName ?? '',
    purpose: p.purpose, ...(p.expectedOn && { expectedOn: p.expectedOn }), remark: p.remark ?? '',
    items: p.items.map((i) => ({
      name: i.name, englishName: i.englishName ?? '', model: i.model ?? '', spec: i.spec ?? '', categoryId: i.category?.id ?? null, manufacturer: i.manufacturer ?? '', country: i.country ?? '',
      imported: i.imported, quantity: i.quantity, unitPriceFen: i.unitPriceFen, priceBasis: i.priceBasis ?? '', justification: i.justification ?? '',
    })),
    files: Object.groupBy(p.papers, (paper) => paper.kind) as PurchaseValues['files'], // every group has some
  }
}

/** As the call takes it: an empty line is what its schema complains about. */
export const bodyOf = ({ files, ...values }: PurchaseValues) => ({
  ...values,
  items: values.items.map((i) => ({ ...i, quantity: i.quantity ?? 0, unitPriceFen: i.unitPriceFen ?? 0 })),
  papers: Object.entries(files).flatMap(([kind, list]) => list.map((f) => ({ kind, fileId: f.id }))),
})

export const sumOf = (items: readonly Partial<ItemValues>[]): number => items.reduce((sum, i) => sum + (i?.quantity ?? 0) * (i?.unitPriceFen ?? 0), 0)

/** What these items will ask for, as the rules of today have it; the server judges. */
export function asksOf(items: readonly Partial<ItemValues>[], rules: PurchaseRules) {
  const precious = items.some((i) => (i?.unitPriceFen ?? 0) >= rules.preciousFromFen)
  const imported = items.some((i) => i?.imported)
  const sum = sumOf(items)
  const method = rules.tiers.findLast((t) => sum >= t.fromFen)?.method ?? 'general'
  const asked = { always: () => true, precious: () => precious, import: () => imported, amount: (fromFen: number | null) => fromFen !== null && sum >= fromFen }
  const wants = (paper: PurchaseRules['papers'][number]) => paper.required.some((r) => asked[r.when](r.fromFen))
  return { precious, imported, sum, method, wants }
}
