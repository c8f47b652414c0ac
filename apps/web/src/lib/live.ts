import { useEffect, useEffectEvent } from 'react'
import type { Call } from '@portal/contract/kernel/call'
import { renew } from './query.ts'
import { session } from './session.ts'

/**
 * News from the server: names of things that changed, never the things. One stream for the whole tab, over
 * `fetch` because an EventSource cannot send the token. It rests while the tab is hidden (a browser opens
 * only six connections to one site); whoever comes back asks for everything anew.
 */
type Listener = (topic: string) => void

const listeners = new Map<string, Set<Listener>>()
let stream: AbortController | null = null
let restart: ReturnType<typeof setTimeout> | undefined
let failures = 0
/**
 * The server asks for that much patience, milliseconds: another window of this person's took the place of
 * this one.
 */
let patience = 0

/** `'*'` is told to everybody: anything may have changed. */
export function tellListeners(topic: string): void {
  if (topic === '*') for (const set of listeners.values()) for (const l of set) l('*')
  else for (const l of listeners.get(topic) ?? []) l(topic)
}

/** A screen is read at most so long before it listens; and so long an asking for news may be under way. */
const READ_MS = 3000
/**
 * Since when something may have changed that a screen was not told, by `performance.now()`: between its reading
 * and the beginning of the stream, and while one stream makes way for another. Null: nothing.
 */
let unheardSince: number | null = null
const missFrom = (at: number): void => {
  unheardSince = Math.min(unheardSince ?? at, at)
}
/** The first screen of a tab is read by boot.js, on a slow line long before the program is there to listen. */
const BOOT_MS = 10_000
let hasHeard = false

const beginners = new Set<() => void>()
/**
 * Told whenever the stream begins to be heard: what changed after a screen was read and before this moment is
 * nobody's news any more.
 */
export function onBeginning(tell: () => void): () => void {
  beginners.add(tell)
  return () => void beginners.delete(tell)
}

export function listen(topics: readonly string[], listener: Listener): () => void {
  missFrom(Math.max(0, performance.now() - (hasHeard ? 0 : BOOT_MS)))
  for (const topic of topics) {
    if (!listeners.has(topic)) listeners.set(topic, new Set())
    listeners.get(topic)?.add(listener)
  }
  plan(50) // several components of one screen subscribe in the same moment
  return () => {
    for (const topic of topics) {
      listeners.get(topic)?.delete(listener)
      if (!listeners.get(topic)?.size) listeners.delete(topic)
    }
    plan(500)
  }
}

function plan(ms: number): void {
  clearTimeout(restart)
  restart = setTimeout(() => void connect(), ms)
}

let asked = ''
let begun = false
async function connect(): Promise<void> {
  const topics = [...listeners.keys()].sort().join(',')
  const token = session.token()
  if (document.hidden || !topics || !token) return hangUp()
  if (stream && topics === asked) {
    if (begun) unheardSince = null
    return
  }
  hangUp()
  asked = topics
  const mine = (stream = new AbortController())
  begun = false
  // After a failure all is read anew, once the stream has begun.
  const ago =
    failures > 0 || unheardSince === null ? 0 : Math.ceil(performance.now() - unheardSince + READ_MS)
  try {
    const response = await fetch(`/api/v2/live?topics=${encodeURIComponent(topics)}&ago=${ago}`, {
      headers: { Authorization: token, Accept: 'text/event-stream' },
      signal: mine.signal,
    })
    if (!response.ok || !response.body) throw new Error(String(response.status))
    if (failures > 0) tellListeners('*') // what happened meanwhile is unknown
    failures = 0
    unheardSince = null
    begun = hasHeard = true
    for (const tell of beginners) tell()
    await follow(response.body)
  } catch {
    // Falls through to the next try; a screen without news still works.
  }
  if (stream !== mine) return
  stream = null
  missFrom(performance.now())
  failures += 1
  plan(Math.max(patience, Math.min(30_000, 1000 * 2 ** failures)) * (0.5 + Math.random() / 2))
}

async function follow(body: ReadableStream<Uint8Array>): Promise<void> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data:')) tellListeners(line.slice(5).trim())
      else if (line.startsWith('retry:')) patience = Number(line.slice(6)) || 0
    }
  }
}

function hangUp(): void {
  const old = stream
  if (old) missFrom(performance.now())
  stream = null
  old?.abort()
}

if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return plan(60_000) // a glance at another tab costs nothing
    if (!stream && listeners.size) {
      tellListeners('*')
      unheardSince = performance.now()
    }
    plan(0)
  })

/**
 * Reads the calls again whenever one of the topics is in the news: `useLive(['device:12'],
 * [deviceCalls.week])`.
 */
export function useLive(topics: readonly string[], renews: readonly Call[]): void {
  const key = topics.join(',')
  const readAgain = useEffectEvent(() => void renew(renews))
  useEffect(() => {
    if (!key) return
    let waiting: ReturnType<typeof setTimeout> | undefined
    const stop = listen(key.split(','), () => {
      clearTimeout(waiting)
      waiting = setTimeout(readAgain, 100)
    })
    return () => {
      clearTimeout(waiting)
      stop()
    }
  }, [key])
}
