import type { panelCalls } from '@portal/contract/panel/calls'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { refuseAll } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { makeSheet } from '../../kernel/sheet.ts'
import { findLocal } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as listStore from './list.store.ts'
import { panelFlow, type Panel } from './panel.flow.ts'
import { compose, isOffice, panels } from './panel.process.ts'
import { nameConclusion, judgeCall, judgeSeats, judgeOutcome, makeSeal } from './panel.rules.ts'
import * as store from './panel.store.ts'
import { listColumns, showDetail, showRow } from './panel.view.ts'
import { countWaiting } from './waiting.action.ts'

// ── Reading ──────────────────────────────────────────────────────────────────

async function readDetail(ctx: Ctx, panelId: number) {
  const { row, roles } = await panels.load(ctx, panelId)
  const [members, trail] = await together([store.listExperts(ctx.db, row.id), panels.trailOf(ctx, row)])
  return showDetail(row, { roles, members, trail, userId: ctx.me.id })
}
export const get = (ctx: Ctx, { params }: Parsed<typeof panelCalls.get>) => readDetail(ctx, params.id)

export async function list(ctx: Ctx, { query }: Parsed<typeof panelCalls.list>) {
  const { items, total } = await listStore.list(ctx, { ...query, all: isOffice(ctx) }, query)
  return pageReply(items.map(showRow), total)
}

export const showWaiting = (ctx: Ctx) => countWaiting(ctx)

export function exportList(ctx: Ctx, { query }: Parsed<typeof panelCalls.export>): RawReply {
  const zone = ctx.env.CAMPUS_TZ
  return makeSheet(
    '论证',
    listColumns(zone),
    listStore.walk(ctx, { ...query, all: isOffice(ctx) }),
    `论证-${findLocal(ctx.now, zone).day}.xlsx`,
  )
}

// ── Steps ────────────────────────────────────────────────────────────────────

/** Locks a panel that allows this event now, for the caller. */
async function holdFor(ctx: Ctx, panelId: number, event: Panel['event']) {
  const loaded = await panels.hold(ctx, panelId)
  panelFlow.admit(loaded.row.state, event, loaded.roles)
  return loaded
}

const findPeople = async (ctx: Ctx, ids: number[]): Promise<Map<number, store.PersonFacts>> =>
  new Map((await store.findPeople(ctx.db, ids)).map((u) => [u.id, u]))

/** The requester and the office may both compose it: neither overwrites a revision they have not seen. */
const refuseOld = (ctx: Ctx, p: store.PanelRecord, revision: number | null | undefined) =>
  refuseUnseen(ctx, '专家组', p, revision, async () => (await panels.trailOf(ctx, p)).history)

export async function change(ctx: Ctx, { params, body }: Parsed<typeof panelCalls.change>) {
  const loaded = await holdFor(ctx, params.id, 'change')
  await refuseOld(ctx, loaded.row, body.revision)
  const people = await findPeople(
    ctx,
    body.members.map((m) => m.userId),
  )
  refuseAll(judgeSeats(body.members, people, loaded.row))
  await panels.take(ctx, loaded, 'change')
  await compose(ctx, params.id, {
    statement: body.statement ?? '',
    members: body.members.map((m) => ({ ...m, name: people.get(m.userId)?.name ?? '' })),
  })
  return readDetail(ctx, params.id)
}

export async function call(ctx: Ctx, { params, body }: Parsed<typeof panelCalls.call>) {
  const loaded = await holdFor(ctx, params.id, 'call')
  await refuseOld(ctx, loaded.row, body.revision)
  await requireComplete(ctx, loaded.row)
  await panels.take(ctx, loaded, 'call')
  return readDetail(ctx, params.id)
}
async function requireComplete(ctx: Ctx, row: store.PanelRecord): Promise<void> {
  const members = await store.listExperts(ctx.db, row.id)
  const people = await findPeople(ctx, row.seated)
  const own = [...people.values()].filter((u) => u.deptId !== null && u.deptId === row.requesterDeptId)
  refuseAll([...judgeSeats(members, people, row), ...judgeCall(members, row, own.length)])
}

/** Returns the panel that replaces it. */
export async function recall(ctx: Ctx, { params, body }: Parsed<typeof panelCalls.recall>) {
  const fresh = await panels.take(ctx, await panels.hold(ctx, params.id), 'void', body)
  return readDetail(ctx, fresh.id)
}

export async function sign(ctx: Ctx, { params, body }: Parsed<typeof panelCalls.sign>) {
  const loaded = await holdFor(ctx, params.id, 'sign')
  const { id: panelId, unanimous } = loaded.row
  const members = await store.listExperts(ctx.db, panelId)
  const verdicts = members.map((m) => (m.userId === ctx.me.id ? body.verdict : m.verdict))
  const outcome = judgeOutcome(verdicts, unanimous)
  const seal = makeSeal({ panelId, userId: ctx.me.id, name: ctx.me.name, ...body, at: ctx.now })
  await panels.take(ctx, loaded, 'sign', {
    to: outcome ?? 'signing',
    changes: { signature: { ...body, seal }, conclusion: outcome ? nameConclusion(verdicts) : null },
  })
  return readDetail(ctx, panelId)
}
