import { isForVisitors, type Call } from '@portal/contract/kernel/call'
import type { Reason } from '@portal/contract/kernel/envelope'
import { holdsAny } from '@portal/contract/kernel/permissions'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Actor } from './ctx.ts'
import { type Db } from './db.ts'
import { parseAnything } from './parse.rules.ts'
import { refReader } from './refs.ts'
import { fail } from './refuse.ts'

// Reads the parts of a request: who asks, its input, and its idempotency key.

/** The token of a request: bare, or after `Bearer `. */
export function readToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization
  if (!header) return null
  return (header.startsWith('Bearer ') ? header.slice(7) : header).trim() || null
}

/**
 * Throws a refusal if the person may not make the call. `visited`: whether visitors may browse; read only
 * where the call is open to visitors and nobody is signed in.
 */
export async function judgeAccess(
  call: Call,
  actor: Actor | null,
  visited: () => Promise<boolean>,
): Promise<void> {
  const { access } = call
  if (access === 'public') return
  if (!actor && isForVisitors(call) && (await visited())) return
  if (!actor) throw fail('UNAUTHENTICATED')
  if (actor.mustChangePassword && !call.beforePasswordChange) throw fail('PASSWORD_CHANGE_REQUIRED')
  if (typeof access === 'object' && 'anyOf' in access && !holdsAny(actor.permissions, access.anyOf))
    throw fail('FORBIDDEN')
}

function listReasons(issues: readonly z.core.$ZodIssue[]): Reason[] {
  return issues.map((i) => ({
    code: 'BAD_REQUEST',
    message: chinese(i),
    ...(i.path.length && { field: i.path.join('.') }),
  }))
}
/** Schemas of the contract have Chinese messages of their own; this function writes the missing ones. */
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

function parseInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = parseAnything(schema, value)
  if (result.success) return result.data
  const reasons = listReasons(result.error.issues)
  throw fail('BAD_REQUEST', reasons[0]?.message, { reasons })
}

/**
 * Parses one part of a request; a laboratory or an instrument may be given by its serial number. Throws
 * BAD_REQUEST with the reasons, each by its field.
 */
export function defineReader<S extends z.ZodType>(
  schema: S,
): (db: Db, value: unknown) => z.output<S> | Promise<z.output<S>> {
  const named = refReader(schema)
  return named
    ? async (db, value) => parseInput(schema, await named(db, value))
    : (_, value) => parseInput(schema, value)
}

const isKey = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number'
/**
 * Query and body of a DELETE, each completed by the fields of the other. Only a list of keys is joined: of
 * anything else in its place no text can be made without risk, and the schema refuses it.
 */
export function joinQueryAndBody(query: unknown, body: unknown): [query: unknown, body: unknown] {
  const inBody = typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {}
  const asQuery = Object.entries(inBody).map(
    ([name, value]) => [name, Array.isArray(value) && value.every(isKey) ? value.join(',') : value] as const,
  )
  return [
    { ...Object.fromEntries(asQuery), ...(query as object) },
    Array.isArray(body) ? body : { ...(query as object), ...inBody },
  ]
}

const KEY = /^[\w-]{8,100}$/
export function readKey(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !KEY.test(key))
    throw fail('BAD_REQUEST', 'Idempotency-Key 应为 8 到 100 个字母、数字、下划线或连字符')
  return key
}
