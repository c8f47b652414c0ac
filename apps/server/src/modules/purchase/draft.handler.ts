import type { Parsed } from '@portal/contract/kernel/call'
import type { Reason } from '@portal/contract/kernel/envelope'
import { purchaseBody, type PurchaseBody, type purchaseCalls } from '@portal/contract/purchase/calls'
import { purchaseNumber, purchaseRefusals } from '@portal/contract/purchase/purchase'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineTranslation, refuse, refuseAll, refuseField } from '../../kernel/refuse.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { findLocal, findToday } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import { approvalAfter, listRequired } from '../approval/offices.rules.ts'
import * as dictionary from '../dictionary/dictionary.service.ts'
import * as file from '../file/file.service.ts'
import * as fundCard from '../fund-card/fund-card.service.ts'
import * as panel from '../panel/panel.service.ts'
import * as parts from './parts.store.ts'
import { requiredIn } from './papers.rules.ts'
import { purchaseFlow } from './purchase.flow.ts'
import { describeCase, OF, purchases } from './purchase.process.ts'
import {
  sumBudget,
  judgeExpected,
  judgeNeeds,
  judgeSubmit,
  maySubmit,
  thresholdNames,
} from './purchase.rules.ts'
import * as store from './purchase.store.ts'
import { readDetail } from './show.action.ts'

/** Stores files for a form that is not sent yet. */
export async function upload(ctx: Ctx) {
  const kept = []
  for (const one of ctx.files)
    kept.push(file.showAttachment(await file.keep(ctx, one, { business: OF, visibility: 'private' })))
  return kept
}

function findDraft(body: PurchaseBody): store.Draft {
  const sought = listGrams([body.title, ...body.items.flatMap((i) => [i.name, i.model])])
  return {
    ...body,
    purpose: body.purpose ?? '',
    budgetFen: sumBudget(body.items),
    searchText: sought.text,
    searchGrams: sought.grams,
  }
}

/** Refuses fund cards that do not exist or that the caller may not use. */
async function requireCards(ctx: Ctx, body: PurchaseBody): Promise<void> {
  const sources = body.sources.map((s) => ({ cardId: s.fundCardId, amountFen: 0 }))
  const reasons = (await judgeCards(ctx, ctx.me.id, sources)).filter(
    (r) => r.code === 'CARD_MISSING' || r.code === 'CARD_NOT_YOURS',
  )
  refuseAll(reasons)
}

/** Reasons why these cards cannot bear these amounts today, by field. */
async function judgeCards(
  ctx: Ctx,
  userId: number,
  sources: readonly { cardId: number | null; amountFen: number }[],
): Promise<Reason[]> {
  const { day } = findLocal(ctx.now, ctx.env.CAMPUS_TZ)
  const reasons: Reason[] = []
  for (const [i, { cardId, amountFen }] of sources.entries()) {
    if (cardId === null) continue
    reasons.push(
      ...(await fundCard.judgeCard(ctx, { cardId, userId, amountFen, day })).map((r) => ({
        ...r,
        field: `sources.${i}.fundCardId`,
      })),
    )
  }
  return reasons
}

const translateViolation = defineTranslation({
  purchase_lab_id_fkey: () => refuseField('labId', purchaseRefusals.LAB_GONE, 'LAB_GONE'),
  purchase_item_category_id_fkey: () => refuseField('items', purchaseRefusals.CATEGORY_GONE, 'CATEGORY_GONE'),
})

async function writeParts(ctx: Ctx, purchaseId: number, body: PurchaseBody): Promise<void> {
  await translateViolation(() => parts.setItems(ctx, purchaseId, body.items))
  await parts.setSources(ctx, purchaseId, body.sources)
  const kept = new Map((await parts.papers(ctx.db, purchaseId)).map((p) => [p.fileId, p.kind]))
  const before = [...kept.keys()]
  const wanted = new Set(body.papers.map((p) => p.fileId))
  // A paper may keep its kind even if the dictionary no longer offers it.
  const kinds = new Set((await dictionary.listCodes(ctx, 'purchase_paper')).map((k) => k.value))
  const unknown = body.papers.findIndex((p) => !kinds.has(p.kind) && kept.get(p.fileId) !== p.kind)
  if (unknown >= 0) throw refuseField(`papers.${unknown}.kind`, '没有这种材料')
  const gone = before.filter((id) => !wanted.has(id))
  await parts.dropPapers(ctx, purchaseId, gone)
  for (const id of gone) await file.remove(ctx, id)
  await file.attach(
    ctx,
    [...wanted].filter((id) => !before.includes(id)),
    OF,
    purchaseId,
  )
  await parts.putPapers(ctx, purchaseId, body.papers)
}

export async function create(ctx: Ctx, { body }: Parsed<typeof purchaseCalls.create>) {
  ctx.allow(ctx.me.onCampus, purchaseRefusals.NOT_CAMPUS)
  if (ctx.me.deptId === null) throw refuse('NO_DEPT', purchaseRefusals.NO_DEPT)
  await requireCards(ctx, body)
  const { deptId } = ctx.me
  const { id } = await purchases.begin(ctx, purchaseFlow, 'create', {
    by: ['requester'],
    async add() {
      const purchaseId = await translateViolation(() => store.add(ctx, deptId, findDraft(body)))
      await writeParts(ctx, purchaseId, body)
      return purchaseId
    },
  })
  return readDetail(ctx, id)
}

/** Values that a change keeps when its body leaves them out. */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const p = await readDetail(ctx, Number(params['id']))
  return {
    labId: p.lab?.id,
    sources: p.sources.map(({ card, ...s }) => ({ ...s, fundCardId: card?.id })),
    purpose: p.purpose,
    expectedOn: p.expectedOn,
    remark: p.remark,
    items: p.items.map(({ category, ...item }) => ({ ...item, categoryId: category?.id })),
    papers: p.papers.map(({ id, kind }) => ({ fileId: id, kind })),
  }
}

/**
 * The form saves before it submits, even without changes; such a save is not a step and must not appear in
 * the history.
 */
async function isAsItStands(ctx: Ctx, id: number, title: string, body: PurchaseBody): Promise<boolean> {
  const stands = purchaseBody.safeParse({ title, ...(await loadUnchanged(ctx, { params: { id }, id })) })
  const makeText = (b: PurchaseBody) =>
    JSON.stringify({ ...b, papers: b.papers.toSorted((x, y) => (x.fileId < y.fileId ? -1 : 1)) })
  return stands.success && makeText(stands.data) === makeText(body)
}

export async function change(ctx: Ctx, { params, body }: Parsed<typeof purchaseCalls.change>) {
  const loaded = await purchases.hold(ctx, params.id)
  purchaseFlow.admit(loaded.row.state, 'change', loaded.roles)
  await requireCards(ctx, body)
  if (await isAsItStands(ctx, params.id, loaded.row.title, body)) return readDetail(ctx, params.id)
  await translateViolation(() => purchases.take(ctx, loaded, 'change', { changes: findDraft(body) }))
  await writeParts(ctx, params.id, body)
  return readDetail(ctx, params.id)
}

/** Checks everything at once; today's thresholds decide which approvals and panels the purchase needs. */
export async function submit(ctx: Ctx, { params }: Parsed<typeof purchaseCalls.submit>) {
  const { row: p, roles } = await purchases.hold(ctx, params.id)
  if (!maySubmit(p.requesterType)) throw refuse('STUDENT', purchaseRefusals.STUDENT, { status: 403 })
  const items = await parts.items(ctx.db, p.id)
  const labels = new Map((await dictionary.listCodes(ctx, 'purchase_paper')).map((k) => [k.value, k.label]))
  const required = requiredIn(
    (await dictionary.listCodes(ctx, 'purchase_required')).map((r) => r.value),
    new Set(labels.keys()),
  )
  const needs = judgeNeeds(items, await dictionary.readNumbers(ctx, thresholdNames), required)
  const asked = await approval.stepsFor(ctx, { business: OF, ...describeCase(p) })
  const steps = listRequired(asked)
  const to = needs.panels.length ? 'awaiting_experts' : approvalAfter(null, steps)
  purchaseFlow.judge(p.state, 'submit', roles, { to })
  const paperKinds = (await parts.papers(ctx.db, p.id)).map((x) => x.kind)
  const reasons = judgeSubmit({ ...p, items, paperKinds }, needs, (kind) => labels.get(kind) ?? kind)
  reasons.push(...judgeExpected(p.expectedOn, findToday(ctx)))
  reasons.push(
    ...(await judgeCards(
      ctx,
      p.requesterId,
      p.sources.map((s) => ({ cardId: s.card?.id ?? null, amountFen: s.amountFen })),
    )),
  )
  if (reasons[0])
    throw refuse(
      reasons[0].code,
      reasons.length > 1 ? `还有 ${reasons.length} 处需要补充` : reasons[0].message,
      { reasons },
    )
  await store.setJudged(ctx, p.id, { ...needs, steps })
  for (const { kind, ...wanted } of needs.panels) {
    await panel.open(ctx, {
      ...wanted,
      kind,
      business: OF,
      rowId: p.id,
      title: `${p.title}（${purchaseNumber(p.id)}）`,
      requesterId: p.requesterId,
    })
  }
  await purchases.take(ctx, { row: p, roles }, 'submit', { to })
  return readDetail(ctx, p.id)
}
