import { refsIn, takesSerialId, type RefField } from '@portal/contract/kernel/refs'
import type { z } from 'zod'
import type { Db } from './db.ts'
import { idsBySerial } from './refs.store.ts'
import { notFound } from './refuse.ts'

const WORDS = { lab: '实验室', device: '仪器' } as const
/** The form of a serial number; the schema refuses anything else. */
const SERIAL = /^[\w.\-/]{1,64}$/
/**
 * Up to six digits are an id: serial numbers of instruments have more digits, and no portal
 * has a million instruments.
 */
const isId = (s: string): boolean => /^\d{1,6}$/.test(s)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

/**
 * Replaces serial numbers by ids in the input of a schema; undefined if the schema has no such fields. Throws
 * NOT_FOUND for an unknown serial number.
 */
export function refReader(schema: z.ZodType): ((db: Db, value: unknown) => Promise<unknown>) | undefined {
  const fields = refsIn(schema)
  const [only] = fields
  if (!only) return undefined
  const alias = takesSerialId(schema) ? only : undefined
  return async (db, value) => {
    if (!isObject(value)) return value
    const read = { ...value }
    if (alias && !isGiven(read[alias.name]) && isGiven(read['serialId'])) read[alias.name] = read['serialId']
    for (const field of fields)
      if (!field.either) read[field.name] = await findId(db, field, read[field.name])
    return read
  }
}

async function findId(db: Db, { of, several }: RefField, value: unknown): Promise<unknown> {
  if (typeof value !== 'string') return value
  const words = several ? value.split(',').map((w) => w.trim()) : [value.trim()]
  const serials = words.filter((w) => !isId(w) && SERIAL.test(w))
  if (serials.length === 0) return value
  const ids = await idsBySerial(db, of, serials)
  const missing = serials.find((s) => !ids.has(s) && !/^\d+$/.test(s))
  if (missing !== undefined) throw notFound(`${WORDS[of]}“${missing}”`)
  return words.map((w) => ids.get(w) ?? w).join(',')
}
