import type { PanelNeeds, panelCalls } from '@portal/contract/panel/calls'
import { panelKindWords, type PanelKind } from '@portal/contract/panel/panel'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { history, logStep, tooLate } from '../../kernel/flow-log.store.ts'
import { pageReply } from '../../kernel/listed.store.ts'
import { screensOf } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { forbidden, notFound, refuse } from '../../kernel/refuse.ts'
import type { RawReply } from '../../kernel/serve.ts'
import { sheetOf } from '../../kernel/sheet.ts'
import { localOf } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { standsFor } from '../approval/stand-in.rules.ts'
import * as listStore from './list.store.ts'
import { panelFlow, type PanelRole } from './panel.flow.ts'
import { conclusionOf, judgeCall, judgeSeats, outcomeOf, sealOf } from './panel.rules.ts'
import * as store from './panel.store.ts'
import { columnsOf, detailOf, rowOf } from './panel.view.ts'

export type { PanelBusiness, PanelRecord } from './panel.store.ts'
export { rowOf }

const OF = 'panel'
const pageOf: Record<PanelKind, string> = {
  precious: '/osp/subscribe/preciousDeviceVerify',
  import: '/osp/subscribe/entranceVerifyFill',
  scrap: '/osp/asset/scrapVerify',
}
const linkOf = (p: { id: number; kind: PanelKind }) => `${pageOf[p.kind]}?id=${p.id}`
const wordsOf = (p: { kind: PanelKind; title: string }) => `${panelKindWords[p.kind]}：${p.title}`

// ── For the businesses that ask experts ──────────────────────────────────────

type Reader = (ctx: Ctx, rowId: number) => Promise<boolean>
const readers = new Map<store.PanelBusiness, Reader>()
/** Who may see what a panel is about may see the panel. */
export const registerPanelReader = (business: store.PanelBusiness, reader: Reader): void =>
  void readers.set(business, reader)

export interface Opening extends PanelNeeds {
  business: store.PanelBusiness
  rowId: number
  kind: PanelKind
  title: string
  /** Puts the panel together, as the equipment office may; never sits on it. */
  requesterId: number
}
/** A panel to be put together. One of a kind for a row, but for those that were voided. Answers its id. */
export async function open(ctx: Ctx, o: Opening): Promise<number> {
  panelFlow.judge(null, 'create', new Set<PanelRole>(['caller']))
  const panelId = await store.add(ctx, o)
  await logStep(ctx, { business: OF, rowId: panelId, event: 'create', from: null, to: 'draft' })
  return panelId
}

/** The request behind them was taken back or changed: what was signed stays, and counts no more. */
export async function voidOf(
  ctx: Ctx,
  business: store.PanelBusiness,
  rowId: number,
  reason: string | null = null,
): Promise<void> {
  for (const p of await store.ofRow(ctx, business, rowId)) {
    if (p.state !== 'void') await makeVoid(ctx, p, new Set(['system']), reason)
  }
}
async function makeVoid(
  ctx: Ctx,
  p: store.PanelRecord,
  roles: ReadonlySet<PanelRole>,
  reason: string | null,
): Promise<void> {
  panelFlow.judge(p.state, 'void', roles)
  if (!(await store.step(ctx, p.id, { from: p.state, to: 'void' }))) throw await tooLate(ctx, OF, p.id)
  await logStep(ctx, { business: OF, rowId: p.id, event: 'void', from: p.state, to: 'void', reason })
  await approval.closeTask(ctx, { business: OF, rowId: p.id }, 'withdrawn', reason)
  ctx.live(...screensOf(p.requesterId))
}

/** Every panel there was for a row, newest first. */
export const ofRow = (ctx: Ctx, business: store.PanelBusiness, rowId: number) =>
  store.ofRow(ctx, business, rowId)
/** Is or was the person who asks an expert on this row? */
export const sitsOn = (ctx: Ctx, business: store.PanelBusiness, rowId: number): Promise<boolean> =>
  store.sits(ctx, business, rowId)

// ── Who sees what ────────────────────────────────────────────────────────────

const isOffice = (ctx: Ctx) => ctx.holds('PURCHASE_ALL')

const putsTogether = (ctx: Ctx, p: store.PanelRecord) =>
  approval.mayAct(ctx, { business: p.business, rowId: p.rowId, step: 'panel' })

async function load(ctx: Ctx, panelId: number): Promise<{ p: store.PanelRecord; roles: Set<PanelRole> }> {
  const p = await store.find(ctx, panelId)
  const roles = new Set<PanelRole>()
  if (
    p &&
    (isOffice(ctx) ||
      standsFor(
        { userId: ctx.me.id, actable: await putsTogether(ctx, p) },
        p.requesterId,
        p.state === 'draft',
      ))
  )
    roles.add('caller')
  if (p?.unsignedMe) roles.add('expert')
  const sees =
    p &&
    (roles.has('caller') ||
      (p.onIt && p.state !== 'draft') ||
      (await readers.get(p.business)?.(ctx, p.rowId)))
  if (!p && isOffice(ctx)) throw notFound('论证')
  if (!p || !sees) throw forbidden('您不能查看该论证')
  ctx.allow(true)
  ctx.target = `panel ${p.id}`
  return { p, roles }
}

async function shown(ctx: Ctx, panelId: number) {
  const { p, roles } = await load(ctx, panelId)
  const [members, log] = await together([store.experts(ctx.db, p.id), history(ctx, OF, p.id)])
  return detailOf(p, { roles, members, log, userId: ctx.me.id })
}
export const get = (ctx: Ctx, { params }: Parsed<typeof panelCalls.get>) => shown(ctx, params.id)

export async function list(ctx: Ctx, { query: { page, size, ...wanted } }: Parsed<typeof panelCalls.list>) {
  const { items, total } = await listStore.list(ctx, { ...wanted, all: isOffice(ctx) }, { page, size })
  return pageReply(items.map(rowOf), total)
}

/** Those to be signed, and those of one's own to be put together, by kind. */
export const waiting = async (ctx: Ctx) => listStore.waiting(ctx, await approval.waitingRows(ctx, 'panel'))

export function exportList(ctx: Ctx, { query }: Parsed<typeof panelCalls.export>): RawReply {
  const zone = ctx.env.CAMPUS_TZ
  return sheetOf(
    '论证',
    columnsOf(zone),
    listStore.all(ctx, { ...query, all: isOffice(ctx) }),
    `论证-${localOf(ctx.now, zone).day}.xlsx`,
  )
}

// ── Steps ────────────────────────────────────────────────────────────────────

export async function change(ctx: Ctx, { params, body }: Parsed<typeof panelCalls.change>) {
  const { p, roles } = await load(ctx, params.id)
  panelFlow.judge(p.state, 'create', roles)
  await store.lock(ctx, p.id)
  const people = new Map(
    (
      await store.people(
        ctx.db,
        body.members.map((m) => m.userId),
      )
    ).map((u) => [u.id, u]),
  )
  const reasons = judgeSeats(body.members, people, p)
  if (reasons[0]) throw refuse(reasons[0].code, reasons[0].message, { reasons })
  if (!(await store.step(ctx, p.id, { from: 'draft', to: 'draft' }))) throw await tooLate(ctx, OF, p.id)
  await store.setStatement(ctx, p.id, body.statement ?? '')
  await store.seat(
    ctx,
    p.id,
    body.members.map((m) => ({ ...m, name: people.get(m.userId)?.name ?? '' })),
  )
  await logStep(ctx, { business: OF, rowId: p.id, event: 'create', from: 'draft', to: 'draft' })
  return shown(ctx, p.id)
}

export async function call(ctx: Ctx, { params }: Parsed<typeof panelCalls.call>) {
  const { p, roles } = await load(ctx, params.id)
  panelFlow.judge(p.state, 'call', roles)
  await store.lock(ctx, p.id)
  const members = await store.experts(ctx.db, p.id)
  const people = new Map(
    (
      await store.people(
        ctx.db,
        members.map((m) => m.userId),
      )
    ).map((u) => [u.id, u]),
  )
  const reasons = [
    ...judgeSeats(members, people, p),
    ...judgeCall(
      members,
      p,
      [...people.values()].filter((u) => u.deptId !== null && u.deptId === p.requesterDeptId).length,
    ),
  ]
  if (reasons[0]) throw refuse(reasons[0].code, reasons[0].message, { reasons })
  if (!(await store.step(ctx, p.id, { from: 'draft', to: 'signing' }))) throw await tooLate(ctx, OF, p.id)
  await logStep(ctx, { business: OF, rowId: p.id, event: 'call', from: 'draft', to: 'signing' })
  for (const m of members)
    await approval.openTask(ctx, {
      business: OF,
      rowId: p.id,
      step: 'sign',
      role: 'person',
      userId: m.userId,
      requesterId: p.requesterId,
      title: `签署意见：${wordsOf(p)}`,
    })
  await tell(ctx, {
    kind: OF,
    userIds: members.map((m) => m.userId),
    title: '请您签署论证意见',
    body: `${p.requesterName} 邀请您参加${wordsOf(p)}，请查阅材料并签署意见。`,
    link: linkOf(p),
    mail: true,
  })
  ctx.live(...screensOf(p.requesterId))
  await announce(ctx, 'panel.called', { business: p.business, rowId: p.rowId, panelId: p.id })
  return shown(ctx, p.id)
}

/** An expert cannot be reached, or a wrong one was asked: with the same people a new panel begins. */
export async function recall(ctx: Ctx, { params, body }: Parsed<typeof panelCalls.recall>) {
  const { p, roles } = await load(ctx, params.id)
  const members = await store.experts(ctx.db, p.id)
  await makeVoid(ctx, p, roles, body.reason)
  await tell(ctx, {
    kind: OF,
    userIds: members.map((m) => m.userId),
    exceptUserId: ctx.me.id,
    title: '论证已撤回',
    body: `${wordsOf(p)} 已撤回：${body.reason}`,
    link: linkOf(p),
  })
  const panelId = await open(ctx, p)
  await store.setStatement(ctx, panelId, p.statement)
  await store.seat(ctx, panelId, members)
  await announce(ctx, 'panel.recalled', { business: p.business, rowId: p.rowId, panelId })
  return shown(ctx, panelId)
}

export async function sign(ctx: Ctx, { params, body }: Parsed<typeof panelCalls.sign>) {
  await store.lock(ctx, params.id)
  const { p, roles } = await load(ctx, params.id)
  panelFlow.judge(p.state, 'sign', roles, { to: 'signing' })
  const seal = sealOf({ panelId: p.id, userId: ctx.me.id, name: ctx.me.name, ...body, at: ctx.now })
  if (!(await store.sign(ctx, p.id, { ...body, seal }))) throw await tooLate(ctx, OF, p.id)
  await approval.closeTask(ctx, { business: OF, rowId: p.id, step: 'sign', userId: ctx.me.id }, 'approved')
  const members = await store.experts(ctx.db, p.id)
  const verdicts = members.map((m) => m.verdict)
  const outcome = outcomeOf(verdicts, p.unanimous)
  const conclusion = outcome ? conclusionOf(verdicts) : null
  if (!(await store.step(ctx, p.id, { from: 'signing', to: outcome ?? 'signing', conclusion })))
    throw await tooLate(ctx, OF, p.id)
  await logStep(ctx, { business: OF, rowId: p.id, event: 'sign', from: 'signing', to: outcome ?? 'signing' })
  ctx.live(...screensOf(p.requesterId))
  if (outcome) {
    const agreed = outcome === 'agreed'
    await tell(ctx, {
      kind: OF,
      userIds: [p.requesterId],
      title: agreed ? '论证通过' : '论证未通过',
      body: `${wordsOf(p)}：${conclusion}。`,
      link: linkOf(p),
      mail: true,
    })
    await announce(ctx, 'panel.concluded', {
      business: p.business,
      rowId: p.rowId,
      kind: p.kind,
      panelId: p.id,
      agreed,
    })
  }
  return shown(ctx, p.id)
}
