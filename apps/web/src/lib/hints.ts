// Hints about the instruments of a list: a list shows up to 1000 of them, one request asks about up to 100.

/** The most devices per request. */
const MOST_ASKED = 100

/** The ids in parts, one for each request. */
export const splitAsked = (deviceIds: readonly number[]): readonly (readonly number[])[] =>
  Array.from({ length: Math.ceil(deviceIds.length / MOST_ASKED) }, (_, part) =>
    deviceIds.slice(part * MOST_ASKED, (part + 1) * MOST_ASKED),
  )

interface Answer<Row> {
  data: readonly Row[] | undefined
  isPending: boolean
}
/**
 * The rows of all requests by device. Null: the answer failed or names no such device. A device whose answer
 * is still coming is missing.
 */
export function joinAnswers<Row extends { deviceId: number }>(
  asked: readonly (readonly number[])[],
  answers: readonly Answer<Row>[],
): ReadonlyMap<number, Row | null> {
  const rows = new Map<number, Row | null>()
  answers.forEach(({ data, isPending }, part) => {
    if (!isPending) for (const id of asked[part] ?? []) rows.set(id, null)
    for (const row of data ?? []) rows.set(row.deviceId, row)
  })
  return rows
}
