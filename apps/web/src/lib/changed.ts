/** Only changed fields are sent: untouched fields may be older than what another user has saved since. */
export const listChanged = <V extends object>(before: V, now: V): Partial<V> =>
  Object.fromEntries(
    Object.entries(now).filter(([name, value]) => value !== before[name as keyof V]),
  ) as Partial<V>
