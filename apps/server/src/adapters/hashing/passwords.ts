import { randomBytes, timingSafeEqual } from 'node:crypto'
import os from 'node:os'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { repoRoot } from '../../kernel/env.ts'
import type { HashTask } from './argon2.worker.ts'

// Argon2id, 19 MiB, two passes (OWASP's choice): each hash takes some 30 ms of a core. Many
// sign-ins at once would take every thread of Node's pool and every core, so hashing has threads of
// its own with a lower priority.

const MEMORY_KIB = 19 * 1024
const PASSES = 2
const TAG_BYTES = 32

const canBeNice = process.platform === 'linux' // elsewhere niceness applies to the whole process
const THREADS = Math.max(
  1,
  Math.min(16, canBeNice ? os.availableParallelism() : os.availableParallelism() - 1),
)
/** With a longer queue a person would wait too long. */
const MAX_WAITING = 500

/** Thrown when the queue of hashes is full. */
export class HashingBusy extends Error {
  override name = 'HashingBusy'
}

/** The source file of the thread; also used where the server itself is bundled into one file. */
const WORKER = path.join(repoRoot, 'apps/server/src/adapters/hashing/argon2.worker.ts')

interface Waiting {
  task: HashTask
  resolve(tag: Buffer): void
  reject(error: Error): void
}
interface Thread {
  worker: Worker
  /** Its tasks; the first one is running. */
  given: Waiting[]
}
/**
 * Tasks for each thread: with one queued task it need not wait for the main thread,
 * which is busy with requests.
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
    thread.worker.ref() // a running hash keeps the process alive, an idle thread does not
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of Node has no origin
    thread.worker.postMessage(work.task)
  }
}

/** An idle thread, a new one, or else one with room for a queued task. */
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
/** Normalised, so that a letter is the same however the keyboard composes it. */
const makeMessage = (password: string) => password.normalize('NFKC')

/** Hashes a password; returns a PHC string. Throws HashingBusy. */
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

// The hash of a random password: refusing an unknown user name takes as long as refusing a known one.
const NOBODYS = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${b64(randomBytes(16))}$${b64(randomBytes(TAG_BYTES))}`

/**
 * True if the password is right. Takes the same time for a right password, a wrong one, and none at all
 * (`phc` null: false). Throws HashingBusy.
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
