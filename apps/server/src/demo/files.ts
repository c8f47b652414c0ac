import { createHash } from 'node:crypto'
import type { FileStore } from '../adapters/files/files.ts'
import type { Picture } from '../adapters/images/pictures.ts'
import type { Copier } from './bulk.ts'

interface About {
  name: string
  mime: string
  /** What it hangs on. */
  business: string
  rowId: number | null
  visibility: 'public' | 'private'
  ownerId: number
  createdAt: Date
}

/** At once: enough to keep a disk busy that makes every write durable. */
const WRITERS = 16

/** Keys follow from what is in a file and what it hangs on: the same campus has the same. */
function makeKey(sha256: Buffer, { business, rowId, name }: About): string {
  const hex = createHash('sha256').update(sha256).update(`${business} ${rowId} ${name}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Files and their rows. Bytes are written beside all else; `written` waits for the last of them. */
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
    /** Where rows go: what refers to them is copied after them. */
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
        /** Both answer the file's key. */
        keep: (content: Buffer, about: About): string => add(content, about, null),
        keepPicture(picture: Picture, about: Omit<About, 'mime'>): string {
          const id = add(picture.full, { ...about, mime: picture.mime }, picture)
          put(`${id}.thumb`, picture.thumb)
          return id
        },
      }
    },
    /** Everything is on the disk, or this fails. */
    async written(): Promise<void> {
      await Promise.all(writers)
      if (failure) throw failure
    },
  }
}
