import { createHash } from 'node:crypto'

export interface SharedReply {
  /** `data` of the envelope, as text. */
  json: string
  etag: string
}

const MAX_KEPT = 500

/** Answers that are the same for everybody, kept for a while: whoever asks meanwhile costs neither a query nor a rendering. */
export function createShelf(seconds: number) {
  const kept = new Map<string, { until: number; reply: Promise<SharedReply> }>()

  return function of(key: string, now: Date, make: () => Promise<unknown>): Promise<SharedReply> {
    const known = kept.get(key)
    if (known && known.until > now.getTime()) return known.reply
    if (kept.size >= MAX_KEPT) kept.clear()
    const reply = make().then((data) => {
      const json = JSON.stringify(data)
      return { json, etag: `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"` }
    })
    kept.set(key, { until: now.getTime() + seconds * 1000, reply })
    reply.catch(() => kept.delete(key))
    return reply
  }
}
