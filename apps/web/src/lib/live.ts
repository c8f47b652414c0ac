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
async function connect(): Promise<void> {
  const topics = [...listeners.keys()].sort().join(',')
  const token = session.token()
  if (document.hidden || !topics || !token) return hangUp()
  if (stream && topics === asked) return
  hangUp()
  asked = topics
  const mine = (stream = new AbortController())
  try {
    const response = await fetch(`/api/v2/live?topics=${encodeURIComponent(topics)}`, {
      headers: { Authorization: token, Accept: 'text/event-stream' },
      signal: mine.signal,
    })
    if (!response.ok || !response.body) throw new Error(String(response.status))
    if (failures > 0) tellListeners('*') // what happened meanwhile is unknown
    failures = 0
    for (const tell of beginners) tell()
    await follow(response.body)
  } catch {
    // Falls through to the next try; a screen without news still works.
  }
  if (stream !== mine) return
  stream = null
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
  stream = null
  old?.abort()
}

if (typeof document !== 'undefined')
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) return plan(60_000) // a glance at another tab costs nothing
    if (!stream && listeners.size) tellListeners('*')
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
