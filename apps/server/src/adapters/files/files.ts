import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import {
  chmod,
  copyFile,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'

/**
 * Stores uploaded bytes under the key of their row in table `file`, small versions under `<key>.thumb`, JPEG
 * versions under `<key>.jpg`.
 */
export interface FileStore {
  /**
   * Writes bytes to the disk as they come; a chunk is valid only until the next one is asked for. The bytes
   * belong to no row until `place` gives them a key.
   */
  receive(chunks: AsyncIterable<Buffer>): Promise<Received>
  /** May be called again with another key: a transaction that is retried has a new row. */
  place(received: Received, key: string): Promise<void>
  put(key: string, content: Buffer): Promise<void>
  /** Undefined when there is nothing under the key. */
  read(key: string): Promise<Readable | undefined>
  /** Stores the same bytes under another key; does nothing if there are none. */
  copy(from: string, to: string): Promise<void>
  remove(key: string): Promise<void>
  /** Keys whose bytes were written before `at`, in batches. */
  writtenBefore(at: Date): AsyncIterable<string[]>
  /**
   * Removes files that were begun before `at` and never got a key, because a process ended
   * meanwhile. Returns how many.
   */
  removeUnfinished(at: Date): Promise<number>
}

/** Bytes of a request on the disk of this machine; may be read any number of times. */
export interface Received {
  /** Their present path. */
  path: string
  bytes: number
  sha256: Buffer
  read(): Promise<Buffer>
  /** Deletes them, unless they have been placed. */
  drop(): Promise<void>
}

export const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(\.thumb|\.jpg)?$/
const UNFINISHED = /\.part$/
const isMissing = (e: unknown) => (e as NodeJS.ErrnoException).code === 'ENOENT'
/** No other user of this machine may read them. */
const OURS = 0o600

async function* listSubfolders(folder: string): AsyncGenerator<{ subfolder: string; names: string[] }> {
  const subfolders = await readdir(folder).catch((e: unknown) => {
    if (isMissing(e)) return []
    throw e
  })
  for (const name of subfolders)
    yield { subfolder: join(folder, name), names: await readdir(join(folder, name)) }
}
/** Undefined: the file was deleted since its folder was read. */
const writtenAt = (path: string) =>
  stat(path).then(
    ({ mtime }) => mtime,
    (e: unknown) => {
      if (isMissing(e)) return undefined
      throw e
    },
  )
const isOlder = async (path: string, at: Date) => ((await writtenAt(path)) ?? at) < at

/** Uploads stay on this machine's disk until they have been checked, wherever they are stored afterwards. */
export function arrivalsIn(folder: string): Pick<FileStore, 'receive' | 'removeUnfinished'> {
  return {
    async receive(chunks) {
      const path = join(folder, 'incoming', `${randomUUID()}.part`)
      const drop = () => rm(path, { force: true })
      await mkdir(dirname(path), { recursive: true })
      const handle = await open(path, 'wx', OURS)
      const hash = createHash('sha256')
      let bytes = 0
      try {
        for await (const chunk of chunks) {
          hash.update(chunk)
          for (let at = 0; at < chunk.length;) at += (await handle.write(chunk, at)).bytesWritten
          bytes += chunk.length
        }
        await handle.sync()
      } catch (e) {
        await drop()
        throw e
      } finally {
        await handle.close()
      }
      const received: Received = {
        path,
        bytes,
        sha256: hash.digest(),
        read: () => readFile(received.path),
        drop,
      }
      return received
    },
    async removeUnfinished(at) {
      let removed = 0
      for await (const { subfolder, names } of listSubfolders(folder)) {
        for (const name of names) {
          if (!UNFINISHED.test(name) || !(await isOlder(join(subfolder, name), at))) continue
          await rm(join(subfolder, name), { force: true })
          removed += 1
        }
      }
      return removed
    },
  }
}

/** The default store: one file for each key under a folder, spread over 256 subfolders. */
export function localFiles(folder: string): FileStore {
  const findPath = (key: string) => {
    if (!KEY.test(key)) throw new Error(`not a file key: ${key}`)
    return join(folder, key.slice(0, 2), key)
  }
  /**
   * Writes a file whole or not at all: a half-written file never has the final name, and is
   * removed if the disk is full.
   */
  async function whole(path: string, write: (part: string) => Promise<unknown>): Promise<void> {
    const part = `${path}.part`
    await mkdir(dirname(path), { recursive: true })
    try {
      await write(part)
      await rename(part, path)
    } catch (e) {
      await rm(part, { force: true })
      throw e
    }
  }

  return {
    ...arrivalsIn(folder),
    async place(received, key) {
      const path = findPath(key)
      await mkdir(dirname(path), { recursive: true })
      await rename(received.path, path)
      received.path = path
    },
    put: (key, content) =>
      whole(findPath(key), (part) => writeFile(part, content, { flush: true, mode: OURS })),
    async read(key) {
      try {
        const handle = await open(findPath(key))
        return createReadStream('', { fd: handle })
      } catch (e) {
        if (isMissing(e)) return undefined
        throw e
      }
    },
    async copy(from, to) {
      if (!(await writtenAt(findPath(from)))) return
      await whole(findPath(to), async (part) => {
        await copyFile(findPath(from), part, constants.COPYFILE_FICLONE)
        await chmod(part, OURS)
        const handle = await open(part, 'r+')
        await handle.sync().finally(() => handle.close())
      })
    },
    remove: (key) => rm(findPath(key), { force: true }),
    async *writtenBefore(at) {
      for await (const { subfolder, names } of listSubfolders(folder)) {
        const old: string[] = []
        for (const key of names) if (KEY.test(key) && (await isOlder(join(subfolder, key), at))) old.push(key)
        if (old.length > 0) yield old
      }
    },
  }
}

/** The folder of uploads in the data folder. */
export const uploadsUnder = (dataDir: string): string => join(dataDir, 'files')
export const filesUnder = (dataDir: string): FileStore => localFiles(uploadsUnder(dataDir))
