import { createHash, randomBytes } from 'node:crypto'
import os from 'node:os'
import { secretsUnder } from '../adapters/secrets/secrets.ts'
import { cast, type CastName } from '../demo/cast.ts'
import { fillDemo } from '../demo/fill.ts'
import { filledTemplate, testDatabase } from './database.ts'
import { createWorld, type World } from './world.ts'

const SECRET_KEY = 'the key of every campus of a run'

/**
 * The app on its own database with the smallest demo campus: rows in every state of every flow, and
 * the whole cast signed in.
 */
export interface Campus extends World {
  token(who: CastName): string
  /** Opens another session, for a test that may end it. */
  signIn(who: CastName): Promise<string>
}

export async function campus(): Promise<Campus> {
  const filled = await filledTemplate('campus', (pool) =>
    fillDemo(pool, {
      size: 0,
      tz: 'Asia/Shanghai',
      // Quotations are encrypted with the key of the app that will open them.
      secrets: secretsUnder({ SECRET_KEY, DATA_DIR: os.tmpdir() }),
    }),
  )
  const world = await createWorld({ database: await testDatabase(4, filled), secretKey: SECRET_KEY })
  const signIn = async (who: CastName) => {
    const token = randomBytes(32).toString('base64url')
    const hash = createHash('sha256').update(token).digest()
    await world.sql(
      `insert into session (token_hash, user_id, expires_at) select $1, id, now() + interval '1 day'
        from user_account where username = $2`,
      [hash, who],
    )
    return token
  }
  const tokens = new Map<CastName, string>()
  for (const { username } of cast) tokens.set(username, await signIn(username))
  return { ...world, signIn, token: (who) => tokens.get(who) ?? '' }
}
