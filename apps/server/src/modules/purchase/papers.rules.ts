import { parseRequiredPaper, type RequiredPaper } from '@portal/contract/purchase/required'

/**
 * The papers that dictionary purchase_required demands. A kind that is no longer offered cannot be uploaded,
 * so it is not demanded.
 */
export const requiredIn = (values: readonly string[], offered: ReadonlySet<string>): RequiredPaper[] =>
  values.flatMap((value) => parseRequiredPaper(value) ?? []).filter((r) => offered.has(r.kind))

/** The kinds of papers that a purchase needs, each once. */
export function papersFor(
  required: readonly RequiredPaper[],
  p: { precious: boolean; imported: boolean; budgetFen: number },
): string[] {
  const asked = {
    always: () => true,
    precious: () => p.precious,
    import: () => p.imported,
    amount: (r: RequiredPaper) => r.fromFen !== null && p.budgetFen >= r.fromFen,
  }
  return [...new Set(required.filter((r) => asked[r.when](r)).map((r) => r.kind))]
}
