import type { AchievementKind } from '@portal/contract/device-record/device-record'

const DOI = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s*)?(10\.\d{4,9}\/\S+)$/i

/**
 * The key by which two results are the same: the DOI of a paper, or its journal with volume and page; the
 * number of a patent. Null: no key, because two results with the same title may be different.
 */
export function makeNumberKey(r: {
  kind: AchievementKind
  source: string | null
  number: string | null
}): string | null {
  if (!r.number || (r.kind !== 'paper' && r.kind !== 'patent')) return null
  const plain = r.number.replaceAll(/\s/g, '').toLowerCase()
  if (r.kind === 'patent') return plain
  const doi = DOI.exec(r.number.trim())?.[1]?.toLowerCase()
  if (doi) return doi
  return r.source ? `${r.source.replaceAll(/\s/g, '').toLowerCase()}|${plain}` : null
}
