import { createHash } from 'node:crypto'

/**
 * An answer that is the same for many people: made once, cached by the server, and not sent again
 * to a browser that has it.
 */
export interface SharedReply {
  /** `data` of the envelope, as text. */
  json: string
  etag: string
}

export const makeEtag = (json: string): string =>
  `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`

export async function sharedReply(make: () => Promise<unknown>): Promise<SharedReply> {
  const json = JSON.stringify(await make())
  return { json, etag: makeEtag(json) }
}
