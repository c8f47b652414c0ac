import { makeAddress } from '@portal/contract/kernel/call'
import { statisticsCalls } from '@portal/contract/statistics/statistics'
import { beforeAll, expect, test } from 'vitest'
import { countInUse } from '../../testing/memory.ts'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'

// A long file is streamed: each row once, with only a few rows in memory at a time. (A million rows on a
// server of its own: `npm run bench -- export`.)

const ROWS = 60_000
/** All rows at once, as objects, would take several times as much memory. */
const MOST_MB = 30
/** Bytes of the file between two memory checks; the compressed file has 2 MB. */
const LOOK_EVERY = 800_000

const { world, s } = await sceneWorld()
let office: Person
let url = ''
beforeAll(async () => {
  office = await world.person('设备处', { permissions: ['DEVICE_ALL'] })
  // Many uses on each day, so that pages end within a day.
  await world.sql(
    `with said as (
      insert into use_record (source, source_id, seq, device_id, lab_id, dept_id, user_id, payer_id, tier, kind, nature, project, disciplines,
          work, begun_at, day, reserved_minutes, working_minutes, billed_minutes, preparation_minutes, cleanup_minutes, uses, samples,
          income_fen, fees)
        select 'entry', n, 1, $1, $2, (select dept_id from lab where id = $2), $3, $4, 'campus', 'self_operated', 'research', '课题 ' || n, '{}',
          '{}', timestamptz '2026-01-01T00:00+08' + n % 90 * interval '1 day', date '2026-01-01' + n % 90, 60, 60, 0, 0, 0, 1, 1, 100, '{}'
        from generate_series(1, ${ROWS}) n returning id, source, source_id)
    insert into use_current (record_id, source, source_id) select id, source, source_id from said`,
    [s.deviceId, s.labId, s.booker.id, s.payer.id],
  )
  await world.sql('analyze use_record, use_current')
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
})

/** Reads the file once; returns what was seen of it, and the memory in use on the way, in MB. */
async function readFile(format: 'csv' | 'xlsx') {
  const query = { from: '2026-01-01', to: '2026-12-31', scope: 'all', format } as const
  const answer = await fetch(url + makeAddress(statisticsCalls.exportUses, { query }), {
    headers: { authorization: office.token },
  })
  expect(answer.status).toBe(200)
  if (!answer.body) throw new Error('a file has a body')
  const seen = new Set<string>()
  const text = new TextDecoder()
  let rest = ''
  let bytes = 0
  let looked = 0
  const held: number[] = []
  for await (const part of answer.body) {
    bytes += part.length
    if (format === 'csv') {
      const lines = (rest + text.decode(part, { stream: true })).split('\r\n')
      rest = lines.pop() ?? ''
      // The test records what it saw as numbers, to use little memory itself.
      for (const line of lines) seen.add(/课题 (\d+)/.exec(line)?.[1] ?? 'heading')
    }
    // A collection takes half a second; a dozen checks over a file of 12 MB are enough to see memory grow.
    if (bytes - looked < LOOK_EVERY) continue
    looked = bytes
    held.push(countInUse() / 2 ** 20)
  }
  return { rows: seen.size, bytes, held, grown: Math.max(...held) - (held[0] ?? 0) }
}

test.each(['csv', 'xlsx'] as const)(
  '%s: every row once, and few of them in memory',
  async (format) => {
    const tries = [await readFile(format)]
    // What is loaded once, or kept by earlier test files until now, grows in one of three; rows grow in all.
    while (tries.length < 3 && tries.every(({ grown }) => grown >= MOST_MB))
      tries.push(await readFile(format))
    for (const { rows, bytes, held } of tries) {
      if (format === 'csv') expect(rows).toBe(ROWS + 1)
      expect(bytes).toBeGreaterThan(500_000)
      expect(held.length).toBeGreaterThan(1)
    }
    const all = tries.map(({ held }) => held.map((m) => m.toFixed(0)).join(' ')).join('; ')
    expect(Math.min(...tries.map(({ grown }) => grown)), all).toBeLessThan(MOST_MB)
  },
  // Three readings with fifteen collections each. One reading took ten seconds beside the suite, and a minute
  // beside two others.
  300_000,
)
