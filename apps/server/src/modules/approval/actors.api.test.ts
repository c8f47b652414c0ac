import { edit } from '@portal/contract/kernel/permissions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runOne } from '../../kernel/db.ts'
import { openLab, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { findPeople } from './actors.store.ts'

const ACCOUNTS = 3000
const ASKS = 20

let world: World
let lab: OpenLab
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  const clerk = await world.person('财务', { permissions: edit('FINANCIAL') })
  await world.sql(
    `with crowd as (
       insert into user_account (username, name, user_type)
         select 'crowd' || n, '某人', '2' from generate_series(1, $1) n returning id)
     insert into user_role (user_id, role_id)
       select c.id, r.role_id from crowd c, user_role r where r.user_id = $2`,
    [ACCOUNTS, clerk.id],
  )
  await world.sql('analyze')
})
afterAll(() => world.close())

const READ = `select coalesce(sum(seq_tup_read + idx_tup_fetch), 0)::int as n
  from pg_stat_xact_user_tables where relname = 'user_account'`

test('whom a role means is found by keys, not by looking through all accounts', async () => {
  const ask = {
    role: 'reviewer' as const,
    labId: lab.labId,
    deviceId: lab.deviceId,
    exceptUserId: lab.booker.id,
  }
  await world.asSystem(async (ctx) => {
    // The statistics include earlier reads of the session, so only the difference counts.
    const countRead = async () => (await runOne<{ n: number }>(ctx.db, READ, [])).n
    const before = await countRead()
    const answers = await findPeople(
      ctx,
      Array.from({ length: ASKS }, () => ask),
    )
    expect(answers).toHaveLength(ASKS)
    expect(answers[0]?.ids).toEqual([lab.reviewer.id])
    expect((await countRead()) - before).toBeLessThan(ASKS * 10)
  })
})
