import type { Env } from './env.ts'

/** Everybody's password in the demo campus. It stands in the README: anybody knows it. */
export const DEMO_PASSWORD = 'Demo#2026'

/** Where the demo was not asked for it opens nothing, and nobody may choose it. */
export const isDemosOnly = (password: string, { DEMO }: Pick<Env, 'DEMO'>): boolean =>
  !DEMO && password.normalize('NFKC') === DEMO_PASSWORD
