import { createHash } from 'node:crypto'
import type { FileStore } from '../adapters/files/files.ts'
import type { Picture } from '../adapters/images/pictures.ts'
import type { Copier } from './bulk.ts'

interface About {
  name: string
  mime: string
  /** The kind of row that the file belongs to. */
  business: string
  rowId: number | null
  visibility: 'public' | 'private'
  ownerId: number
  createdAt: Date
}

/** Concurrent writes: enough to keep a disk busy that syncs every write. */
const WRITERS = 16

/** The id is derived from content and owner row, so that the same campus has the same ids. */
function makeKey(sha256: Buffer, { business, rowId, name }: About): string {
  const hex = createHash('sha256').update(sha256).update(`${business} ${rowId} ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Files and their rows. Bytes are written in the background; `written` waits for the last. */
export type Files = ReturnType<typeof createFiles>

export function createFiles(store: Pick<FileStore, 'put'>) {
  const waiting: { key: string; content: Buffer }[] = []
  const writers = new Set<Promise<void>>()
  async function write(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) await store.put(next.key, next.content)
  }
  let failure: unknown
  function put(key: string, content: Buffer): void {
    waiting.push({ key, content })
    if (writers.size >= WRITERS) return
    const writer: Promise<void> = write()
      .catch((e: unknown) => void (failure ??= e))
      .finally(() => writers.delete(writer))
    writers.add(writer)
  }

  return {
    /** Adds the rows to a copier; tables that refer to files must be added to it afterwards. */
    into(copier: Copier) {
      const rows = copier.table('file', [
        'id',
        'name',
        'mime',
        'bytes',
        'sha256',
        'owner_id',
        'visibility',
        'business',
        'row_id',
        'width',
        'height',
        'created_at',
      ])
      function add(content: Buffer, about: About, size: { width: number; height: number } | null): string {
        const sha256 = createHash('sha256').update(content).digest()
        const id = makeKey(sha256, about)
        rows.add({
          id,
          name: about.name,
          mime: about.mime,
          bytes: content.length,
          sha256: `\\x${sha256.toString('hex')}`,
          owner_id: about.ownerId,
          visibility: about.visibility,
          business: about.business,
          row_id: about.rowId,
          width: size?.width,
          height: size?.height,
          created_at: about.createdAt,
        })
        put(id, content)
        return id
      }
      return {
        /** Both return the file's id. */
        keep: (content: Buffer, about: About): string => add(content, about, null),
        keepPicture(picture: Picture, about: Omit<About, 'mime'>): string {
          const id = add(picture.full, { ...about, mime: picture.mime }, picture)
          put(`${id}.thumb`, picture.thumb)
          return id
        },
      }
    },
    /** Waits until all bytes are written; throws if a write failed. */
    async written(): Promise<void> {
      await Promise.all(writers)
      if (failure) throw failure
    },
  }
}
