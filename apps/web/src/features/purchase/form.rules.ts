import type { Attachment } from '@portal/contract/kernel/rows'
import { extras, goodsFen, type ImportPriceInput } from '@portal/contract/purchase/import-price'
import type { BudgetSource } from '@portal/contract/purchase/purchase'
import type { PreciousCaseInput } from '@portal/contract/purchase/precious-case'
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
  /** The parts that make up an imported price. */
  importPrice?: ImportValues
  /** The case for a precious instrument. */
  preciousCase?: PreciousCaseInput
  priceBasis?: string
  justification?: string
}
export type ImportValues = { [K in keyof ImportPriceInput]?: ImportPriceInput[K] | null }
export interface SourceValues {
  kind: BudgetSource
  fundCardId?: number | null
  projectCode?: string
  projectName?: string
  amountFen?: number | null
}
export interface PurchaseValues {
  title: string
  labId?: number | null
  sources: SourceValues[]
  purpose?: string
  expectedOn?: string
  remark?: string
  items: ItemValues[]
  /** By kind of paper. */
  files: Record<string, readonly Attachment[]>
}

export const newSource: SourceValues = { kind: 'fund_card', fundCardId: null }
export const newItem: ItemValues = { name: '', imported: false, quantity: 1 }

export function fillValues(p: PurchaseDetail | undefined): PurchaseValues {
  if (!p) return { title: '', sources: [newSource], items: [newItem], files: {} }
  return {
    title: p.title,
    labId: p.lab?.id ?? null,
    sources: p.sources.length
      ? p.sources.map((s) => ({
          kind: s.kind,
          fundCardId: s.card?.id ?? null,
          projectCode: s.projectCode ?? '',
          projectName: s.projectName ?? '',
          amountFen: s.amountFen,
        }))
      : [newSource],
    purpose: p.purpose,
    ...(p.expectedOn && { expectedOn: p.expectedOn }),
    remark: p.remark ?? '',
    items: p.items.map((i) => ({
      name: i.name,
      englishName: i.englishName ?? '',
      model: i.model ?? '',
      spec: i.spec ?? '',
      categoryId: i.category?.id ?? null,
      manufacturer: i.manufacturer ?? '',
      country: i.country ?? '',
      imported: i.imported,
      quantity: i.quantity,
      unitPriceFen: i.unitPriceFen,
      priceBasis: i.priceBasis ?? '',
      justification: i.justification ?? '',
      ...(i.importPrice && { importPrice: i.importPrice }),
      ...(i.preciousCase && { preciousCase: i.preciousCase }),
    })),
    // every group has an entry
    files: Object.groupBy(p.papers, (paper) => paper.kind) as PurchaseValues['files'],
  }
}

/** Missing extra costs count as 0; a duty-free item pays neither tariff nor VAT. */
function importBody(p: ImportValues) {
  const dutyFree = p.dutyFree ?? false
  return {
    ...p,
    ...Object.fromEntries(
      extras.map((key) => [key, dutyFree && (key === 'tariffFen' || key === 'vatFen') ? 0 : (p[key] ?? 0)]),
    ),
    dutyFree,
    dutyFreeNumber: dutyFree ? (p.dutyFreeNumber ?? null) : null,
  } as ImportPriceInput // the schema reports missing values
}

export const sumGoods = (i: Partial<ItemValues>): number =>
  i.importPrice?.foreignPrice && i.importPrice.rateMicro
    ? goodsFen({ foreignPrice: i.importPrice.foreignPrice, rateMicro: i.importPrice.rateMicro })
    : 0
/**
 * The price of one piece in fen: as typed, or the sum of its import parts; 0 while goods or rate are missing.
 */
export function findPrice(i: Partial<ItemValues>): number {
  if (!i.imported) return i.unitPriceFen ?? 0
  const goods = sumGoods(i)
  const parts = importBody(i.importPrice ?? {})
  return goods === 0 ? 0 : extras.reduce((sum, key) => sum + parts[key], goods)
}

/** The call's body; the schema reports empty lines. */
export const makeBody = ({ files, ...values }: PurchaseValues) => ({
  ...values,
  sources: values.sources.map((s) => ({
    ...s,
    amountFen: values.sources.length === 1 ? sumItems(values.items) : (s.amountFen ?? 0),
  })),
  items: values.items.map((i) => ({
    ...i,
    quantity: i.quantity ?? 0,
    unitPriceFen: findPrice(i),
    importPrice: i.imported ? importBody(i.importPrice ?? {}) : null,
  })),
  papers: Object.entries(files).flatMap(([kind, list]) => list.map((f) => ({ kind, fileId: f.id }))),
})

export const sumItems = (items: readonly Partial<ItemValues>[]): number =>
  items.reduce((sum, i) => sum + (i?.quantity ?? 0) * findPrice(i ?? {}), 0)

/** What these items will require by the current rules; a preview, the server decides. */
export function judgeAsks(items: readonly Partial<ItemValues>[], rules: PurchaseRules) {
  const precious = items.some((i) => findPrice(i ?? {}) >= rules.preciousFromFen)
  const imported = items.some((i) => i?.imported)
  const sum = sumItems(items)
  const method = rules.tiers.findLast((t) => sum >= t.fromFen)?.method ?? 'general'
  const asked = {
    always: () => true,
    precious: () => precious,
    import: () => imported,
    amount: (fromFen: number | null) => fromFen !== null && sum >= fromFen,
  }
  const wants = (paper: PurchaseRules['papers'][number]) =>
    paper.required.some((r) => asked[r.when](r.fromFen))
  return { precious, imported, sum, method, wants }
}
