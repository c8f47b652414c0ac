import { sessionCalls } from '@portal/contract/session/session'
import type { IncomingMessage } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countBlocked } from '../testing/blocked.ts'
import { startServer, type ServerProcess } from '../testing/server.ts'
import { createWorld, type Person, type World } from '../testing/world.ts'

// The stream as a browser opens it, at this process and at a second one on the same database.

let world: World
let here: string
let there: ServerProcess
beforeAll(async () => {
  world = await createWorld()
  there = await startServer(world.database.url)
  here = await world.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await there.killAtOnce()
  await world.close()
})

const open = (address: string, token: string | null, topics: string, ago = 0) =>
  fetch(`${address}/api/v2/live?topics=${encodeURIComponent(topics)}&ago=${ago}`, {
    headers: token ? { authorization: token } : {},
  })
const refused = async (token: string | null, topics: string) => {
  const response = await open(here, token, topics)
  return [response.status, ((await response.json()) as { code: unknown }).code]
}

interface Stream {
  heard: string[]
  /** Milliseconds after which the client may reconnect, as last sent. */
  retry: number
  ended: Promise<void>
  over: boolean
}
async function follow(address: string, { token }: Person, topics: string, ago = 0): Promise<Stream> {
  const response = await open(address, token, topics, ago)
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
    response.headers.get('x-content-type-options'),
    response.headers.get('x-request-id')?.length,
  ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store', 'nosniff', 16])
  const stream: Stream = { heard: [], retry: 0, ended: Promise.resolve(), over: false }
  stream.ended = (async () => {
    for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
      stream.heard.push(...[...text.matchAll(/^data: (.*)$/gm)].map((m) => m[1] ?? ''))
      for (const [, ms] of text.matchAll(/^retry: (\d+)$/gm)) stream.retry = Number(ms)
    }
    stream.over = true
  })()
  return stream
}
const soon = { interval: 10 }

describe('is opened', () => {
  test('by nobody without a session, nor by one who has to change his password first', async () => {
    expect(await refused(null, 'inbox')).toEqual([401, 'UNAUTHENTICATED'])
    expect(await refused('no such token', 'inbox')).toEqual([401, 'UNAUTHENTICATED'])
    const who = await world.person('新人')
    await world.sql('update session set must_change_password = true where user_id = $1', [who.id])
    expect(await refused(who.token, 'inbox')).toEqual([403, 'PASSWORD_CHANGE_REQUIRED'])
  })
  test('for what browsers may hear of, and for nothing else', async () => {
    const who = await world.person('好奇的人')
    const tooMany = Array.from({ length: 51 }, (_, i) => `device:${i}`).join(',')
    for (const topics of [
      '',
      ',',
      'user:1',
      `user:${who.id}`,
      `session:${who.id}`,
      'table:role',
      'cache:clear',
      '*',
      'device:x',
      'form:x',
      'forms:1',
      'device:1\nuser:1',
      'me,user:1',
      tooMany,
    ])
      expect(await refused(who.token, topics), topics).toEqual([400, 'BAD_REQUEST'])
  })
})

test('says what it was asked for: of people one’s own, under the name of me', async () => {
  const [who, other] = [await world.person('甲'), await world.person('乙')]
  const topics = 'me,device:7,lab:3'
  const streams = [await follow(here, who, topics), await follow(there.address, who, topics)]
  const others = [`user:${other.id}`, 'device:8', 'lab:4', 'inbox']
  for (const topic of [...others, `user:${who.id}`, 'device:7', 'lab:3']) world.app.deps.live.publish(topic)
  for (const { heard } of streams)
    await expect.poll(() => heard.toSorted(), soon).toEqual(['device:7', 'lab:3', 'me'])
  await world.sql('delete from session where user_id = $1', [who.id])
  await Promise.all(streams.map((s) => s.ended))
})

test('who has read his screen first is told what changed since, at any process', async () => {
  const who = await world.person('己')
  const begun = performance.now()
  const listening = [await follow(here, who, 'device:9'), await follow(there.address, who, 'device:9')]
  const changed = performance.now()
  world.app.deps.live.publish('device:9')
  world.app.deps.live.publish(`user:${who.id}`)
  for (const { heard } of listening) await expect.poll(() => heard, soon).toEqual(['device:9'])
  const streams = [...listening]
  /**
   * The server counts `ago` back from when it reads it. A request that was on its way for longer than from
   * `begun` to the change asks for too little, and proves nothing.
   */
  const followSince = async (address: string): Promise<Stream> => {
    for (;;) {
      const asked = performance.now()
      const stream = await follow(address, who, 'device:9,device:10,me', asked - begun)
      if (performance.now() - asked < changed - begun) return stream
      streams.push(stream)
    }
  }
  for (const address of [here, there.address]) {
    const late = await followSince(address)
    await expect.poll(() => late.heard.toSorted(), soon).toEqual(['device:9', 'me'])
    const later = await follow(address, who, 'device:9,me')
    const tooLate = await follow(address, who, 'device:9,me', 60_000)
    await expect.poll(() => tooLate.heard, soon).toEqual(['*'])
    expect(later.heard).toEqual([])
    streams.push(late, later, tooLate)
  }
  await world.sql('delete from session where user_id = $1', [who.id])
  await Promise.all(streams.map((s) => s.ended))
})

describe('ends at once with its session', () => {
  test('wherever that was ended; the person’s other one goes on', async () => {
    const who = await world.person('丙')
    const second = { ...who, token: 'the second session' }
    await world.sql(
      `insert into session (token_hash, user_id, expires_at) values (sha256('the second session'), $1, now() + interval '1 hour')`,
      [who.id],
    )
    const ending = [await follow(here, who, 'me'), await follow(there.address, who, 'me')]
    const staying = [await follow(here, second, 'me'), await follow(there.address, second, 'me')]
    const at = performance.now()
    expect(
      (
        await fetch(there.address + sessionCalls.signOut.path, {
          method: 'POST',
          headers: { authorization: who.token },
        })
      ).status,
    ).toBe(200)
    await Promise.all(ending.map((s) => s.ended))
    expect(performance.now() - at, 'milliseconds').toBeLessThan(15_000)
    world.app.deps.live.publish(`user:${who.id}`)
    for (const s of staying) await expect.poll(() => s.heard, soon).toEqual(['me'])
    expect(staying.map((s) => s.over)).toEqual([false, false])
    await world.ok(second, sessionCalls.revokeOthers)
    await world.sql('delete from user_account where id = $1', [who.id])
    await Promise.all(staying.map((s) => s.ended))
  })
  test('but not because one ran out that nobody used', async () => {
    const who = await world.person('丁')
    await world.sql(
      `insert into session (token_hash, user_id, expires_at) values ('\\x00', $1, now() - interval '1 hour')`,
      [who.id],
    )
    const notices: string[] = []
    const stop = world.app.deps.live.subscribe([`session:${who.id}`], (t) => notices.push(t))
    await world.sql(`delete from session where token_hash = '\\x00'`)
    await world.sql('delete from session where user_id = $1', [who.id])
    await expect.poll(() => notices, soon).toEqual([`session:${who.id}`])
    stop()
  })
})

test('of a browser that leaves before it is known whose it is nothing stays', async () => {
  const who = await world.person('急性子')
  const count = async () => (await world.app.deps.metrics.streams.get()).values[0]?.value ?? 0
  const before = await count()
  const locked = await world.database.pool.connect()
  const leaving = new AbortController()
  try {
    await locked.query('begin; lock table session in access exclusive mode')
    const left = new Promise<void>((resolve) => {
      world.app.server.once('request', ({ socket }: IncomingMessage) => socket.once('close', () => resolve()))
    })
    const opening = fetch(`${here}/api/v2/live?topics=me`, {
      headers: { authorization: who.token },
      signal: leaving.signal,
    })
    await expect.poll(() => countBlocked(world, 'session'), soon).toBe(1)
    leaving.abort()
    await expect(opening).rejects.toThrow()
    await left // until then the server takes it for one that is there
  } finally {
    await locked.query('rollback')
    locked.release()
  }
  // When this next stream is answered, the one before is either answered or gone.
  const next = await follow(here, who, 'me')
  expect((await count()) - before).toBe(1)
  await world.sql('delete from session where user_id = $1', [who.id])
  await next.ended
})

test('of one person’s streams ten live: the oldest makes room, and is told to wait a minute', async () => {
  const [who, other] = [await world.person('戊'), await world.person('己')]
  const others = await follow(here, other, 'me')
  const streams: Stream[] = []
  for (let i = 0; i < 12; i++) streams.push(await follow(here, who, 'me'))
  await Promise.all(streams.slice(0, 2).map((s) => s.ended))
  await expect
    .poll(() => streams.map((s) => s.retry), soon)
    .toEqual([60_000, 60_000, ...Array.from({ length: 10 }, () => 2000)])
  for (const person of [who, other]) world.app.deps.live.publish(`user:${person.id}`)
  for (const s of [others, ...streams.slice(2)]) await expect.poll(() => s.heard, soon).toEqual(['me'])
  await world.sql('delete from session where user_id = any($1)', [[who.id, other.id]])
  await Promise.all([others, ...streams].map((s) => s.ended))
})
