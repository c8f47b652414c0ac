import { scrapStateWords } from '@portal/contract/asset/asset'
import { scrapNumber } from '@portal/contract/asset/parts'
import type { Doing } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineProcess } from '../../kernel/process.ts'
import * as approval from '../approval/approval.service.ts'
import { approvalAfter, approvedIn } from '../approval/offices.rules.ts'
import { setStatus, standingOn } from '../device/device.service.ts'
import { readNumbers } from '../dictionary/dictionary.service.ts'
import * as panel from '../panel/panel.service.ts'
import { readWorld } from '../asset/asset.service.ts'
import { isRunBy, looksAfter, type World } from '../asset/asset.rules.ts'
import { scrapFlow, type Scrapping } from './scrap.flow.ts'
import * as store from './scrap.store.ts'

type Row = store.Scrap
/** On submission the required approvals are stored. */
interface Changes {
  steps: string[]
}

/**
 * A draft is visible to those who keep the device, and to the equipment office only if its author has left.
 */
const mayLook = (s: Row, w: World): boolean =>
  s.requesterId === w.userId ||
  (looksAfter(w, s) &&
    (s.state !== 'draft' || !s.requesterIsHere || !w.office || w.ledLabIds.includes(s.labId)))

function findRoles(s: Row, w: World): Scrapping['role'][] {
  // The register of disposals is the office's, also where it has requested the scrapping itself.
  const registers = s.state === 'disposed' && w.office ? (['equip_office'] as const) : []
  if (s.requesterId === w.userId) return ['requester', ...registers]
  return s.state === 'draft' && isRunBy(w, s) ? ['keeper'] : [...registers]
}

const listWords = (s: Row) => `${s.deviceName}（${s.deviceSerialId}）`
const makeLink = (s: Row) => `/osp/asset/scraps?id=${s.id}`

export const scraps = defineProcess<Scrapping>()(approval.inbox, {
  business: 'scrap',
  flow: scrapFlow,
  noun: '报废申请',
  find: (ctx, id) => store.find(ctx.db, id),
  lock: store.lock,
  async write(ctx, s: Row, { event, to, reason, changes }: Doing<Scrapping, Changes>) {
    // The corrected disposal is written before the step; the state stays.
    if (event === 'correct_disposal') return true
    return store.step(ctx, s.id, { from: s.state, to, reason, steps: changes?.steps ?? null })
  },
  after: (s, { to, reason, changes }, ctx) => ({ ...s, ...changes, state: to, stateAt: ctx.now, reason }),

  standingOf: readWorld,
  rolesOf: findRoles,
  sees: (s, w, _, ctx) => mayLook(s, w) || panel.isSeated(ctx, 'scrap', s.id),
  knowsAll: (w) => w.office,

  people: { requester: (_, s) => [s.requesterId] },
  subjectOf: (s) => ({
    labId: s.labId,
    deviceId: s.deviceId,
    what: `报废 ${listWords(s)}`,
    body: `${s.requesterName} 申请报废 ${listWords(s)}：${s.why}`,
    link: makeLink(s),
    amountFen: s.priceFen,
    requesterId: s.requesterId,
    exceptUserId: s.requesterId,
  }),
  asking: {
    dept_head: (_, s) => ({ deptId: s.deptId }),
    dispose: (ctx) => ({ exceptUserId: ctx.actor?.id ?? null }),
  },
  caseOf: describeCase,
  told: ['submit'],
  choose: {
    conclude: (_, s) => approvalAfter(null, s.steps),
    approve: (_, s) => approvedIn(s.state, s.steps, 'awaiting_disposal'),
  },
  effects: { openPanel, voidPanels, scrapDevice },
  newsOf(s, { event, reason }) {
    const body = `${scrapNumber(s.id)} ${listWords(s)}：${scrapStateWords[s.state]}。`
    const why = event === 'correct_disposal' ? reason : s.reason && `原因：${s.reason}`
    return { userIds: [s.requesterId], body: why ? body + why : body, link: makeLink(s) }
  },
  screensOf: (s) => [`user:${s.requesterId}`],
  unaskedOf: (s) => (s.state === 'draft' ? s.requesterName : null),
  doneWords: (s) => `${scrapNumber(s.id)} ${scrapStateWords[s.state]}`,
})

/** The properties that the approval policy depends on. */
export function describeCase(s: Row) {
  return {
    deviceId: s.deviceId,
    labId: s.labId,
    deptId: s.deptId,
    userType: s.requesterType,
    amountFen: s.priceFen,
  }
}

// ── Effects ──────────────────────────────────────────────────────────────────

async function openPanel(ctx: Ctx, s: Row): Promise<void> {
  const price = s.priceFen ?? 0
  const numbers = await readNumbers(ctx, ['scrap_panel_size', 'scrap_outside_from', 'purchase_precious_from'])
  await panel.open(ctx, {
    business: 'scrap',
    rowId: s.id,
    kind: 'scrap',
    title: listWords(s),
    requesterId: s.requesterId,
    minExperts: numbers.scrap_panel_size,
    odd: false,
    minLawyers: 0,
    outsideOnly: false,
    unanimous: true,
    seniorOnly: true,
    ownThird: price >= numbers.purchase_precious_from * 100,
    campusThird: price >= numbers.scrap_outside_from * 100,
  })
}

function voidPanels(ctx: Ctx, s: Row, { reason }: { reason: string | null }): Promise<void> {
  return panel.voidAll(ctx, 'scrap', s.id, reason)
}

async function scrapDevice(ctx: Ctx, s: Row): Promise<void> {
  const device = await standingOn(ctx, s.deviceId)
  if (!device) throw new Error('a device that is scrapped stays')
  await setStatus(ctx, device, 'scrapped', `已报废（${scrapNumber(s.id)}）`)
}

// ── What the experts do ──────────────────────────────────────────────────────

const waitingForExperts = async (ctx: Ctx, id: number) => {
  const loaded = await scraps.loadAsSystem(ctx, id)
  return loaded?.row.state === 'awaiting_experts' ? loaded : undefined
}

/** The panel was appointed, or dissolved again: closes the requester's task, or asks again. */
export async function followPanel(ctx: Ctx, id: number, called: boolean): Promise<void> {
  const loaded = await waitingForExperts(ctx, id)
  if (!loaded) return
  if (called) await scraps.closeAsk(ctx, loaded.row, 'panel')
  else await scraps.askAgain(ctx, loaded.row)
}

/** All experts have signed. */
export async function heedPanel(ctx: Ctx, id: number, agreed: boolean): Promise<void> {
  const loaded = await waitingForExperts(ctx, id)
  if (!loaded) return
  if (agreed) await scraps.take(ctx, loaded, 'conclude')
  else await scraps.take(ctx, loaded, 'send_back', { reason: '专家鉴定未一致同意报废' })
}
