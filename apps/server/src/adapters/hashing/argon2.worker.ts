import { argon2Sync } from 'node:crypto'
import os from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'

export interface HashTask {
  message: string
  nonce: Uint8Array
  memory: number
  passes: number
  tagLength: number
}

// On Linux niceness belongs to the thread, so requests and PostgreSQL go before a hash. 5 leaves a hash a
// third of another thread's share. With 19, a seventieth, a sign-in on a busy machine was not answered
// within a minute and a half.
const NICENESS = 5
if (workerData === 'nice') os.setPriority(NICENESS)

parentPort?.on('message', ({ message, nonce, memory, passes, tagLength }: HashTask) => {
  const hash = argon2Sync('argon2id', { message, nonce, parallelism: 1, tagLength, memory, passes })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of Node's has no origin
  parentPort?.postMessage(hash)
})
