import { panelKindWords, type PanelKind, type PanelVerdict } from '@portal/contract/panel/panel'
import type { PanelNeeds } from '@portal/contract/panel/calls'
import type { Doing } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { listScreens } from '../../kernel/live.ts'
import { defineProcess } from '../../kernel/process.ts'
import * as approval from '../approval/approval.service.ts'
import { standsFor } from '../approval/stand-in.rules.ts'
import { panelFlow, type Panel } from './panel.flow.ts'
import * as store from './panel.store.ts'

type Row = store.PanelRecord

type Reader = (ctx: Ctx, rowId: number) => Promise<boolean>
const readers = new Map<store.PanelBusiness, Reader>()
/** Registers who may see the rows of a business; they may also see its panels. */
export const registerPanelReader = (business: store.PanelBusiness, reader: Reader): void =>
  void readers.set(business, reader)

export const isOffice = (ctx: Ctx): boolean => ctx.holds('PURCHASE_ALL')

const pageOf: Record<PanelKind, string> = {
  precious: '/osp/subscribe/preciousDeviceVerify',
  import: '/osp/subscribe/entranceVerifyFill',
  scrap: '/osp/asset/scrapVerify',
}
const makeLink = (p: Row) => `${pageOf[p.kind]}?id=${p.id}`
const listWords = (p: Row) => `${panelKindWords[p.kind]}：${p.title}`

/** A person's relation to one panel, which the business behind it decides. */
interface Standing {
  office: boolean
  /** Requested it, or may act for its requester. */
  caller: boolean
  /** Is a called expert, or may see what it is about. */
  reads: boolean
}
async function findStanding(ctx: Ctx, id: number | null): Promise<Standing> {
  const office = isOffice(ctx)
  const p = office || id === null ? undefined : await store.find(ctx, id)
  if (!p) return { office, caller: office, reads: false }
  const { business, rowId } = p
  // The task to compose it belongs to the other business, so the engine does not look it up for panels.
  const actable = await approval.mayAct(ctx, { business, rowId, step: 'panel' })
  const caller = standsFor({ userId: ctx.me.id, actable }, p.requesterId, p.state === 'draft')
  const knows = caller || (p.onIt && p.state !== 'draft')
  return { office, caller, reads: knows || (await readers.get(business)?.(ctx, rowId)) === true }
}

/** What a step writes besides the state: one expert's opinion, and the result of all. */
export interface Changes {
  signature: { verdict: PanelVerdict; opinion: string; seal: Buffer }
  conclusion: string | null
}

export const panels = defineProcess<Panel>()(approval.inbox, {
  business: 'panel',
  flow: panelFlow,
  noun: '论证',
  find: store.find,
  // When two experts sign at once, the second waits for the lock, and then knows that it is the last.
  lock: store.lock,
  async write(ctx, p: Row, { to, changes }: Doing<Panel, Changes>) {
    if (changes && !(await store.sign(ctx, p.id, changes.signature))) return false
    return store.step(ctx, p.id, { from: p.state, to, conclusion: changes?.conclusion ?? null })
  },
  after: (p, { to, changes }, ctx) => ({
    ...p,
    state: to,
    stateAt: ctx.now,
    conclusion: changes?.conclusion ?? p.conclusion,
  }),
  standingOf: findStanding,
  rolesOf: (p: Row, w: Standing) => [
    ...(w.caller ? (['caller'] as const) : []),
    ...(p.unsignedMe ? (['expert'] as const) : []),
  ],
  sees: (_, w) => w.caller || w.reads,
  knowsAll: (w) => w.office,

  people: { expert: (_, p) => p.seated },
  subjectOf: (p) => ({
    what: listWords(p),
    body: `${p.requesterName} 邀请您参加${listWords(p)}，请查阅材料并签署意见。`,
    link: makeLink(p),
    requesterId: p.requesterId,
    // The office member who calls the panel may be one of its experts.
    exceptUserId: null,
  }),
  told: ['sign'],
  effects: { announceCall, announceConclusion, beginAnew },
  newsOf(p, { event, reason }) {
    if (event === 'sign')
      return { userIds: [p.requesterId], body: `${listWords(p)}：${p.conclusion}。`, link: makeLink(p) }
    const why = reason === null ? '，无须再签署' : `：${reason}`
    const news = { userIds: p.seated, body: `${listWords(p)} 已撤回${why}`, link: makeLink(p), mail: false }
    // Whoever ends it by the last signature on another panel of the request may have to sign this one, too.
    return { ...news, exceptUserId: null }
  },
  screensOf: (p) => listScreens(p.requesterId),
  doneWords: listWords,
})

function announceCall(ctx: Ctx, { id, business, rowId }: Row): Promise<void> {
  return announce(ctx, 'panel.called', { business, rowId, panelId: id })
}

function announceConclusion(ctx: Ctx, { id, business, rowId, kind, state }: Row): Promise<void> {
  return announce(ctx, 'panel.concluded', { business, rowId, kind, panelId: id, agreed: state === 'agreed' })
}

/** Begins a new panel with the same people. */
async function beginAnew(ctx: Ctx, old: Row): Promise<Row> {
  const members = await store.listExperts(ctx.db, old.id)
  const fresh = await begin(ctx, old, { statement: old.statement, members })
  await announce(ctx, 'panel.recalled', { business: old.business, rowId: old.rowId, panelId: fresh.id })
  return fresh
}

export interface PanelRequest extends PanelNeeds {
  business: store.PanelBusiness
  rowId: number
  kind: PanelKind
  title: string
  /** May compose the panel, as the equipment office may; is never an expert on it. */
  requesterId: number
}
/** Creates a panel to be composed. A row has one of each kind, apart from voided ones. */
export const begin = (
  ctx: Ctx,
  about: PanelRequest,
  made?: { statement: string; members: readonly store.NewExpert[] },
): Promise<Row> =>
  panels.begin(ctx, panelFlow, 'create', {
    by: ['caller'],
    async add() {
      const panelId = await store.add(ctx, about)
      if (made) await compose(ctx, panelId, made)
      return panelId
    },
  })

/** Sets the experts and the question they answer. */
export async function compose(
  ctx: Ctx,
  panelId: number,
  { statement, members }: { statement: string; members: readonly store.NewExpert[] },
): Promise<void> {
  await store.setStatement(ctx, panelId, statement)
  await store.seat(ctx, panelId, members)
}
