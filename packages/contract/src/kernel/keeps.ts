import type { Call } from './call.ts'

type Fields = Record<string, { safeParse(value: unknown): { success: boolean } }>
const listFields = (call: Pick<Call, 'body'>): [string, Fields[string]][] =>
  Object.entries((call.body as { shape?: Fields }).shape ?? {})
const remembered = new WeakMap<object, ReadonlySet<string>>()

/** Names of the fields that a body may leave out. */
export function optionalFields(call: Pick<Call, 'body'>): ReadonlySet<string> {
  const known = remembered.get(call.body)
  if (known) return known
  const found = new Set(
    listFields(call).flatMap(([name, field]) => (field.safeParse(undefined).success ? [name] : [])),
  )
  remembered.set(call.body, found)
  return found
}

/**
 * Prepares a form's body for a call with `keeps`: a field that the form shows but that has no value is sent
 * as null, because a field left out would keep its old value.
 */
export function emptied(call: Pick<Call, 'body' | 'keeps'>, body: unknown): unknown {
  if (!call.keeps || body === null || typeof body !== 'object') return body
  const fields = new Map(listFields(call))
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      value === undefined && fields.get(name)?.safeParse(null).success ? null : (value as unknown),
    ]),
  )
}
