import type { Env } from './env.ts'

/** The password of all demo accounts. It is printed in the README, so it is no secret. */
export const DEMO_PASSWORD = 'Demo#2026'

/** True if this is the demo password and `DEMO` is off: it then signs nobody in and may not be chosen. */
export const isDemosOnly = (password: string, { DEMO }: Pick<Env, 'DEMO'>): boolean =>
  !DEMO && password.normalize('NFKC') === DEMO_PASSWORD
