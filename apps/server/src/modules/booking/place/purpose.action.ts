import { bookingRefusals } from '@portal/contract/booking/booking'
import { purposeLists } from '@portal/contract/booking/body'
import { type Coded } from '@portal/contract/booking/row'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuseAll } from '../../../kernel/refuse.ts'
import { listWords } from '../../dictionary/dictionary.service.ts'
import { because } from '../reasons.rules.ts'
import type { Purpose } from '../booking.store.ts'

// Purposes are codes of dictionaries that the back office edits: codes are checked when they are entered and
// keep their labels when they are no longer offered.

type Codes = Pick<Purpose, 'fundingSource' | 'disciplines' | 'serviceMode'>
/** As in a request body: absent fields are not given. */
type Said = { [K in keyof Codes]?: Codes[K] | undefined }
type Field = keyof typeof purposeLists

const fields = [
  ['fundingSource', 'FUNDING_SOURCE_UNKNOWN'],
  ['disciplines', 'DISCIPLINE_UNKNOWN'],
  ['serviceMode', 'SERVICE_MODE_UNKNOWN'],
] as const satisfies readonly (readonly [Field, keyof typeof bookingRefusals])[]
const listCodes = (said: Said, field: Field): readonly string[] => {
  const value = said[field]
  return typeof value === 'string' ? [value] : (value ?? [])
}

/** Reads the labels of these codes; returns a look-up by field and code. */
export async function readWords(ctx: Ctx, said: readonly Said[]) {
  const values = [...new Set(said.flatMap((s) => fields.flatMap(([field]) => listCodes(s, field))))]
  const words = await listWords(ctx, Object.values(purposeLists), values)
  return (field: Field, code: string) => words.find((w) => w.name === purposeLists[field] && w.value === code)
}
export type Words = Awaited<ReturnType<typeof readWords>>

/**
 * Refuses, at its field, a code that its list does not offer. Codes in `before` may stay, since they were
 * offered then.
 */
export async function requireKnown(ctx: Ctx, said: Said, before: Said = {}): Promise<void> {
  const wordOf = await readWords(ctx, [said])
  const reasons = fields.flatMap(([field, code]) =>
    listCodes(said, field).some((c) => !listCodes(before, field).includes(c) && !wordOf(field, c)?.enabled)
      ? [because(code, field)]
      : [],
  )
  refuseAll(reasons)
}

/** The codes with their labels; an unknown code is its own label. */
export function putInWords(said: Codes, wordOf: Words) {
  const word = (field: Field, value: string): Coded => ({
    value,
    label: wordOf(field, value)?.label ?? value,
  })
  return {
    fundingSource: said.fundingSource === null ? null : word('fundingSource', said.fundingSource),
    disciplines: said.disciplines.map((code) => word('disciplines', code)),
    serviceMode: said.serviceMode === null ? null : word('serviceMode', said.serviceMode),
  }
}
