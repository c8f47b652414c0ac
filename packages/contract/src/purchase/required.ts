// Values of the dictionary `purchase_required`: which paper is required, and when.

export interface RequiredPaper {
  /** A value of the dictionary purchase_paper. */
  kind: string
  when: 'always' | 'precious' | 'import' | 'amount'
  /** Only with `amount`: required from this budget on, in fen. */
  fromFen: number | null
}

const VALUE = /^([a-z][a-z0-9_]*):(always|precious|import|[1-9]\d{0,11})$/

/**
 * Parses `kind:always`, `kind:precious`, `kind:import` or `kind:100000` (yuan); undefined for any other text.
 */
export function parseRequiredPaper(value: string): RequiredPaper | undefined {
  const [, kind, when] = VALUE.exec(value) ?? []
  if (kind === undefined || when === undefined) return undefined
  if (when === 'always' || when === 'precious' || when === 'import') return { kind, when, fromFen: null }
  return { kind, when: 'amount', fromFen: Number(when) * 100 }
}
