import { once } from 'node:events'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { repoRoot } from '../../kernel/env.ts'
import type { SheetNews, SheetRow, SheetTask } from './sheet.worker.ts'

export type { SheetRow }

/** Thrown if a file exceeds a limit of what is read. */
export class SheetBeyond extends Error {
  readonly beyond: 'columns' | 'cell' | 'memory'
  readonly line: number
  constructor(beyond: SheetBeyond['beyond'], line: number) {
    super(`${beyond} in line ${line}`)
    this.beyond = beyond
    this.line = line
  }
}

/** The source file of the thread; also used where the server itself is bundled into one file. */
const WORKER = path.join(repoRoot, 'apps/server/src/adapters/sheets/sheet.worker.ts')
const MOST_MEGABYTES = 512

/**
 * Yields the rows of the first sheet of a workbook, or of a CSV text, one after the other. They are read by a
 * thread of its own, which ends with the reading. Throws SheetBeyond.
 */
export async function* readSheet(task: SheetTask): AsyncGenerator<SheetRow> {
  const worker = new Worker(WORKER, {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEGABYTES },
  })
  try {
    for (;;) {
      const [news] = (await once(worker, 'message')) as [SheetNews]
      if ('beyond' in news) throw new SheetBeyond(news.beyond, news.line)
      if ('failed' in news) throw Object.assign(new Error(news.failed.message), { name: news.failed.name })
      yield* news.rows
      if (news.last) return
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker of Node has no origin
      worker.postMessage('next')
    }
  } catch (e) {
    throw (e as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY' ? new SheetBeyond('memory', 0) : e
  } finally {
    await worker.terminate()
  }
}
