const IN_FAILED_TRANSACTION = '25P02'
/** True for the error of a statement that only reports that its transaction has failed before. */
export const isEcho = (e: unknown): boolean => (e as { code?: string } | null)?.code === IN_FAILED_TRANSACTION

/**
 * Like `Promise.all`, for statements that are sent at once: it waits until every one has ended before it
 * fails. Otherwise the rest would still be running when the transaction is rolled back, and what they
 * write after that would stay.
 */
export async function together<T extends readonly unknown[]>(
  work: readonly [...T],
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const results = await Promise.allSettled(work)
  const failed = results.filter((r): r is PromiseRejectedResult => r.status === 'rejected')
  const first = failed.find((r) => !isEcho(r.reason)) ?? failed[0]
  if (first) throw first.reason
  // None was rejected, so these are the values, in order.
  return results.map((r) => (r as PromiseFulfilledResult<unknown>).value) as never
}
