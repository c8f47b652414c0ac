import { z } from 'zod'
import { id, idList, idOrSerial } from './fields.ts'

// A query, body or path names a laboratory or instrument by id or by the serial number on its door or label.
// A schema cannot look a number up, so the field only records which table it refers to; the server replaces a
// serial number by the id before it parses the rest.

export const refTables = ['lab', 'device'] as const
export type RefTable = (typeof refTables)[number]
export interface RefAbout {
  of: RefTable
  /** The field holds several references, separated by commas. */
  several?: true
  /** The handler accepts an id or a serial number itself. */
  either?: true
}
/** Maps a schema to the table its value refers to; the server reads it. */
export const refs = z.registry<RefAbout>()
const about = <T extends z.ZodType>(schema: T, of: RefAbout): T => {
  const own = schema.clone()
  refs.add(own, of)
  return own
}

export const labRef = about(id, { of: 'lab' })
export const deviceRef = about(id, { of: 'device' })
export const labRefParams = z.object({ id: labRef })
export const deviceRefParams = z.object({ id: deviceRef })
export const deviceRefs = (message: string, max: number) =>
  about(idList(message, max), { of: 'device', several: true })

/**
 * For handlers that look up by id or serial number themselves: the request may then give `serialId` in place
 * of `id`.
 */
export const labKey = about(idOrSerial, { of: 'lab', either: true })
export const deviceKey = about(idOrSerial, { of: 'device', either: true })

export interface RefField extends RefAbout {
  name: string
}
function findAbout(schema: z.ZodType): RefAbout | undefined {
  const own = refs.get(schema)
  if (own) return own
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return findAbout(schema.def.innerType as z.ZodType)
  if (schema instanceof z.ZodPipe) return findAbout(schema.def.in as z.ZodType)
  if (schema instanceof z.ZodUnion)
    return schema.def.options.map((o) => findAbout(o as z.ZodType)).find((a) => a !== undefined)
  return undefined
}
/** An object's own fields that refer to a laboratory or an instrument. */
export const refsIn = (schema: z.ZodType): RefField[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, field]) => {
        const found = findAbout(field as z.ZodType)
        return found ? [{ name, ...found }] : []
      })
    : []
/** May the body or query give `serialId` in place of its only reference? */
export const takesSerialId = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && !('serialId' in schema.shape) && refsIn(schema).length === 1
