import { useEffect, useEffectEvent } from 'react'
import type { Call } from '@portal/contract/kernel/call'
import { renew } from './query.ts'
import { session } from './session.ts'

/**
 * News from the server: topics that changed, never data. One stream per tab, over `fetch` because an
 * EventSource cannot send the token. It is closed while the tab is hidden, because a browser opens only six
 * connections to a site; when the tab is shown again, everything is reloaded.
 */
type Listener = (topic: string) => void

const listeners = new Map<string, Set<Listener>>()
let stream: AbortController | null = null
let restart: ReturnType<typeof setTimeout> | undefined
let failures = 0
/**
 * Minimum reconnect delay in milliseconds, set by the server's `retry:` when another window of this user took
 * this stream's place.
 */
let patience = 0

/** Notifies the listeners of a topic; `'*'` notifies all, because anything may have changed. */
export function tellListeners(topic: string): void {
  if (topic === '*') for (const set of listeners.values()) for (const l of set) l('*')
  else for (const l of listeners.get(topic) ?? []) l(topic)
}

/**
 * Longest time between a screen's read and its subscription, and longest time for which a request for the
 * stream may be under way.
 */
const READ_MS = 3000
/**
 * Since when a change may have been missed, by `performance.now()`: between a screen's read and the start of
 * the stream, and while one stream replaces another. Null: nothing missed.
 */
let unheardSince: number | null = null
const missFrom = (at: number): void => {
  unheardSince = Math.min(unheardSince ?? at, at)
}
/**
 * On a slow connection, boot.js reads a tab's first screen up to this long before the program can subscribe.
 */
const BOOT_MS = 10_000
let hasHeard = false

const beginners = new Set<() => void>()
/** Calls `tell` whenever a stream starts, so that a screen can check for changes since its last read. */
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
  plan(50) // several components of one screen subscribe at the same moment
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
  // After a failure everything is reloaded once the stream has started.
  const ago =
    failures > 0 || unheardSince === null ? 0 : Math.ceil(performance.now() - unheardSince + READ_MS)
  try {
    const response = await fetch(`/api/v2/live?topics=${encodeURIComponent(topics)}&ago=${ago}`, {
      headers: { Authorization: token, Accept: 'text/event-stream' },
      signal: mine.signal,
    })
    if (!response.ok || !response.body) throw new Error(String(response.status))
    if (failures > 0) tellListeners('*') // changes during the failure are unknown
    failures = 0
    unheardSince = null
    begun = hasHeard = true
    for (const tell of beginners) tell()
    await follow(response.body)
  } catch {
    // The stream is retried below; a screen also works without news.
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
    if (document.hidden) return plan(60_000) // a short look at another tab keeps the stream
    if (!stream && listeners.size) {
      tellListeners('*')
      unheardSince = performance.now()
    }
    plan(0)
  })

/**
 * Reloads the calls when one of the topics changes: `useLive(['device:12'], [deviceCalls.week])`. Waits 100
 * ms to combine several changes.
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
