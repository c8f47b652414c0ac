import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where uploaded bytes are kept, by the key of their row in table `file`. */
export interface FileStore {
  put(key: string, content: Buffer): Promise<void>
  open(key: string): Readable
  remove(key: string): Promise<void>
}

const KEY = /^[0-9a-f-]{36}$/

/** The default: one file each under a folder, spread over 256 subfolders. */
export function localFiles(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`not a file key: ${key}`)
    return join(folder, key.slice(0, 2), key)
  }
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(join(path, '..'), { recursive: true })
      // Whole or not at all: a half-written file never carries the final name.
      await writeFile(`${path}.part`, content, { flush: true })
      await rename(`${path}.part`, path)
    },
    open: (key) => createReadStream(pathOf(key)),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
