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
/** Tabs rest while they are hidden, so this is windows side by side. */
const MAX_STREAMS = 10
/** So long a stream waits that had to make room. */
const MADE_ROOM_MS = 60_000
const TOPIC = /^(?:device|form|workflow|drawing):\d{1,15}$|^me$|^inbox$|^gates$/

/**
 * `GET /api/v2/live?topics=device:12,me`: server-sent events that name what changed, never what it is now.
 * `me` stands for the caller's own rows. `ago`: what changed in so many milliseconds before is named at once, for
 * who has read his screen first. A session that is over, wherever it was ended, ends its stream at
 * once (0030_session_ended.sql). Of one person's streams (at one process) only so many live: the oldest makes
 * room and is told to wait. Not the newest is refused, since what is oldest is most likely what a sleeping
 * laptop or a lost network left behind, and the newest is being looked at.
 */
export function liveRoute(app: FastifyInstance, deps: Deps, authenticate: Authenticate): void {
  const open = new Set<() => void>()
  /** The same, whose they are; the oldest first. */
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
    // Who has left while he was looked up is not told again that he has: his stream would never end.
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
          // Whose it is cannot be looked up for the moment: that ends no session.
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
