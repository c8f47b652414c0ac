import { createHash } from 'node:crypto'
import { isWriting, type Call, type Parsed, type ReplyInput } from '@portal/contract/kernel/call'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAway } from './away.rules.ts'
import { defineCache, forgetChangedBy, type Asker, type CacheAbout } from './cache.ts'
import { Ctx, type Actor, type Deps } from './ctx.ts'
import { poolDb, transaction, type Db } from './db.ts'
import { claimKey, keepReply, logOperation } from './kernel.store.ts'
import { fail, Refusal } from './refuse.ts'
import { sendData, sendRaw, setCookies, type RawReply } from './send-reply.ts'
import { countedFor, verified } from './limit.ts'
import { makeEtag, sharedReply, type SharedReply } from './shared-reply.ts'
import { readUpload, type Upload } from './upload.ts'
import { readsMuch } from './replica.ts'
import { readToken, judgeAccess, defineReader, joinQueryAndBody, readKey } from './request.ts'
import { completeBody } from './complete-body.ts'

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

type Answer<C extends Call> = C extends { raw: true } ? RawReply : ReplyInput<C>
export type Handler<C extends Call> = (ctx: Ctx, input: Parsed<C>) => Promise<Answer<C>> | Answer<C>

/**
 * Connects a call of the contract with the handler that carries it out. `about`: the tables and calls whose
 * changes empty the cache of a shared reply, and where omitted fields come from (`keeps`).
 */
export type On = <C extends Call>(
  call: C,
  handler: Handler<C>,
  about?: Partial<Pick<CacheAbout, 'tables' | 'slowly' | 'calls'>> & { keeps?: Keeps },
) => void
/**
 * Loads what is stored, in the form of a body, for the fields that a change leaves out; undefined if there is
 * nothing yet. `id`: the body's, or else the address's.
 */
export type LoadUnchanged = (
  ctx: Ctx,
  asked: { params: Record<string, unknown>; id: number | undefined },
) => Promise<object | undefined>
/** The row of a table that a change names otherwise than by its `id`. */
export interface KeptRow {
  table: string
  /** The column whose value `findId` finds; by default `id`. */
  by?: string
  findId(ctx: Ctx, asked: Parameters<LoadUnchanged>[1]): Promise<number | undefined>
}
/** Where a change takes the fields that its body leaves out: the table with the row of its `id`, or a function. */
export type Keeps = string | KeptRow | LoadUnchanged
export type Routes = (on: On) => void

/** Finds the person behind a token; null when it is unknown, expired or revoked. */
export type Authenticate = (asker: Asker, token: string, now: Date) => Promise<Actor | null>

/** Functions of the session and site modules that the kernel calls. */
interface Doors {
  authenticate: Authenticate
  mayVisitorsBrowse: (asker: Asker) => Promise<boolean>
}

/** The facts of a request that are known before its input is read. */
interface Asked {
  now: Date
  token: string | null
  actor: Actor | null
  key: string | null
  upload?: Upload
}

const fastifyPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1')

/** True if the answer contains something that requires `ctx.allow`. Refused rows of a batch do not. */
function needsAllowed({ access }: Call, result: unknown): boolean {
  if (typeof access !== 'object' || 'anyOf' in access) return false
  if ('onRow' in access) return true
  return Array.isArray(result) && result.some((verdict: { ok?: boolean }) => verdict.ok)
}

/** An upload counts as this many requests: it holds an open file and disk space. */
const UPLOAD_COSTS = 10

export function serve(app: FastifyInstance, deps: Deps, { authenticate, mayVisitorsBrowse }: Doors): On {
  const reading = poolDb(deps.pool)
  const visited = () => mayVisitorsBrowse({ deps, db: reading })

  return (call, handler, { tables = [], slowly, calls = [], keeps } = {}) => {
    const name = `${call.method} ${call.path}`
    if ((keeps !== undefined) !== (call.keeps ?? false))
      throw new Error(`${name}: its contract and its route disagree on whether it keeps what is left out`)
    const writing = isWriting(call)
    const takesBody = call.method !== 'GET'
    const read = {
      params: defineReader(call.params),
      query: defineReader(call.query),
      body: defineReader(call.body),
    }
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

    // A file is sent while its rows are still being read. It cannot begin again on the primary, so each of
    // its statements uses the replica by itself.
    const { replica } = readsMuch(call) ? deps : { replica: undefined }
    const readBy = <T>(work: (db: Db) => Promise<T>): Promise<T> =>
      replica ? (call.raw ? work(replica.statements) : replica.read(work)) : work(reading)

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
      // Only fields of the contract are sent.
      const data = call.reply.parse(result)
      if (key && writing) last(keepReply(ctx, key, data))
      else if (key) await keepReply(ctx, key, data)
      if (writing) last(logOperation(ctx, name, call.summary))
      request.log.debug({ call: name, user: ctx.actor?.username }, 'done')
      return data
    }

    async function handle(request: FastifyRequest, reply: FastifyReply) {
      const now = new Date()
      const token = readToken(request)
      const actor =
        token && !(shared && call.access === 'public')
          ? await authenticate({ deps, db: reading }, token, now)
          : null
      request.actorId = actor?.id ?? null
      if (token && actor) verified(token, actor.id)
      await judgeAccess(call, actor, visited)
      const key = call.idempotent ? readKey(request) : null
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
      let sent: unknown = upload ? upload.fields : takesBody ? (request.body ?? {}) : {}
      let query: unknown = request.query
      // A DELETE may name its row in the address or in the body.
      if (call.method === 'DELETE') [query, sent] = joinQueryAndBody(query, sent)
      const params = await read.params(reading, request.params)
      const visitor = actor === null && call.access !== 'public'
      const about = {
        now,
        requestId: request.id,
        actor,
        visitor,
        ip: request.ip,
        userAgent: request.headers['user-agent']?.slice(0, 300) ?? null,
        token,
        files,
        cookies: request.cookies,
      }

      const readInput = async (db: Db) => {
        const body =
          keeps === undefined ? sent : await completeBody(new Ctx(deps, db, about), call, keeps, params, sent)
        return {
          params,
          query: await read.query(db, query),
          body: await read.body(db, body),
        } as Parsed<typeof call>
      }
      // What a change keeps is read in its transaction. Other input is refused before one begins.
      const input = writing && keeps !== undefined ? undefined : await readInput(reading)

      if (shared && input) {
        // A shared reply is made without a person or, with `sharedAmong`, for the roles and permissions that
        // all its readers have in common.
        const among = call.sharedAmong ? actor : null
        const make = () => answer(new Ctx(deps, reading, { ...about, actor: among }), input, null, request)
        const key = JSON.stringify([
          input.params,
          input.query,
          ...(among ? [among.roles, [...among.permissions]] : []),
          ...(visitor ? ['visitor'] : []),
        ])
        const { json, etag } = await shared.get({ deps, db: reading }, key, () => sharedReply(make))
        const cacheControl = call.access === 'public' ? 'public, no-cache' : 'private, no-cache'
        return sendData(request, reply, { json, etag, cacheControl })
      }

      let ctx!: Ctx
      const refused = async (e: unknown) => {
        if (e instanceof Refusal) {
          if (!isAway(e)) ctx.refused() // the commit may have succeeded: files stay
          await ctx.ended()
        }
        throw e
      }
      const work = async (
        db: Db,
        last?: (statement: Promise<unknown>) => void,
        attempt?: number,
        undo?: () => void,
      ) => {
        ctx = new Ctx(deps, db, { ...about, last, attempt, undo })
        return answer(ctx, input ?? (await readInput(db)), key, request, last)
      }
      const data = writing
        ? await transaction(deps.pool, work, { noting: true }).catch(refused)
        : await readBy(work)
      if (writing) forgetChangedBy(deps.live, call)
      ctx.committed()
      await ctx.ended()

      setCookies(request, reply, ctx)
      if (call.raw) return sendRaw(request, reply, data as RawReply)
      const json = JSON.stringify(data ?? null)
      if (!call.validated) return sendData(request, reply, { json, cacheControl: 'no-store' })
      const etag = makeEtag(unlikeIn(call.validated, data, json))
      return sendData(request, reply, { json, etag, cacheControl: 'private, no-cache' })
    }

    const { RATE_LIMIT } = deps.env
    const share = call.upload && Math.max(1, Math.floor(RATE_LIMIT / UPLOAD_COSTS))
    const perMinute = call.perMinute ?? (call.countedApart ? RATE_LIMIT : share)
    app.route({
      // HEAD uses the same route, because a second route for each, as Fastify makes them, would slow the
      // start. For a file Fastify makes one, which closes the stream.
      method: takesBody || call.raw ? call.method : ['GET', 'HEAD'],
      url: fastifyPath(call.path),
      handler: handle,
      exposeHeadRoute: call.raw ?? false,
      ...(call.maxBytes !== undefined && { bodyLimit: call.maxBytes }),
      ...(call.upload && { bodyLimit: call.upload.maxBytes * call.upload.maxFiles + 1_000_000 }),
      config: {
        contract: name,
        ...(perMinute !== undefined && { rateLimit: { max: perMinute, timeWindow: 60_000 } }),
      },
    })
  }
}

/** The part of an answer that its etag is made of; counters named in `validated.but` are left out. */
const unlikeIn = (validated: NonNullable<Call['validated']>, data: unknown, json: string): string =>
  validated === true
    ? json
    : JSON.stringify(data, (key, value: unknown) => (validated.but.includes(key) ? undefined : value))
