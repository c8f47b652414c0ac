import { formatYuan } from '@portal/contract/kernel/money'
import type { TenderBody } from '@portal/contract/tender/calls'
import {
  committeeWords,
  sourcingWords,
  tenderNumber,
  tenderRefusals,
  tenderStateWords,
  type TenderEvent,
} from '@portal/contract/tender/tender'
import type { Doing, Telling } from '../../kernel/binding.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import { shownAt } from '../../kernel/time.ts'
import { together } from '../../kernel/together.ts'
import * as approval from '../approval/approval.service.ts'
import * as file from '../file/file.service.ts'
import * as purchase from '../purchase/purchase.service.ts'
import * as supplier from '../supplier/supplier.service.ts'
import type { Item } from './committee.rules.ts'
import * as committee from './committee.store.ts'
import * as quotations from './quotation.store.ts'
import { DOCUMENTS, seenAs, UNSEEN, type Standing } from './standing.rules.ts'
import { tenderFlow, type Tender } from './tender.flow.ts'
import * as store from './tender.store.ts'
import { unsealAll } from './unseal.action.ts'

export type Row = store.TenderDetail

const makeLink = (t: { id: number }) => `/osp/subscribe/invitation?id=${t.id}`
const listWords = (t: Row) => `${t.title}（${tenderNumber(t.id)}）`

// ── What the person who asks is ──────────────────────────────────────────────

/** Belongs to either office. */
export const seesAll = (ctx: Ctx): boolean => ctx.holds('TENDER_ALL', 'PURCHASE_ALL')

export async function readStanding(ctx: Ctx, tenderId: number | null): Promise<Standing> {
  const all = seesAll(ctx)
  const [seat, own] = await together([
    tenderId === null ? undefined : committee.findSeat(ctx, tenderId),
    all ? undefined : supplier.findSupplier(ctx),
  ])
  const company = own && tenderId !== null ? await findQuoter(ctx, tenderId, own) : undefined
  return { userId: ctx.me.id, now: ctx.now, seesAll: all, runs: ctx.holds('TENDER_ALL'), seat, company }
}
async function findQuoter(ctx: Ctx, tenderId: number, own: { id: number; state: string }) {
  const [invited, quoted, receipts] = await together([
    store.isInvited(ctx.db, tenderId, own.id),
    quotations.hasQuoted(ctx.db, tenderId, own.id),
    quotations.listReceipts(ctx.db, tenderId, own.id),
  ])
  const approved = own.state === 'approved'
  return { id: own.id, approved, invited, quoted, hasReceipts: receipts.length > 0 }
}

// ── How a step is written ────────────────────────────────────────────────────

export type Opened = quotations.QuotationRow & { amountFen: number }

/** What a step writes besides the state. */
interface Changes {
  draft?: Omit<TenderBody, 'fileIds'>
  signature?: { items: readonly Item[]; opinion: string | null; seal: Buffer }
  summary?: string
  award?: { winner: Opened; reason: string }
}
type Write = (ctx: Ctx, t: Row, changes: Changes) => Promise<boolean | { detail: unknown }>

const writes: { readonly [E in TenderEvent]?: Write } = {
  async change(ctx, t, { draft }) {
    const outcome = draft && (await store.change(ctx, t.id, draft))
    if (outcome === 'unknown supplier')
      throw refuseField('supplierIds', tenderRefusals.SUPPLIER_UNKNOWN, 'SUPPLIER_UNKNOWN')
    return outcome === 'changed'
  },
  announce: (ctx, t) => store.publish(ctx, t.id),
  async open(ctx, t) {
    if (await store.open(ctx, t.id)) return { detail: await unsealAll(ctx, t.id) }
    const now = await store.find(ctx.db, t.id)
    if (now?.state === 'announced') throw refuse('NOT_YET', tenderRefusals.NOT_YET, { status: 409 })
    return false
  },
  async sign(ctx, t, { signature }) {
    if (signature && (await committee.sign(ctx, t.id, signature))) return true
    throw refuse('SIGNED', tenderRefusals.SIGNED, { status: 409 })
  },
  conclude: (ctx, t, { summary = '' }) => committee.conclude(ctx, t.id, summary),
  award: async (ctx, t, { award }) =>
    award !== undefined && store.award(ctx, t.id, award.winner.id, award.reason),
}
// These events change nothing but what their handlers have written, under the row lock.
const written: ReadonlySet<TenderEvent> = new Set(['quote', 'withdraw_quote', 'committee'])

export const tenders = defineProcess<Tender>()(approval.inbox, {
  business: 'tender',
  flow: tenderFlow,
  noun: '采购项目',
  unseen: UNSEEN,
  find: (ctx, id) => store.find(ctx.db, id),
  // Naming, signing and concluding are serialised by this lock.
  lock: (ctx, ids) => store.lock(ctx, ids),
  async write(ctx, t: Row, { event, to, reason, changes = {} }: Doing<Tender, Changes>) {
    if (written.has(event)) return true
    return writes[event]?.(ctx, t, changes) ?? store.step(ctx, t.id, { from: t.state, to, reason })
  },
  after: (t, { event, from, to }) => (from === to && event !== 'sign' ? t : undefined),

  standingOf: readStanding,
  rolesOf: (t: Row, w: Standing) => seenAs(t, w)?.roles ?? [],
  sees: (t, w) => seenAs(t, w) !== undefined,
  knowsAll: (w) => w.seesAll,

  people: {
    member: async (ctx, t) =>
      (await committee.listMembers(ctx.db, t.id)).flatMap((m) => (m.signedAt === null ? [m.userId] : [])),
  },
  subjectOf: (t) => ({ what: listWords(t), body: '', link: makeLink(t), requesterId: t.requesterId }),
  asking: {
    prepare(_, t) {
      const { name } = sourcingWords[t.method]
      const what = `${t.title}（${tenderNumber(t.id)}，第 ${t.round} 轮）`
      return { title: `编制${name}`, what, news: `${name}待编制`, body: `${what}待编制公告并发布。` }
    },
    // Members are told at the opening, not before.
    sign: (_, t) => ({
      body:
        `您是${listWords(t)}的${committeeWords[t.method]}成员。` +
        `已${sourcingWords[t.method].opening}，请查阅报价并签署评审意见。`,
      exceptUserId: null,
    }),
    async evaluate(ctx, t) {
      const words = sourcingWords[t.method]
      const found = await quotations.listOpened(ctx.db, t.id, null)
      const broken = found.filter((q) => q.brokenAt !== null).length
      const damage = broken > 0 ? `另有 ${broken} 份报价在密封期间被改动，无法解封，请核查。` : ''
      return {
        title: `${words.opened}评审`,
        news: broken > 0 ? `${words.opened}：有报价被改动` : `已${words.opening}`,
        body: `${listWords(t)}已${words.opening}，收到 ${found.length - broken} 份报价。${damage}`,
        // If a quotation is damaged, the person who opened it is told as well.
        exceptUserId: broken > 0 ? null : (ctx.actor?.id ?? null),
      }
    },
  },
  effects: { passAwardOn, beginNextRound },
  newsOf: (t, step, ctx) => news[step.event]?.(ctx, t, step) ?? [],
  screensOf: () => [],
  doneWords: (t) => tenderStateWords[t.state],
})

/** Passes the winner on to the purchase. */
async function passAwardOn(ctx: Ctx, t: Row, { changes }: Doing<Tender, Changes>): Promise<void> {
  if (!changes?.award) throw new Error('an award names its winner')
  const { winner, reason } = changes.award
  await purchase.award(ctx, t.purchaseId, {
    supplierId: winner.supplierId,
    amountFen: winner.amountFen,
    reason,
    prices: winner.content?.prices ?? [],
  })
}

// ── What is told ─────────────────────────────────────────────────────────────

type News = (ctx: Ctx, t: Row, step: Doing<Tender, Changes>) => Telling | Promise<Telling[]>

const news: { readonly [E in TenderEvent]?: News } = {
  async announce(ctx, t) {
    const until = t.opensAt ? shownAt(t.opensAt, ctx.env.CAMPUS_TZ) : ''
    const words = sourcingWords[t.method]
    const most = t.maxPriceFen === null ? '' : `最高限价 ${formatYuan(t.maxPriceFen)} 元。`
    const invited = (await store.listInvited(ctx.db, t.id)).map((s) => s.id)
    // Suppliers that may not be bought from could not quote, so they get no invitation.
    const unfit = new Set((await supplier.listUnfit(ctx, invited)).map((s) => s.id))
    const letter = {
      title: `${words.name}邀请：${t.title}`,
      body:
        `诚邀贵单位参加“${t.title}”（${tenderNumber(t.id)}）报价，截止及${words.opened}时间 ${until}。` +
        `${most}报价在此之前密封，任何人不能查看。`,
    }
    return newsTo(
      ctx,
      t,
      invited.filter((id) => !unfit.has(id)),
      letter,
    )
  },
  sign: async (_, t) =>
    t.signed < t.members
      ? []
      : [
          {
            role: { role: 'tender_office' },
            exceptUserId: null,
            body: `${listWords(t)}的 ${t.members} 位成员均已签署，请汇总评审。`,
            link: makeLink(t),
          },
        ],
  async award(ctx, t, { changes }) {
    const what = `“${t.title}”（${tenderNumber(t.id)}）`
    const winner = changes?.award?.winner
    // Mails may be forwarded, so this one names the winner only for public tenders (decision 042).
    const lost =
      t.method === 'public'
        ? `${what}已确定成交供应商：${winner?.supplierName}。感谢贵单位参与。`
        : `${what}已确定成交供应商，贵单位未成交。感谢贵单位参与。`
    const won = `贵单位在${what}中成交，成交金额 ${formatYuan(winner?.amountFen ?? 0)} 元，请等待签订合同。`
    const told = (await quotations.listBidders(ctx.db, t.id)).map(({ supplierId }) =>
      supplierId === winner?.supplierId
        ? newsToSupplier(ctx, t, supplierId, { title: '成交通知', body: won })
        : newsToSupplier(ctx, t, supplierId, { title: '未成交通知', body: lost }),
    )
    return (await together(told)).flat()
  },
  fail: (ctx, t, { from, reason }) =>
    newsToSuppliers(
      ctx,
      t,
      from === 'awarded'
        ? { body: `“${t.title}”的成交结果作废，将重新组织采购。` }
        : {
            title: `${sourcingWords[t.method].name}流标`,
            body: `“${t.title}”（${tenderNumber(t.id)}）已流标，将重新组织。原因：${reason}`,
          },
    ),
  cancel: async (ctx, t) =>
    t.announcedAt === null
      ? []
      : newsToSuppliers(ctx, t, {
          title: `${sourcingWords[t.method].name}已取消`,
          body: `“${t.title}”已取消。`,
        }),
}

type Letter = Pick<Telling, 'title' | 'body'>

/** For everybody who was invited or has quoted. */
async function newsToSuppliers(ctx: Ctx, t: Row, letter: Letter): Promise<Telling[]> {
  const [invited, bidders] = await together([
    store.listInvited(ctx.db, t.id),
    quotations.listBidders(ctx.db, t.id),
  ])
  return newsTo(
    ctx,
    t,
    [...new Set([...invited.map((s) => s.id), ...bidders.map((b) => b.supplierId)])],
    letter,
  )
}
const newsTo = async (ctx: Ctx, t: Row, supplierIds: readonly number[], letter: Letter): Promise<Telling[]> =>
  (await together(supplierIds.map((id) => newsToSupplier(ctx, t, id, letter)))).flat()
async function newsToSupplier(ctx: Ctx, t: Row, supplierId: number, letter: Letter): Promise<Telling[]> {
  const userIds = await supplier.listUsers(ctx, supplierId)
  return userIds.length > 0 ? [{ ...letter, userIds, exceptUserId: null, link: makeLink(t) }] : []
}

// ── Rounds ───────────────────────────────────────────────────────────────────

/** Creates a round for the tendering office to prepare. */
export async function beginRound(ctx: Ctx, about: store.New): Promise<void> {
  await tenders.begin(ctx, tenderFlow, 'create', {
    by: ['system'],
    async add() {
      const id = await store.add(ctx, about)
      if (about.after !== null) await file.copy(ctx, DOCUMENTS, about.after, id)
      return id
    },
  })
}

/** Creates the next round with the same terms, documents and invitations. */
function beginNextRound(ctx: Ctx, t: Row): Promise<void> {
  return beginRound(ctx, {
    purchaseId: t.purchaseId,
    method: t.method,
    title: t.title,
    announcementHtml: t.announcementHtml,
    minQuotations: t.minQuotations,
    committeeSize: t.committeeSize,
    scoring: t.scoring,
    pricePoints: t.pricePoints,
    commercialPoints: t.commercialPoints,
    maxPriceFen: t.maxPriceFen,
    after: t.id,
  })
}
