import { expect } from 'vitest'

type Value = string | number | null
/** PostgreSQL puts what is missing last. */
const compare = (x: Value, y: Value): number => (x === y ? 0 : x === null || (y !== null && x > y) ? 1 : -1)

/**
 * Expects a list to sort by each of these fields, in both directions. `read`: all its rows in an order, as
 * the query names it.
 */
export async function expectSorted<Field extends string>(
  fields: readonly Field[],
  read: (orderBy: string) => Promise<readonly Readonly<Record<Field, Value>>[]>,
): Promise<void> {
  for (const field of fields) {
    const up = (await read(`${field} asc`)).map((row) => row[field])
    // The tests before have made several.
    expect(up.length, 'rows').toBeGreaterThan(1)
    expect(up, field).toEqual(up.toSorted(compare))
    const down = (await read(`${field} desc`)).map((row) => row[field])
    expect(down, field).toEqual(up.toReversed())
  }
}
