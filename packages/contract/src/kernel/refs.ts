import { z } from 'zod'
import { id, idList, idOrSerial } from './fields.ts'

// Laboratories and instruments are called by id or by the serial number on their door or label, in a query, a
// body or a path alike. A schema cannot look a number up, so a field only says of what it is one; the server
// puts the id in its place before it reads the rest.

export const refTables = ['lab', 'device'] as const
export type RefTable = (typeof refTables)[number]
export interface RefAbout {
  of: RefTable
  /** `1,2,3`. */
  several?: true
  /** The handler finds it by either itself. */
  either?: true
}
/** What the server knows of such a field. */
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

/** For handlers that look up either themselves: beside `id`, the field may be called `serialId`. */
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
/** Those of an object's own fields that call a laboratory or an instrument. */
export const refsIn = (schema: z.ZodType): RefField[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).flatMap(([name, field]) => {
        const found = findAbout(field as z.ZodType)
        return found ? [{ name, ...found }] : []
      })
    : []
/** May `serialId` stand for its only such field? */
export const takesSerialId = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject && !('serialId' in schema.shape) && refsIn(schema).length === 1
