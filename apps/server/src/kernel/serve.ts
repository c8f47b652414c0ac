import { createHash } from 'node:crypto'
import { isWriting, type Call, type Parsed, type ReplyInput } from '@portal/contract/kernel/call'
import { OK, failures } from '@portal/contract/kernel/codes'
import type { Reason } from '@portal/contract/kernel/envelope'
import { optionalFields } from '@portal/contract/kernel/keeps'
import { holdsAny } from '@portal/contract/kernel/permissions'
import { cleanFileName } from '@portal/contract/kernel/text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import { defineCache, forgetChangedBy, type Asker, type CacheAbout } from './cache.ts'
import { isAway } from './away.rules.ts'
import { Ctx, type Actor, type Deps } from './ctx.ts'
import { poolDb, transaction, type Db } from './db.ts'
import { faultOf } from './fault.rules.ts'
import { claimKey, keepReply, logException, logOperation, noteChanges } from './kernel.store.ts'
import { rowAsBody } from './kept.store.ts'
import { packed } from './packed.ts'
import { refReader } from './refs.ts'
import { fail, Refusal, refusalOf } from './refuse.ts'
import { countedFor, verified } from './limit.ts'
import { etagOf, sharedReply, type SharedReply } from './shared-reply.ts'
import { readUpload, type Upload } from './upload.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call of the contract behind this route: `GET /api/…`. */
    contract?: string
  }
  interface FastifyRequest {
    /** Who made the call, once that is known. */
    actorId?: number | null
  }
}

/** What a `raw` call answers with. */
export interface RawReply {
  /** Content type; always sent with nosniff. */
  type: string
  body: Readable | Buffer | string
  /** Name under which the browser saves it. */
  fileName?: string
  /** Seconds a browser may keep it; 0 means ask each time. */
  maxAge?: number
  headers?: Record<string, string>
}
type Answer<C extends Call> = C extends { raw: true } ? RawReply : ReplyInput<C>
export type Handler<C extends Call> = (ctx: Ctx, input: Parsed<C>) => Promise<Answer<C>> | Answer<C>

/**
 * Joins a call of the contract to the service function that carries it out. `madeFrom`: what a shared reply
 * comes from; with a change of it, it is made anew.
 */
export type On = <C extends Call>(
  call: C,
  handler: Handler<C>,
  about?: Partial<Pick<CacheAbout, 'tables' | 'slowly' | 'calls'>> & { keeps?: Keeps },
) => void
/**
 * Whence a change that `keeps` takes what the body leaves out: the table whose row its `id` names, or the row
 * as a body would say it.
 */
export type Keeps =
  | string
  | ((
      ctx: Ctx,
      asked: { params: Record<string, unknown>; body: Record<string, unknown> },
    ) => Promise<object | undefined>)
export type Routes = (on: On) => void

/** Finds the person behind a token; null when it is unknown, expired or revoked. */
export type Authenticate = (asker: Asker, token: string, now: Date) => Promise<Actor | null>

/** What is known of a request before its input is read. */
interface Asked {
  now: Date
  token: string | null
  actor: Actor | null
  key: string | null
  upload?: Upload
}

const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/** The token as sent: bare, as the specification has it, or after `Bearer `. */
function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (!header) return null
  return (header.startsWith('Bearer ') ? header.slice(7) : header).trim() || null
}

function judgeAccess(call: Call, actor: Actor | null): void {
  const { access } = call
  if (access === 'public') return
  if (!actor) throw fail('UNAUTHENTICATED')
  if (actor.mustChangePassword && !call.beforePasswordChange) throw fail('PASSWORD_CHANGE_REQUIRED')
  if (typeof access === 'object' && 'anyOf' in access && !holdsAny(actor.permissions, access.anyOf))
    throw fail('FORBIDDEN')
}

/**
 * Is there something in this answer that nobody may have without `ctx.allow`? Rows of a batch that were
 * refused are not.
 */
function needsAllowed({ access }: Call, result: unknown): boolean {
  if (typeof access !== 'object' || 'anyOf' in access) return false
  if ('onRow' in access) return true
  return Array.isArray(result) && result.some((verdict: { ok?: boolean }) => verdict.ok)
}

function reasonsOf(issues: readonly z.core.$ZodIssue[]): Reason[] {
  return issues.map((i) => ({
    code: 'BAD_REQUEST',
    message: chinese(i),
    ...(i.path.length && { field: i.path.join('.') }),
  }))
}
/** Schemas of the contract carry their own messages; this speaks for those that do not. */
function chinese(issue: z.core.$ZodIssue): string {
  if (/[\u4e00-\u9fff]/.test(issue.message)) return issue.message
  const where = issue.path.length ? `“${issue.path.join('.')}”` : ''
  switch (issue.code) {
    case 'invalid_type':
      return `${where}缺少或类型不正确`
    case 'too_small':
      return `${where}过小或过短`
    case 'too_big':
      return `${where}过大或过长`
    case 'invalid_value':
      return `${where}不在可选范围内`
    default:
      return `${where}格式不正确`
  }
}

function parse<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const reasons = reasonsOf(result.error.issues)
  throw fail('BAD_REQUEST', reasons[0]?.message, { reasons })
}

/** Reads one part of a request; a laboratory or an instrument may be called by its serial number. */
function readerOf<S extends z.ZodType>(
  schema: S,
): (db: Db, value: unknown) => z.output<S> | Promise<z.output<S>> {
  const named = refReader(schema)
  return named
    ? async (db, value) => parse(schema, await named(db, value))
    : (_, value) => parse(schema, value)
}

/** Query and body of a DELETE, each with what the other one says beside it. */
function eitherWay(query: unknown, body: unknown): [query: unknown, body: unknown] {
  const inBody = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  const asQuery = Object.entries(inBody).map(
    ([name, value]) => [name, Array.isArray(value) ? value.join(',') : value] as const,
  )
  return [
    { ...Object.fromEntries(asQuery), ...(query as object) },
    Array.isArray(body) ? body : { ...(query as object), ...inBody },
  ]
}

const KEY = /^[\w-]{8,100}$/
function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key))
    throw fail('BAD_REQUEST', 'Idempotency-Key 应为 8 到 100 个字母、数字、下划线或连字符')
  return key
}

/**
 * The body with what it leaves out as it stands. Before it is parsed: what is kept is judged like what is
 * said.
 */
async function completed(
  ctx: Ctx,
  call: Call,
  keeps: Keeps,
  params: unknown,
  sent: unknown,
): Promise<unknown> {
  if (sent === null || typeof sent !== 'object' || Array.isArray(sent)) return sent
  const body = sent as Record<string, unknown>
  const left = [...optionalFields(call)].filter((field) => body[field] === undefined && field !== 'id')
  if (left.length === 0) return sent
  const asked = { params: params as Record<string, unknown>, body }
  const id = Number(body['id'] ?? asked.params['id'])
  const row =
    typeof keeps === 'string'
      ? Number.isSafeInteger(id)
        ? await rowAsBody(ctx.db, keeps, { id })
        : undefined
      : await keeps(ctx, asked)
  if (!row) return sent
  const before = JSON.parse(JSON.stringify(row)) as Record<string, unknown>
  return {
    ...body,
    ...Object.fromEntries(
      left.flatMap((field) =>
        before[field] === undefined || before[field] === null ? [] : [[field, before[field]]],
      ),
    ),
  }
}

/** An upload counts as so many requests: it holds a file open and some of the disk. */
const UPLOAD_COSTS = 10

export function serve(app: FastifyInstance, deps: Deps, authenticate: Authenticate): On {
  const reading = poolDb(deps.pool)

  return (call, handler, { tables = [], slowly, calls = [], keeps } = {}) => {
    if ((keeps !== undefined) !== (call.keeps ?? false))
      throw new Error(
        `${call.method} ${call.path}: its contract
          and its route disagree on whether it keeps what is left out`,
      )
    const name = `${call.method} ${call.path}`
    const writing = isWriting(call)
    const takesBody = call.method !== 'GET'
    const read = { params: readerOf(call.params), query: readerOf(call.query), body: readerOf(call.body) }
    const shared =
      call.sharedSeconds === undefined
        ? undefined
        : defineCache<SharedReply>({
            name,
            title: call.summary,
            tables,
            ...(slowly && { slowly }),
            calls,
            seconds: call.sharedSeconds,
            max: 300,
          })

    async function answer(
      ctx: Ctx,
      input: Parsed<typeof call>,
      key: string | null,
      request: FastifyRequest,
      last: (statement: Promise<unknown>) => void = () => {},
    ) {
      if (key) {
        const hash = createHash('sha256')
          .update(JSON.stringify([input.params, input.query, input.body]))
          .digest()
        const claim = await claimKey(ctx, key, name, hash)
        if (claim.known && !claim.same) throw fail('REFUSED', '同一个 Idempotency-Key 不能用于不同的请求')
        if (claim.known) return claim.reply
      }
      const result = await handler(ctx, input)
      if (needsAllowed(call, result) && !ctx.allowed) {
        throw new Error(`${name} answered without asking ctx.allow(): its access depends on the row`)
      }
      if (call.raw) return result
      // Only what the contract names is sent.
      const data = call.reply.parse(result)
      if (key) await keepReply(ctx, key, data)
      if (writing) last(logOperation(ctx, name, call.summary))
      request.log.debug({ call: name, user: ctx.actor?.username }, 'done')
      return data
    }

    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const now = new Date()
      const token = tokenOf(request)
      const actor =
        token && !(shared && call.access === 'public')
          ? await authenticate({ deps, db: reading }, token, now)
          : null
      request.actorId = actor?.id ?? null
      if (token && actor) verified(token, actor.id)
      judgeAccess(call, actor)
      const key = call.idempotent ? keyOf(request) : null
      if (!call.upload) return proceed(request, reply, { now, token, actor, key })
      const upload = await readUpload(request, call.upload, deps.adapters.files, countedFor(request))
      return proceed(request, reply, { now, token, actor, key, upload }).finally(upload.end)
    }

    async function proceed(
      request: FastifyRequest,
      reply: FastifyReply,
      { now, token, actor, key, upload }: Asked,
    ) {
      const files = upload?.files ?? []
      let body: unknown = upload ? upload.fields : takesBody ? (request.body ?? {}) : {}
      let query: unknown = request.query
      // Whoever deletes may name it in the address or in the body.
      if (call.method === 'DELETE') [query, body] = eitherWay(query, body)
      const params = await read.params(reading, request.params)
      const about = {
        now,
        requestId: request.id,
        actor,
        ip: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
        token,
        files,
        cookies: request.cookies,
      }

      if (keeps !== undefined)
        body = await completed(new Ctx(deps, reading, about), call, keeps, params, body)
      const input = {
        params,
        query: await read.query(reading, query),
        body: await read.body(reading, body),
      } as Parsed<typeof call>

      if (shared) {
        // Made without knowing for whom, but for what all that it is kept for have in common.
        const among = call.sharedAmong ? actor : null
        const make = () => answer(new Ctx(deps, reading, { ...about, actor: among }), input, null, request)
        const key = JSON.stringify([
          input.params,
          input.query,
          ...(among ? [among.roles, [...among.permissions]] : []),
        ])
        const { json, etag } = await shared.get({ deps, db: reading }, key, () => sharedReply(make))
        reply
          .header('cache-control', call.access === 'public' ? 'public, no-cache' : 'private, no-cache')
          .header('etag', etag)
        if (request.headers['if-none-match'] === etag) return reply.status(304).send()
        reply.type('application/json; charset=utf-8')
        return packed(
          request,
          reply,
          `{"code":${OK},"message":"ok","data":${json},"requestId":"${request.id}"}`,
        )
      }

      let ctx!: Ctx
      const refused = async (e: unknown) => {
        if (e instanceof Refusal) {
          ctx.refused()
          await ctx.ended()
        }
        throw e
      }
      const work = (db: Db, last?: (statement: Promise<unknown>) => void) => {
        if (writing) noteChanges(db)
        return answer((ctx = new Ctx(deps, db, about)), input, key, request, last)
      }
      const data = writing ? await transaction(deps.pool, work).catch(refused) : await work(reading)
      if (writing) forgetChangedBy(deps.live, call)
      ctx.committed()
      await ctx.ended()

      for (const c of ctx.setCookies) {
        reply.setCookie(c.name, c.value, {
          path: c.path ?? '/',
          httpOnly: true,
          sameSite: 'lax',
          secure: request.protocol === 'https',
          ...(c.maxAgeSeconds !== undefined && { maxAge: c.maxAgeSeconds }),
        })
      }
      if (call.raw) return sendRaw(reply, data as RawReply)
      const json = JSON.stringify(data ?? null)
      if (call.validated) {
        const etag = etagOf(unlikeIn(call.validated, data, json))
        reply.header('cache-control', 'private, no-cache').header('etag', etag)
        if (request.headers['if-none-match'] === etag) return reply.status(304).send()
      } else reply.header('cache-control', 'no-store')
      reply.type('application/json; charset=utf-8')
      return packed(
        request,
        reply,
        `{"code":${OK},"message":"ok","data":${json},"requestId":"${request.id}"}`,
      )
    }

    const perMinute =
      call.perMinute ?? (call.upload && Math.max(1, Math.floor(deps.env.RATE_LIMIT / UPLOAD_COSTS)))
    app.route({
      // HEAD is the same route: of a second one for each, as Fastify makes them, a start would feel more. Of
      // a file it makes one, which closes the stream.
      method: takesBody || call.raw ? call.method : ['GET', 'HEAD'],
      url: fastifyPath(call.path),
      handler: handle,
      exposeHeadRoute: call.raw ?? false,
      ...(call.upload && { bodyLimit: call.upload.maxBytes * call.upload.maxFiles + 1_000_000 }),
      config: {
        contract: name,
        ...(perMinute !== undefined && { rateLimit: { max: perMinute, timeWindow: 60_000 } }),
      },
    })
  }
}

/** What makes an answer another one: a counter in it does not. */
const unlikeIn = (validated: NonNullable<Call['validated']>, data: unknown, json: string): string =>
  validated === true
    ? json
    : JSON.stringify(data, (key, value: unknown) => (validated.but.includes(key) ? undefined : value))

function sendRaw(reply: FastifyReply, raw: RawReply) {
  reply.header('cache-control', raw.maxAge ? `private, max-age=${raw.maxAge}` : 'no-store').type(raw.type)
  if (raw.fileName)
    reply.header(
      'content-disposition',
      `attachment; filename*=UTF-8''${encodeURIComponent(cleanFileName(raw.fileName))}`,
    )
  for (const [k, v] of Object.entries(raw.headers ?? {})) reply.header(k, v)
  return reply.send(raw.body)
}

/**
 * Everything that goes wrong becomes an envelope with a Chinese message; only our own mistakes are 5xx, and
 * those are written down.
 */
export function answerFailures(app: FastifyInstance, deps: Deps): void {
  app.setErrorHandler(async (error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const refusal = asRefusal(error)
    if (refusal) {
      if (refusal.status === 503) {
        request.log.warn({ err: error }, 'database away')
        reply.header('retry-after', '1')
      }
      if (refusal.status === failures.DISK_FULL.status) request.log.error({ err: error }, 'disk full')
      reply.status(refusal.status).header('cache-control', 'no-store')
      return {
        code: refusal.code,
        message: refusal.message,
        requestId: request.id,
        ...(refusal.help !== undefined && { data: refusal.help }),
        ...(refusal.reasons && { reasons: refusal.reasons }),
      }
    }
    request.log.error({ err: error }, 'exception')
    const call =
      request.routeOptions.config.contract ?? `${request.method} ${request.routeOptions.url ?? '?'}`
    await logException(poolDb(deps.pool), {
      ...faultOf(call, error),
      requestId: request.id,
      userId: request.actorId ?? null,
      request: { params: request.params, query: request.query },
    }).catch((e: unknown) => request.log.error({ err: e }, 'exception not logged'))
    reply.status(500).header('cache-control', 'no-store')
    return { code: 'INTERNAL', message: failures.INTERNAL.message, requestId: request.id }
  })
}

function asRefusal(error: Error & { statusCode?: number; code?: string }): Refusal | undefined {
  const known = refusalOf(error)
  if (known) return known
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return fail('TOO_LARGE')
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return fail('UNSUPPORTED')
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT' || error.code === '53100') return fail('DISK_FULL')
  if (isAway(error)) return fail('UNAVAILABLE')
  const status = error.statusCode
  if (status !== undefined && status >= 400 && status < 500) {
    const code =
      (Object.keys(failures) as (keyof typeof failures)[]).find((c) => failures[c].status === status) ??
      'BAD_REQUEST'
    return fail(code, code === 'BAD_REQUEST' ? '请求内容无法识别，请检查格式' : failures[code].message)
  }
  return undefined
}
