import { z } from 'zod'
import type { Permission } from './permissions.ts'

/**
 * Who may make a call. Deny by default: a call without `access` does not compile.
 * - `public`: everybody, also without a session.
 * - `visitors`: every signed-in person; also everybody without a session while the site lets visitors browse.
 *   A reply to a visitor names no person (decision 103).
 * - `signed-in`: every person with a session, who sees and changes only their own rows and rows open to all
 *   users.
 * - `anyOf`: holders of one of the permission codes (`ADMIN` passes).
 * - `onRow`: it depends on the row. The text names the roles for the documentation; the server refuses to
 *   answer unless the service has called `ctx.allow(...)`. `visitors`: as above, for rows that are public.
 * - `onEach`: a batch with one verdict per row. Each row is judged as with `onRow`, and a row that the person
 *   may not change gets a refusing verdict. The server refuses to report a row as done unless the service has
 *   asked.
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

/** One document of the usual kinds, in the field `file`. */
export const documentUpload: UploadRule = {
  field: 'file',
  maxFiles: 1,
  maxBytes: 50_000_000,
  accept: ['image', 'pdf', 'office', 'text', 'zip'],
}

/**
 * Schema of a part that the call does not define: unknown fields are dropped, so a handler receives only
 * parsed fields.
 */
const nothing = z.object({})
type Nothing = typeof nothing

/** What a call says of itself, besides the schemas of the parts of its request. */
interface CallFacts<R> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path as sent, with `{name}` for parameters. */
  path: string
  /** One Chinese sentence for the API's documentation and the operation log. */
  summary: string
  access: Access
  /** The schema of the envelope's `data`. */
  reply: R
  /** The request is multipart/form-data: files, with the other fields beside them. */
  upload?: UploadRule
  /** Answers with a file (or a stream) instead of the envelope. */
  raw?: true
  /**
   * A request that repeats an `Idempotency-Key` header gets the first reply again. Set on every call that
   * moves money.
   */
  idempotent?: true
  /**
   * Overrides what the method implies: true for a GET that writes (a counter), false for a POST that only
   * reads.
   */
  writes?: boolean
  /**
   * A change: a field left out of the body keeps its value; null or an empty value clears it. The server says
   * where the current values come from (`keeps` of `on`).
   */
  keeps?: true
  /** Also allowed while the person still has to change a password that an administrator set. */
  beforePasswordChange?: true
  /**
   * Most calls per minute of one person (or address), for calls that cost more than a query. Without it
   * uploads get a fixed share of RATE_LIMIT.
   */
  perMinute?: number
  /**
   * Counted apart from all other calls, up to RATE_LIMIT: what others behind the same address read must not
   * keep a person from signing in, or a gateway from reporting.
   */
  countedApart?: true
  /** Largest body in bytes; 1 megabyte by default. Uploads use their `UploadRule` instead. */
  maxBytes?: number
  /**
   * Seconds for which the server caches the reply of a GET that is the same for everybody who may ask;
   * browsers revalidate their copy.
   */
  sharedSeconds?: number
  /** With `sharedSeconds`: the cached reply is shared only by people with the same roles and permissions. */
  sharedAmong?: 'rights'
  /** A GET that aggregates many rows: like lists, it reads from the replica where there is one. */
  addsUp?: true
  /**
   * Public content that differs slightly between people: the server makes each reply anew, and does not send
   * it again to a browser that has the same one. `but`: fields that the comparison ignores, such as counters.
   */
  validated?: true | { but: readonly string[] }
}

export interface Call<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> extends CallFacts<R> {
  params: P
  query: Q
  body: B
}
/** A call as it is written down: parts may be left out. */
interface Definition<P, Q, B, R> extends CallFacts<R> {
  params?: P
  query?: Q
  body?: B
}

type Written<Raw extends true | undefined, C> = Raw extends true ? C & { raw: true } : C

/** Defines one call. Parts that are left out accept no fields. */
export function call<
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  Raw extends true | undefined = undefined,
>(definition: Definition<P, Q, B, R> & { raw?: Raw }): Written<Raw, Call<P, Q, B, R>> {
  // The defaults of the three parts equal the defaults of their type parameters, which TypeScript cannot
  // verify.
  return { params: nothing, query: nothing, body: nothing, ...definition } as unknown as Written<
    Raw,
    Call<P, Q, B, R>
  >
}

/** May people without a session make this call while the site lets visitors browse? */
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

/** The reply of calls that only report success. */
export const done = z.null()
