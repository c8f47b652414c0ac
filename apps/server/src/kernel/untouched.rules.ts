/** The values with which a form began, by field; undefined for a program, which sends what it means. */
export type Seen = Readonly<Record<string, unknown>> | undefined

const alike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * The body, except that fields that the person left as the form showed them (`seen`) get their stored value:
 * another person or process may have changed it meanwhile. For fields that are independent of one another;
 * `refuseOlder` is for the others. The caller has locked the row.
 */
export function keepUntouched<T extends object>(body: T, seen: Seen, stored: object): T {
  if (!seen) return body
  const now = new Map(Object.entries(stored))
  const untouched = Object.entries(body).flatMap(([field, value]) =>
    Object.hasOwn(seen, field) && alike(value, seen[field]) && now.has(field)
      ? [[field, now.get(field) as unknown] as const]
      : [],
  )
  return { ...body, ...Object.fromEntries(untouched) }
}
