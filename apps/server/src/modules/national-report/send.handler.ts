import {
  nationalRefusals,
  nationalReportCalls,
  type RowEvent,
} from '@portal/contract/national-report/national-report'
import type { NationalKind, NationalSchema } from '@portal/contract/national-report/schema'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Verdict } from '@portal/contract/kernel/rows'
import type { Landed } from '../../adapters/national-platform/national-platform.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import { writeAfter } from '../../kernel/write-after.ts'
import * as batchStore from './batch.store.ts'
import { listElements } from './file.rules.ts'
import { hashContent } from './hash.rules.ts'
import { nationalRows } from './national-report.process.ts'
import { findKey, readRows, makeSource, type ReadRow } from './reading.action.ts'
import { requireReport } from './report.action.ts'
import * as store from './row.store.ts'

type Calls = typeof nationalReportCalls

/** The chosen rows of one report, by id; refused if they are of several kinds. */
async function chosen(ctx: Ctx, reportId: number, ids: readonly number[]) {
  await requireReport(ctx, reportId)
  const reads = await readRows(makeSource(ctx), await store.some(ctx.db, reportId, ids))
  const byId = new Map(reads.map((r) => [r.record.id, r]))
  const [first] = reads
  if (!first) throw refuseField('rowIds', '所选数据不存在，请刷新后重试')
  if (reads.some((r) => r.record.kind !== first.record.kind))
    throw refuseField('rowIds', '一次只能处理同一种数据')
  return { kind: first.record.kind, schema: first.schema, byId }
}

const refused = (id: number, message: string, state: string | null = null): Verdict => ({
  id,
  ok: false,
  state,
  message,
})
const findWithdrawal = ({ state }: store.RowRecord): string =>
  state === 'withdrawn' ? nationalRefusals.ROW_WITHDRAWN : nationalRefusals.DEVICE_WITHDRAWN

/** Why a row may not be sent now, checked before the platform is called; undefined: it may. */
function whyNot(read: ReadRow | undefined): string | undefined {
  if (!read) return '数据不存在，请刷新后重试'
  if (read.record.isOut) return findWithdrawal(read.record)
  if (read.record.state === 'locked') return nationalRefusals.ROW_LOCKED
  const [fault, ...others] = read.faults
  if (!fault) return undefined
  return others.length === 0 ? fault.message : `${fault.message}，等 ${read.faults.length} 处`
}

/**
 * Chooses and checks rows, sends them outside any transaction, then stores the
 * answers row by row. A crash in between leaves a batch without an end; sending
 * again is safe, because the platform recognises rows by key and content.
 */
export async function send(ctx: Ctx, { params, body }: Parsed<Calls['send']>) {
  const platform = ctx.deps.adapters.nationalPlatform
  if (!platform) throw refuse('NO_SERVICE', nationalRefusals.NO_SERVICE, { status: 409 })
  const { kind, schema, byId } = await chosen(ctx, params.id, body.rowIds)
  const early = body.rowIds.flatMap((id) => {
    const why = whyNot(byId.get(id))
    return why === undefined ? [] : [refused(id, why, byId.get(id)?.record.state ?? null)]
  })
  const ready = body.rowIds.flatMap((id) => {
    const read = byId.get(id)
    return read && whyNot(read) === undefined ? [{ read, hash: hashContent(read) }] : []
  })
  if (ready.length === 0) return { batchId: null, trouble: null, verdicts: early }

  const batchId = await writeAfter(ctx, nationalReportCalls.send, (c) => {
    c.target = `national_report ${params.id}`
    return batchStore.begin(c, { reportId: params.id, kind, way: 'upload' })
  })
  const landed = await platform.upload(findShipment(schema, ready))
  const verdicts = await writeAfter(ctx, nationalReportCalls.send, (c) =>
    keepAnswers(c, { batchId, ready, landed, target: `national_report ${params.id}` }),
  )
  const byRow = new Map([...early, ...verdicts].map((v) => [v.id, v]))
  return {
    batchId,
    trouble: landed.trouble,
    verdicts: body.rowIds.flatMap((id) => byRow.get(id) ?? []),
  }
}

interface Ready {
  read: ReadRow
  hash: string
}
const findShipment = (schema: NationalSchema, ready: readonly Ready[]) => ({
  year: ready[0]?.read.record.year ?? 0,
  type: schema.type,
  element: schema.file.row,
  rows: ready.map(({ read, hash }) => ({
    key: findKey(read),
    hash,
    fields: listElements(schema, read.values),
  })),
})

async function keepAnswers(
  ctx: Ctx,
  w: { batchId: number; ready: readonly Ready[]; landed: Landed; target: string },
): Promise<Verdict[]> {
  ctx.target = w.target
  const answers = new Map(w.landed.answers.map((a) => [a.key, a]))
  const kept: batchStore.Answer[] = []
  const verdicts: Verdict[] = []
  for (const { read, hash } of w.ready) {
    const { id } = read.record
    const key = findKey(read)
    const answer = answers.get(key)
    if (!answer) {
      verdicts.push(
        refused(id, w.landed.trouble ?? '国家平台没有答复该条数据，请重新上报', read.record.state),
      )
      continue
    }
    kept.push({ rowId: id, key, ok: answer.ok, message: answer.message, hash })
    verdicts.push(await note(ctx, read, 'send', answer, hash))
  }
  await batchStore.answer(ctx.db, w.batchId, kept)
  await batchStore.end(ctx.db, w.batchId, ctx.now, w.landed.trouble)
  return verdicts
}

/** Takes the step of one row under its lock: changes that others made meanwhile are not overwritten. */
async function note(
  ctx: Ctx,
  read: ReadRow,
  event: 'send' | 'register',
  { ok, message }: { ok: boolean; message: string },
  hash: string,
): Promise<Verdict> {
  const { id } = read.record
  const held = await nationalRows.hold(ctx, id)
  if (!nationalRows.listActions(held.row, held.roles).includes(event))
    return refused(id, nationalRefusals.ROW_LOCKED, held.row.state)
  const row = await nationalRows.take(ctx, held, event, {
    to: ok ? 'reported' : 'failed',
    reason: ok ? null : message,
    ...(ok && { changes: { values: read.values, hash } }),
  })
  return { id, ok, state: row.state, message }
}

// ── By hand ──────────────────────────────────────────────────────────────────

/** Registers the platform's answers to a file that the office uploaded itself. */
export async function register(ctx: Ctx, { params, body }: Parsed<Calls['register']>) {
  const { kind, byId } = await chosen(ctx, params.id, body.rowIds)
  const ok = body.result === 'reported'
  const message = ok ? '登记为已上报' : (body.reason ?? '')
  const batchId = await batchStore.begin(ctx, {
    reportId: params.id,
    kind: kind satisfies NationalKind,
    way: 'register',
  })
  const kept: batchStore.Answer[] = []
  const verdicts: Verdict[] = []
  for (const id of body.rowIds) {
    const read = byId.get(id)
    const stays = !read || read.record.isOut || read.record.state === 'locked'
    const why = ok || stays ? whyNot(read) : undefined
    if (!read || why !== undefined) {
      verdicts.push(refused(id, why ?? '数据不存在，请刷新后重试', read?.record.state ?? null))
      continue
    }
    const hash = hashContent(read)
    const verdict = await note(ctx, read, 'register', { ok, message }, hash)
    verdicts.push({ ...verdict, ok: verdict.ok || verdict.state === 'failed' })
    kept.push({ rowId: id, key: findKey(read), ok, message, hash })
  }
  await batchStore.answer(ctx.db, batchId, kept)
  await batchStore.end(ctx.db, batchId, ctx.now, null)
  return verdicts
}

/** Steps of the office that do not call the platform. */
const byHand = {
  lock: { unless: '只有已上报的数据可以登记提交', done: '已锁定' },
  reject: { unless: '只有锁定的数据可以登记退回', done: '已登记退回' },
  withdraw: { unless: '已锁定的数据请先登记国家平台退回', done: '已撤出' },
  restore: { unless: '只有已撤出的数据可以重新纳入', done: '已重新纳入' },
} satisfies Partial<Record<RowEvent, { unless: string; done: string }>>
async function take(
  ctx: Ctx,
  reportId: number,
  ids: readonly number[],
  event: keyof typeof byHand,
  reason: string | null,
) {
  // Locked before they are read, so that nobody changes the rows that are checked here.
  await store.lock(ctx.db, ids)
  const { byId } = await chosen(ctx, reportId, ids)
  const verdicts: Verdict[] = []
  for (const id of ids) {
    const held = byId.has(id) ? await nationalRows.hold(ctx, id) : undefined
    if (!held || !nationalRows.listActions(held.row, held.roles).includes(event)) {
      verdicts.push(refused(id, byHand[event].unless, held?.row.state ?? null))
      continue
    }
    if (event === 'lock' && held.row.isOut) {
      verdicts.push(refused(id, findWithdrawal(held.row), held.row.state))
      continue
    }
    // A locked row shows only what was sent, so a later correction would be lost silently.
    if (event === 'lock' && byId.get(id)?.changed) {
      verdicts.push(refused(id, nationalRefusals.ROW_CHANGED, held.row.state))
      continue
    }
    const row = await nationalRows.take(ctx, held, event, { reason })
    verdicts.push({ id, ok: true, state: row.state, message: byHand[event].done })
  }
  return verdicts
}
export const lock = (ctx: Ctx, { params, body }: Parsed<Calls['lock']>) =>
  take(ctx, params.id, body.rowIds, 'lock', null)
export const reject = (ctx: Ctx, { params, body }: Parsed<Calls['reject']>) =>
  take(ctx, params.id, body.rowIds, 'reject', body.reason)
export const withdraw = (ctx: Ctx, { params, body }: Parsed<Calls['withdraw']>) =>
  take(ctx, params.id, body.rowIds, 'withdraw', body.reason)
export const restore = (ctx: Ctx, { params, body }: Parsed<Calls['restore']>) =>
  take(ctx, params.id, body.rowIds, 'restore', null)
