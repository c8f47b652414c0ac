/**
 * What was not touched is not sent: what a form began with may be older than what somebody else has written
 * since.
 */
export const listChanged = <V extends object>(before: V, now: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== before[name as keyof V]),
  ) as Partial<V>
