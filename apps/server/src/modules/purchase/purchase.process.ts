import { formatYuan } from '@portal/contract/kernel/money'
import { view } from '@portal/contract/kernel/permissions'
import {
  purchaseNumber,
  purchaseRefusals,
  purchaseStateWords,
  type PurchaseState,
} from '@portal/contract/purchase/purchase'
import type { Doing } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { listScreens } from '../../kernel/live.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse } from '../../kernel/refuse.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import { approvalAfter, approvedIn } from '../approval/offices.rules.ts'
import { listHeadedDepts } from '../dept/dept.service.ts'
import * as panel from '../panel/panel.service.ts'
import * as parts from './parts.store.ts'
import { purchaseFlow, type Purchase } from './purchase.flow.ts'
import { isInsider, findRoles, type Standing } from './purchase.rules.ts'
import { judgeEnd } from './contract.rules.ts'
import * as store from './purchase.store.ts'

export const OF = 'purchase'
type Row = store.PurchaseDetail

const makeLink = (p: Row) => `/osp/subscribe/subscribeFill?id=${p.id}`
const listWords = (p: Row) => `${p.requesterName} 的申购 ${purchaseNumber(p.id)}（${p.title}）`

export async function readStanding(ctx: Ctx, id: number | null): Promise<Standing> {
  const office = ctx.holds('PURCHASE_ALL', 'TENDER_ALL')
  const [headed, sits] = await together([
    listHeadedDepts(ctx),
    // The offices see everything, so their seat need not be looked up.
    id === null || office ? Promise.resolve(false) : panel.isSeated(ctx, OF, id),
  ])
  return {
    userId: ctx.me.id,
    office,
    equipOffice: ctx.holds('PURCHASE_ALL'),
    finance: ctx.holds(...view('FINANCIAL')),
    headed,
    sits,
  }
}

/** The facts that the approval policy depends on. */
export const describeCase = (p: Row) => ({
  deviceId: null,
  labId: p.labId,
  deptId: p.deptId,
  userType: p.requesterType,
  amountFen: p.budgetFen,
})

export const purchases = defineProcess<Purchase>()(approval.inbox, {
  business: OF,
  flow: purchaseFlow,
  noun: '申购',
  find: (ctx, id) => store.find(ctx.db, id),
  lock: store.lock,
  write,
  standingOf: readStanding,
  rolesOf: (p: store.PurchaseRecord, w: Standing) => findRoles(p, w),
  sees: (p, w, roles) =>
    isInsider(p, w, roles) ||
    (w.finance && (p.state === 'in_acceptance' || p.state === 'done')) ||
    (w.sits && p.state !== 'draft'),
  knowsAll: (w) => w.office,
  hides: true,

  people: {
    caller: (_, p) => [p.requesterId],
    buyer: (_, p) => [p.requesterId],
  },
  subjectOf: (p) => ({
    what: listWords(p),
    body: `${listWords(p)}，预算 ${formatYuan(p.budgetFen)} 元，请处理。`,
    link: makeLink(p),
    amountFen: p.budgetFen,
    requesterId: p.requesterId,
  }),
  asking: {
    dept_head: (_, p) => ({ deptId: p.deptId }),
    sourcing: (_, p) => ({ nobody: p.method !== 'general' }),
    contract: (_, p) => ({
      whom: chooseOffice(p),
      amountFen: p.awardFen,
    }),
  },
  caseOf: describeCase,
  told: ['submit'],
  choose: {
    approve: (_, p) => approvedIn(p.state, p.steps, 'awaiting_sourcing'),
    conclude: chooseAfterPanels,
    terminate: chooseEnd,
  },
  effects: {
    voidPanels: (ctx, p, { reason }) => panel.voidAll(ctx, OF, p.id, reason),
    forgetAward,
    announceSourcing,
    announceCancelling: (ctx, p) => announce(ctx, 'purchase.cancelled', findEnded(p)),
    announceVoiding: (ctx, p) => announce(ctx, 'purchase.award_voided', findEnded(p)),
    announceTermination: (ctx, p) => announce(ctx, 'purchase.terminated', findEnded(p)),
    announceContract,
    announceCorrection: (ctx, p) => announce(ctx, 'purchase.contract_corrected', { purchaseId: p.id }),
  },
  newsOf(p, { event, reason }) {
    const said = event === 'correct_contract' ? reason : p.reason
    return {
      userIds: [p.requesterId],
      body: `申购 ${purchaseNumber(p.id)}（${p.title}）：${said || purchaseStateWords[p.state]}`,
      link: makeLink(p),
    }
  },
  screensOf: (p) => listScreens(p.requesterId),
  unaskedOf: (p) => (p.state === 'draft' ? p.requesterName : null),
  doneWords: (p) => purchaseStateWords[p.state],
})

/** The office that signs: the equipment office for direct purchases, the tendering office for tenders. */
export const chooseOffice = ({ method }: Pick<Row, 'method'>): 'equip_office' | 'tender_office' =>
  method === 'general' ? 'equip_office' : 'tender_office'

/** What a step writes besides the state: the new draft. */
type Changes = store.Draft

async function write(ctx: Ctx, p: Row, step: Doing<Purchase, Changes>): Promise<boolean> {
  if (step.changes) return store.change(ctx, p.id, step.changes)
  // The certificate is written to an item, a corrected contract before the step; the state stays.
  if (step.event === 'certify' || step.event === 'correct_contract') return true
  return store.step(ctx, p.id, { from: p.state, to: step.to, reason: step.reason })
}

// ── Where it leads ───────────────────────────────────────────────────────────

async function chooseAfterPanels(ctx: Ctx, p: Row): Promise<PurchaseState> {
  const all = (await panel.listOfRow(ctx, OF, p.id)).filter((x) => x.state !== 'void')
  return all.every((x) => x.state === 'agreed') ? approvalAfter(null, p.steps) : 'awaiting_experts'
}

async function chooseEnd(ctx: Ctx, p: Row): Promise<PurchaseState> {
  const to = judgeEnd(await parts.readArrival(ctx.db, p.id))
  if (!to) throw refuse('NOTHING_LEFT', purchaseRefusals.NOTHING_LEFT, { status: 409 })
  return to
}

// ── What follows ─────────────────────────────────────────────────────────────

const findEnded = (p: Row) => ({ purchaseId: p.id, reason: p.reason ?? '' })

async function forgetAward(ctx: Ctx, p: Row): Promise<void> {
  await store.setAward(ctx, p.id, null)
  await parts.setAwardPrices(ctx, p.id, [])
  await parts.choose(ctx, p.id, null)
}

async function announceSourcing(ctx: Ctx, p: Row): Promise<void> {
  if (p.method) await announce(ctx, 'purchase.sourcing', { purchaseId: p.id, method: p.method })
}

async function announceContract(ctx: Ctx, { id, supplierId }: Row): Promise<void> {
  if (supplierId !== null) await announce(ctx, 'purchase.contracted', { purchaseId: id, supplierId })
}
