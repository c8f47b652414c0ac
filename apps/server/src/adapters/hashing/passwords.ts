import { randomBytes, timingSafeEqual } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { repoRoot } from '../../kernel/env.ts'
import type { HashTask } from './argon2.worker.ts'

// Argon2id, 19 MiB, two passes (OWASP's choice): some 30 ms of a core for each. A storm of sign-ins would
// take every thread of Node's own pool and every core from everybody else; so hashing has threads of its own
// that step back for all other work.

const MEMORY_KIB = 19 * 1024
const PASSES = 2
const TAG_BYTES = 32

const canBeNice = process.platform === 'linux' // elsewhere niceness is the whole process's
const THREADS = Math.max(
  1,
  Math.min(16, canBeNice ? os.availableParallelism() : os.availableParallelism() - 1),
)
/** Beyond this a person would wait longer than he is willing to. */
const MAX_WAITING = 500

/** More people sign in at once than can be served. */
export class HashingBusy extends Error {
  override name = 'HashingBusy'
}

/** A thread begins with a file: by its place in the sources, also where the server itself is one file. */
const WORKER = path.join(repoRoot, 'apps/server/src/adapters/hashing/argon2.worker.ts')

interface Waiting {
  task: HashTask
  resolve(tag: Buffer): void
  reject(error: Error): void
}
interface Thread {
  worker: Worker
  /** What it has been given: the first is under way. */
  given: Waiting[]
}
/**
 * The next task lies ready with the thread: between two it does not wait until this one, which has requests
 * to answer, finds the time.
 */
const AHEAD = 2
const threads: Thread[] = []
const waiting: Waiting[] = []

function hash(task: HashTask): Promise<Buffer> {
  if (waiting.length >= MAX_WAITING) return Promise.reject(new HashingBusy())
  return new Promise((resolve, reject) => {
    waiting.push({ task, resolve, reject })
    handOut()
  })
}

function handOut(): void {
  while (waiting.length > 0) {
    const thread = free()
    const work = thread && waiting.shift()
    if (!work) return
    thread.given.push(work)
    thread.worker.ref() // a hash under way keeps the process, an idle thread does not
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of Node has no origin
    thread.worker.postMessage(work.task)
  }
}

/** An idle one, a new one, or else one that has room for the task after the one it has. */
const free = (): Thread | undefined =>
  threads.find((t) => t.given.length === 0) ??
  (threads.length < THREADS ? start() : threads.find((t) => t.given.length < AHEAD))

function start(): Thread {
  const thread: Thread = {
    worker: new Worker(WORKER, { workerData: canBeNice ? 'nice' : undefined }),
    given: [],
  }
  thread.worker.on('message', (tag: Uint8Array) => {
    thread.given.shift()?.resolve(Buffer.from(tag))
    if (thread.given.length === 0) thread.worker.unref()
    handOut()
  })
  let fault = new Error('a hashing thread has ended')
  thread.worker.on('error', (error: Error) => (fault = error))
  thread.worker.on('exit', () => {
    threads.splice(threads.indexOf(thread), 1)
    for (const { reject } of thread.given) reject(fault)
    handOut()
  })
  threads.push(thread)
  return thread
}

const b64 = (b: Buffer) => b.toString('base64').replace(/=+$/, '')
/** However a keyboard composes a letter, it is the same password. */
const makeMessage = (password: string) => password.normalize('NFKC')

/** A PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await hash({
    message: makeMessage(password),
    nonce,
    memory: MEMORY_KIB,
    passes: PASSES,
    tagLength: TAG_BYTES,
  })
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${b64(nonce)}$${b64(tag)}`
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

// Nobody's password, under which somebody unknown takes as long to refuse as somebody known.
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${b64(randomBytes(16))}$${b64(randomBytes(TAG_BYTES))}`

/**
 * Takes the same time for a right and a wrong password, and for none at all (`phc` null: the answer is no).
 */
export async function verifyPassword(password: string, phc: string | null): Promise<boolean> {
  const m = PHC.exec(phc ?? NOBODYS)
  if (!m) return false
  const [, memory, passes, nonce, tag] = m as unknown as [string, string, string, string, string]
  const wanted = Buffer.from(tag, 'base64')
  const found = await hash({
    message: makeMessage(password),
    nonce: Buffer.from(nonce, 'base64'),
    memory: Number(memory),
    passes: Number(passes),
    tagLength: wanted.length,
  })
  return timingSafeEqual(found, wanted) && phc !== null
}
