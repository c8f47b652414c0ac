import { bookingRefusals } from '@portal/contract/booking/booking'
import { purposeLists } from '@portal/contract/booking/body'
import { type Coded } from '@portal/contract/booking/row'
import type { Ctx } from '../../../kernel/ctx.ts'
import { refuse } from '../../../kernel/refuse.ts'
import { listWords } from '../../dictionary/dictionary.service.ts'
import { because } from '../reasons.rules.ts'
import type { Purpose } from '../booking.store.ts'

// What a use is for is said in codes of dictionaries, which an office changes: codes are judged when they are
// said, and keep their names when they are offered no more.

type Codes = Pick<Purpose, 'fundingSource' | 'disciplines' | 'serviceMode'>
/** As a body says it: what is left out is not said. */
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

/** The words for what was said, by field and code. */
export async function readWords(ctx: Ctx, said: readonly Said[]) {
  const values = [...new Set(said.flatMap((s) => fields.flatMap(([field]) => listCodes(s, field))))]
  const words = await listWords(ctx, Object.values(purposeLists), values)
  return (field: Field, code: string) => words.find((w) => w.name === purposeLists[field] && w.value === code)
}
export type Words = Awaited<ReturnType<typeof readWords>>

/**
 * Refuses, at its field, what its list does not offer. What was said before may stay: it was offered then.
 */
export async function requireKnown(ctx: Ctx, said: Said, before: Said = {}): Promise<void> {
  const wordOf = await readWords(ctx, [said])
  const reasons = fields.flatMap(([field, code]) =>
    listCodes(said, field).some((c) => !listCodes(before, field).includes(c) && !wordOf(field, c)?.enabled)
      ? [because(code, field)]
      : [],
  )
  const [lead] = reasons
  if (lead) throw refuse(lead.code, lead.message, { reasons })
}

/** What was said, in words; a code that nobody knows any more stands for itself. */
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
