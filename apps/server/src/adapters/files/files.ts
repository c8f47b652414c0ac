import { constants, createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where uploaded bytes are kept: under the key of their row in table `file`, small versions under `<key>.thumb`. */
export interface FileStore {
  put(key: string, content: Buffer): Promise<void>
  /** Undefined when there is nothing under the key. */
  read(key: string): Promise<Readable | undefined>
  /** The same bytes under another key; nothing where there are none. */
  copy(from: string, to: string): Promise<void>
  remove(key: string): Promise<void>
  /** Keys whose bytes were written before `at`, in batches. */
  writtenBefore(at: Date): AsyncIterable<string[]>
}

const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.thumb)?$/
const isMissing = (e: unknown) => (e as NodeJS.ErrnoException).code === 'ENOENT'

/** The default: one file each under a folder, spread over 256 subfolders. */
export function localFiles(folder: string): FileStore {
  const pathOf = (key: string) => {
    if (!KEY.test(key)) throw new Error(`not a file key: ${key}`)
    return join(folder, key.slice(0, 2), key)
  }
  return {
    async put(key, content) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      // Whole or not at all: a half-written file never carries the final name.
      await writeFile(`${path}.part`, content, { flush: true })
      await rename(`${path}.part`, path)
    },
    async read(key) {
      try {
        const handle = await open(pathOf(key))
        return createReadStream('', { fd: handle })
      } catch (e) {
        if (isMissing(e)) return undefined
        throw e
      }
    },
    async copy(from, to) {
      const path = pathOf(to)
      await mkdir(dirname(path), { recursive: true })
      try {
        await copyFile(pathOf(from), `${path}.part`, constants.COPYFILE_FICLONE)
      } catch (e) {
        if (isMissing(e)) return
        throw e
      }
      const handle = await open(`${path}.part`, 'r+')
      await handle.sync().finally(() => handle.close())
      await rename(`${path}.part`, path)
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    async *writtenBefore(at) {
      const subfolders = await readdir(folder).catch((e: unknown) => {
        if (isMissing(e)) return []
        throw e
      })
      for (const name of subfolders) {
        const old: string[] = []
        for (const key of await readdir(join(folder, name))) {
          if (KEY.test(key) && (await stat(join(folder, name, key))).mtime < at) old.push(key)
        }
        if (old.length > 0) yield old
      }
    },
  }
}

/** Where the server keeps them in its data folder. */
export const filesUnder = (dataDir: string): FileStore => localFiles(join(dataDir, 'files'))
