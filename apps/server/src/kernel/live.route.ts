import type { FastifyInstance } from 'fastify'
import { isAway } from './away.rules.ts'
import { makeAsker } from './cache.ts'
import type { Deps } from './ctx.ts'
import { fail } from './refuse.ts'
import { handOver } from './send-reply.ts'
import type { Authenticate } from './serve.ts'

const BEAT_MS = 25_000
const AWAY_MS = 1000
const MAX_TOPICS = 50
/** Hidden tabs close their stream, so this counts windows side by side. */
const MAX_STREAMS = 10
/** How long a browser whose stream had to make room waits before it connects again. */
const MADE_ROOM_MS = 60_000
const TOPIC = /^(?:device|lab|form|workflow|drawing):\d{1,15}$|^me$|^inbox$|^gates$/

/**
 * `GET /api/v2/live?topics=device:12,me`: server-sent events that name what changed, never what it is now.
 * `me` stands for the caller's own rows. `ago`: topics that changed in the last `ago` milliseconds are named
 * at once, for a browser that read its screen before it subscribed. When a session ends, in any process, its
 * stream ends at once (0030_session_ended.sql). A person has at most MAX_STREAMS streams at one process: a
 * further one closes the oldest, which is told to wait before it connects again. The oldest is closed and not
 * the newest refused, because the oldest is most likely left over from a sleeping laptop or a lost network,
 * while the person is looking at the newest.
 */
export function liveRoute(app: FastifyInstance, deps: Deps, authenticate: Authenticate): void {
  const open = new Set<() => void>()
  /** The open streams of each person, the oldest first. */
  const byPerson = new Map<number, Set<() => void>>()
  app.addHook('preClose', async () => {
    for (const end of open) end()
  })

  app.get('/api/v2/live', async (request, reply) => {
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '')
    const whoIs = () => authenticate(makeAsker(deps), token, new Date())
    const actor = token ? await whoIs() : null
    if (!actor) throw fail('UNAUTHENTICATED')
    if (actor.mustChangePassword) throw fail('PASSWORD_CHANGE_REQUIRED')
    const { topics: wanted = '', ago } = request.query as { topics?: string; ago?: string }
    const asked = [...new Set(String(wanted).split(',').filter(Boolean))]
    if (asked.length === 0 || asked.length > MAX_TOPICS || !asked.every((t) => TOPIC.test(t)))
      throw fail('BAD_REQUEST', '订阅主题不正确')
    // A client that disconnected during the lookup causes no `close` event any more:
    // its stream would never end.
    if (request.socket.destroyed) return reply.hijack()

    const raw = handOver(reply)
    raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 2000\n\n')
    const own = byPerson.get(actor.id) ?? new Set()
    byPerson.set(actor.id, own)
    const mine = `user:${actor.id}`
    let again: NodeJS.Timeout | undefined
    const look = () => {
      clearTimeout(again)
      whoIs().then(
        (still) => {
          if (!still) end()
          else if (open.has(end)) raw.write(': beat\n\n')
        },
        (e: unknown) => {
          // The session cannot be checked while the database is unavailable; that does not end it.
          if (!isAway(e)) end()
          else if (open.has(end)) again = setTimeout(look, AWAY_MS)
        },
      )
    }
    const stopLooking = deps.live.subscribe([`session:${actor.id}`], look)
    const topics = asked.map((t) => (t === 'me' ? mine : t))
    const say = (topic: string) => raw.write(`data: ${topic === mine ? 'me' : topic}\n\n`)
    const unsubscribe = deps.live.subscribe(topics, say)
    if (Number(ago) > 0) for (const topic of deps.live.listTold(topics, Number(ago))) say(topic)
    const beat = setInterval(look, BEAT_MS)
    const makeRoom = () => {
      raw.write(`retry: ${MADE_ROOM_MS}\n\n`)
      end()
    }
    const end = () => {
      clearInterval(beat)
      clearTimeout(again)
      stopLooking()
      unsubscribe()
      if (open.delete(end)) deps.metrics.streams.dec()
      own.delete(makeRoom)
      if (own.size === 0 && byPerson.get(actor.id) === own) byPerson.delete(actor.id)
      raw.end()
    }
    open.add(end)
    deps.metrics.streams.inc()
    own.add(makeRoom)
    if (own.size > MAX_STREAMS) own.values().next().value?.()
    request.raw.on('close', end)
  })
}
