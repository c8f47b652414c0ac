import { createHash, randomBytes } from 'node:crypto'
import { cast, type CastName } from '../demo/cast.ts'
import { fillDemo } from '../demo/fill.ts'
import { createWorld, type World } from './world.ts'

/**
 * The app on a database of its own with the smallest demo campus: every state of every flow, and the whole
 * cast signed in.
 */
export interface Campus extends World {
  token(who: CastName): string
  /** A session of its own, for a test that may end or spoil it. */
  signIn(who: CastName): Promise<string>
}

export async function campus(): Promise<Campus> {
  const world = await createWorld()
  await fillDemo(world.database.pool, {
    size: 0,
    tz: 'Asia/Shanghai',
    secrets: world.app.deps.adapters.secrets,
  })
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
