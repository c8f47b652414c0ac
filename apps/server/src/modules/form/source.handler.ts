import type { formCalls } from '@portal/contract/form/calls'
import { formRefusals } from '@portal/contract/form/form'
import type { Parsed } from '@portal/contract/kernel/call'
import { readJson } from '@portal/form-kit/form/scan'
import { isPrivateHost } from '../../adapters/interfaces/private.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import * as store from './source.store.ts'

type Calls = typeof formCalls

/** Interfaces inside the campus network are only for its own people and for form administrators. */
const isInside = (ctx: Ctx): boolean => ctx.me.onCampus || ctx.holds('FORM_ALL')

export async function sources(ctx: Ctx) {
  const all = await store.list(ctx.db)
  return isInside(ctx) ? all : all.filter((s) => !s.internal)
}

const isOwn = (address: string): boolean => address.startsWith('/')

function judge({ address, internal }: Parsed<Calls['addSource']>['body']): void {
  if (isOwn(address)) return
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || url.username !== '' || url.password !== '') throw refuseField('address', '接口地址格式不正确')
  if (isPrivateHost(url.hostname) && !internal)
    throw refuseField('internal', formRefusals.SOURCE_PRIVATE, 'SOURCE_PRIVATE')
}
const taken = (e: unknown): never => {
  if (violates(e, 'form_source_once')) throw refuseField('address', formRefusals.SOURCE_TAKEN, 'SOURCE_TAKEN')
  throw e
}

export async function addSource(ctx: Ctx, { body }: Parsed<Calls['addSource']>) {
  judge(body)
  const made = await store.add(ctx, body).catch(taken)
  ctx.target = `form_source ${made.id}`
  return made
}
export async function changeSource(ctx: Ctx, { params, body }: Parsed<Calls['changeSource']>) {
  ctx.target = `form_source ${params.id}`
  judge(body)
  if (!(await store.change(ctx, params.id, body).catch(taken))) throw notFound('数据接口')
  return null
}
export async function removeSource(ctx: Ctx, { params }: Parsed<Calls['removeSource']>) {
  ctx.target = `form_source ${params.id}`
  if (!(await store.remove(ctx, params.id))) throw notFound('数据接口')
  return null
}

/** Calls an interface that an administrator has allowed; no data about the caller is sent. */
export async function ask(ctx: Ctx, { body }: Parsed<Calls['fetch']>) {
  const { address, method, dataType, data } = body
  if (isOwn(address)) throw refuse('SOURCE_OWN', formRefusals.SOURCE_OWN)
  const [bare = ''] = address.split(/[?#]/)
  const source = await store.find(ctx.db, bare, method)
  if (!source) throw refuse('SOURCE_NOT_ALLOWED', formRefusals.SOURCE_NOT_ALLOWED)
  if (source.internal && !isInside(ctx))
    throw refuse('SOURCE_CAMPUS', formRefusals.SOURCE_CAMPUS, { status: 403 })
  const answer = await ctx.deps.adapters.interfaces.ask({
    address: address.split('#')[0] ?? bare,
    method,
    dataType,
    data,
    internal: source.internal,
  })
  const read = answer.ok ? readJson(answer.text) : undefined
  if (read && 'value' in read) return read.value
  const why = answer.ok ? '返回的内容不是 JSON，或者过大、嵌套过深' : answer.why
  throw refuse('SOURCE_NO_ANSWER', `${formRefusals.SOURCE_NO_ANSWER}（${why}）`, { status: 502 })
}
