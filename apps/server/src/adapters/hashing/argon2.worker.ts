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

// On Linux niceness belongs to the thread: hashing takes what cores have to spare, and requests and
// PostgreSQL go before it.
if (workerData === 'nice') os.setPriority(os.constants.priority.PRIORITY_LOW)

parentPort?.on('message', ({ message, nonce, memory, passes, tagLength }: HashTask) => {
  const hash = argon2Sync('argon2id', { message, nonce, parallelism: 1, tagLength, memory, passes })
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of Node's has no origin
  parentPort?.postMessage(hash)
})
