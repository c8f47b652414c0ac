import { z } from 'zod'
import type { Permission } from './permissions.ts'

/**
 * Who may make a call. Deny by default: a call without one does not compile.
 * - `public`: anybody
 * - `visitors`: whoever is signed in; and everybody while the site says that visitors may browse. An answer
 *   to a visitor names no person (decision 103)
 * - `signed-in`: any person with a session, seeing and changing only what is theirs or public to users
 * - `anyOf`: holders of one of the permission codes (`ADMIN` passes)
 * - `onRow`: it depends on the row; the words name the roles for the documentation, and the server refuses to
 *   answer unless the service has asked `ctx.allow(...)`. `visitors`: as above, where the row is public
 * - `onEach`: a batch that is answered with a verdict for each row: the row is judged as with `onRow`, and
 * where
 *   the person may not, its verdict says so; the server refuses to answer that a row was done unless the
 * service
 *   has asked
 */
export type Access =
  | 'public'
  | 'visitors'
  | 'signed-in'
  | { anyOf: readonly Permission[] }
  | { onRow: string; visitors?: true }
  | { onEach: string }

export interface UploadRule {
  /** Form field that carries the files. */
  field: string
  /** How many files one request may carry. */
  maxFiles: number
  maxBytes: number
  /** Accepted kinds, judged by content, not by name. */
  accept: readonly ('image' | 'pdf' | 'office' | 'text' | 'zip' | 'invoice' | 'any')[]
}

/** Without a schema a part is simply not there; nothing unread reaches a handler. */
const nothing = z.object({})
type Nothing = typeof nothing

export interface Call<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** As on the wire, with `{name}` for parameters. */
  path: string
  /** One Chinese sentence for the API's documentation and the operation log. */
  summary: string
  access: Access
  params: P
  query: Q
  body: B
  /** What `data` of the envelope holds. */
  reply: R
  /** Files come with it: multipart/form-data, other fields beside them. */
  upload?: UploadRule
  /** Answers with a file (or a stream) instead of the envelope. */
  raw?: true
  /**
   * Repeats with the same `Idempotency-Key` header answer the first reply. Set on everything that moves
   * money.
   */
  idempotent?: true
  /**
   * A GET that nevertheless writes (a counter), or a POST that only reads: overrides what the method says.
   */
  writes?: boolean
  /**
   * A change: what is left out of the body stays as it is, null or empty empties it. The server says from
   * where (`keeps` of `on`).
   */
  keeps?: true
  /** Also answers somebody whose password an administrator has set and who has not changed it yet. */
  beforePasswordChange?: true
  /**
   * Most calls per minute of one person (or address); for what costs more than a query. Uploads have a share
   * of RATE_LIMIT without it.
   */
  perMinute?: number
  /** The largest body it takes, in bytes; a megabyte unless it says so. Of uploads their rule says it. */
  maxBytes?: number
  /**
   * A GET whose answer is the same for everybody who may ask: kept by the server for so long; browsers ask
   * whether theirs is still right.
   */
  sharedSeconds?: number
  /** With `sharedSeconds`: the same only for those who hold the same roles and permissions. */
  sharedAmong?: 'rights'
  /** A GET that adds up many rows: asked, as lists are, of the replica where there is one. */
  addsUp?: true
  /**
   * Public content, a little different for some: made each time, and not sent again to a browser that has it.
   * `but`: fields that may differ meanwhile, counters.
   */
  validated?: true | { but: readonly string[] }
}

interface Definition<P, Q, B, R> {
  method: Call['method']
  path: string
  summary: string
  access: Access
  params?: P
  query?: Q
  body?: B
  reply: R
  upload?: UploadRule
  raw?: true
  idempotent?: true
  writes?: boolean
  keeps?: true
  beforePasswordChange?: true
  perMinute?: number
  maxBytes?: number
  sharedSeconds?: number
  sharedAmong?: Call['sharedAmong']
  addsUp?: true
  validated?: Call['validated']
}

type Written<Raw extends true | undefined, C> = Raw extends true ? C & { raw: true } : C

/** Writes down one call. Parts left out accept nothing. */
export function call<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  Raw extends true | undefined = undefined,
>(definition: Definition<P, Q, B, R> & { raw?: Raw }): Written<Raw, Call<P, Q, B, R>> {
  // The three parts default to `nothing`, which is what their type parameters default to.
  return { params: nothing, query: nothing, body: nothing, ...definition } as unknown as Written<
    Raw,
    Call<P, Q, B, R>
  >
}

/** Does it answer somebody who is not signed in while visitors may browse? */
export const isForVisitors = ({ access }: Pick<Call, 'access'>): boolean =>
  access === 'visitors' || (typeof access === 'object' && 'onRow' in access && access.visitors === true)

export const isWriting = (c: Pick<Call, 'method' | 'writes'>): boolean => c.writes ?? c.method !== 'GET'

/** What a caller passes: the input side of the schemas. */
export interface Arguments<C extends Call> {
  params?: z.input<C['params']>
  query?: z.input<C['query']>
  body?: z.input<C['body']>
}
/** What a handler receives: the parsed side. */
export interface Parsed<C extends Call> {
  params: z.output<C['params']>
  query: z.output<C['query']>
  body: z.output<C['body']>
}
export type Reply<C extends Call> = z.output<C['reply']>
export type ReplyInput<C extends Call> = z.input<C['reply']>

/** A call's address with parameters and query filled in; undefined, null and '' are left out of the query. */
export function makeAddress(c: Pick<Call, 'path'>, args: { params?: unknown; query?: unknown } = {}): string {
  const params = (args.params ?? {}) as Record<string, unknown>
  const path = c.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries((args.query ?? {}) as Record<string, unknown>)) {
    if (value === undefined || value === null || value === '') continue
    for (const one of Array.isArray(value) ? value : [value]) search.append(key, String(one))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

/** The reply of calls that have nothing to say but that it worked. */
export const done = z.null()
