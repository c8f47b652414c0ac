import {
  consultingRefusals,
  consultingStateWords,
  MAX_WAITING,
  type consultingCalls,
} from '@portal/contract/consulting/consulting'
import type { Parsed } from '@portal/contract/kernel/call'
import { edit } from '@portal/contract/kernel/permissions'
import type { Ctx } from '../../kernel/ctx.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { notFound, refuse, refuseField, violates, violatesReference } from '../../kernel/refuse.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { exported } from '../../kernel/sheet.ts'
import { sayWhoWasFirst } from '../../kernel/too-late.ts'
import { findActive } from '../people/people.service.ts'
import { listActions } from './consulting.rules.ts'
import * as store from './consulting.store.ts'
import { tellNewAnswerers } from './waiting.action.ts'

const manages = (ctx: Ctx): boolean => ctx.holds('CONTENT_MANAGE_PAGE', ...edit('GUIDE'))
const findAsker = (ctx: Ctx): store.Asker => ({ userId: ctx.me.id, all: manages(ctx) })

export const listCategories = async (ctx: Ctx) => ({
  items: await store.listCategories(ctx.db, findAsker(ctx)),
  can: manages(ctx) ? (['manage'] as const).slice() : [],
})
export const list = (ctx: Ctx, { query }: Parsed<typeof consultingCalls.list>) =>
  store.list(ctx.db, findAsker(ctx), query)

export async function get(ctx: Ctx, { query: { id } }: Parsed<typeof consultingCalls.info>) {
  const found = await store.find(ctx.db, findAsker(ctx), id)
  if (!found) throw notFound('咨询')
  ctx.allow(found.seen, '该咨询未公开')
  // Views by the asker and by answerers are not counted.
  if (!found.mine && !found.answers) await store.countView(ctx, id)
  return readContent(ctx, found)
}

function readContent(ctx: Ctx, { seen: _seen, answers, askerId: _askerId, ...row }: store.ConsultingContent) {
  return { ...row, can: listActions({ ...row, answers, manages: manages(ctx) }) }
}

export async function ask(ctx: Ctx, { body }: Parsed<typeof consultingCalls.ask>) {
  if ((await store.countWaiting(ctx.db, ctx.me.id)) >= MAX_WAITING)
    throw refuse('TOO_MANY_WAITING', consultingRefusals.TOO_MANY_WAITING)
  try {
    const { id } = await store.ask(ctx, body, listGrams([body.title], { prose: body.body }))
    ctx.target = `consulting ${id}`
    // An answerer who asks waits for the others; without others it is the administrators' to assign one.
    const userIds = (await store.listAnswerers(ctx.db, body.categoryId)).filter((id) => id !== ctx.me.id)
    const news = {
      kind: 'system',
      title: '新的咨询待答复',
      body: body.title,
      link: `/osp/consulting?id=${id}`,
      exceptUserId: ctx.me.id,
    } as const
    await tell(ctx, userIds.length ? { ...news, userIds } : { ...news, role: { role: 'sysadmin' } })
    return { id }
  } catch (e) {
    if (violatesReference(e))
      throw refuseField('categoryId', consultingRefusals.CATEGORY_UNKNOWN, 'CATEGORY_UNKNOWN')
    throw e
  }
}

/** The question, locked until the end of the transaction. */
async function holdQuestion(ctx: Ctx, id: number): Promise<store.ConsultingContent> {
  ctx.target = `consulting ${id}`
  await store.lock(ctx, id)
  const found = await store.find(ctx.db, findAsker(ctx), id)
  if (!found) throw notFound('咨询')
  return found
}

export async function answer(ctx: Ctx, { params: { id }, body }: Parsed<typeof consultingCalls.answer>) {
  const found = await holdQuestion(ctx, id)
  ctx.allow(readContent(ctx, found).can.includes('answer'), '您不是该分类的答复人')
  const { seenAnswerAt: seen } = body
  if (seen !== undefined && readTime(seen) !== readTime(found.answeredAt)) throw explainFirst(ctx, found)
  // An answerer cannot publish a question that the asker wants to keep private.
  await store.answer(ctx, id, body.answer, (body.shared ?? found.shared) && found.shareable)
  if (!found.mine)
    await tell(ctx, {
      userIds: [found.askerId],
      kind: 'system',
      title: '您的咨询已答复',
      body: found.title,
      link: `/osp/consulting?id=${id}`,
      mail: true,
    })
  return readContent(ctx, await holdQuestion(ctx, id))
}

const readTime = (at: string | Date | null): number | null => (at === null ? null : new Date(at).getTime())
const explainFirst = (ctx: Ctx, { answeredBy, answeredAt }: store.ConsultingContent): Error =>
  sayWhoWasFirst(ctx, answeredBy && answeredAt ? { actor: answeredBy, at: answeredAt } : undefined)

export async function remove(ctx: Ctx, { params: { id } }: Parsed<typeof consultingCalls.remove>) {
  ctx.allow(
    readContent(ctx, await holdQuestion(ctx, id)).can.includes('remove'),
    '已答复的咨询只能由内容管理员删除',
  )
  await store.remove(ctx, id)
  return null
}

export async function saveCategory(
  ctx: Ctx,
  { body: { id, name, sort, answererIds } }: Parsed<typeof consultingCalls.saveCategory>,
) {
  const people = [...new Set(answererIds)]
  if ((await findActive(ctx, people)).size !== people.length)
    throw refuseField('answererIds', consultingRefusals.PERSON_UNKNOWN, 'PERSON_UNKNOWN')
  try {
    const saved = id
      ? await store.changeCategory(ctx, id, name, sort)
      : await store.addCategory(ctx, name, sort)
    if (!saved) throw notFound('分类')
    ctx.target = `consulting_category ${saved.id}`
    const before = await store.listAnswerers(ctx.db, saved.id)
    await store.setAnswerers(ctx, saved.id, people)
    await tellNewAnswerers(ctx, { id: saved.id, name }, { before, after: people })
    return saved
  } catch (e) {
    if (violates(e, 'consulting_category_name'))
      throw refuseField('name', consultingRefusals.CATEGORY_TAKEN, 'CATEGORY_TAKEN')
    throw e
  }
}

export async function removeCategory(
  ctx: Ctx,
  { params: { id } }: Parsed<typeof consultingCalls.removeCategory>,
) {
  ctx.target = `consulting_category ${id}`
  try {
    if (!(await store.removeCategory(ctx, id))) throw notFound('分类')
  } catch (e) {
    if (violatesReference(e))
      throw refuse('CATEGORY_IN_USE', consultingRefusals.CATEGORY_IN_USE, { status: 409 })
    throw e
  }
  return null
}

export const exportList = exported('咨询', list, [
  { header: '标题', width: 50, value: (c) => c.title },
  { header: '分类', width: 16, value: (c) => c.category.name },
  { header: '状态', width: 10, value: (c) => consultingStateWords[c.state] },
  { header: '公开', width: 8, value: (c) => c.shared },
  { header: '提问人', width: 14, value: (c) => c.asker },
  { header: '提问时间', width: 18, value: (c) => c.askedAt },
  { header: '答复时间', width: 18, value: (c) => c.answeredAt },
  { header: '浏览次数', width: 10, value: (c) => c.views },
])

/** The stored category as a request body, because fields missing in a change keep their values. */
export const loadUnchanged: LoadUnchanged = async (ctx, { id }) => {
  const found = (await store.listCategories(ctx.db, findAsker(ctx))).find((c) => c.id === id)
  return found && { sort: found.sort, answererIds: found.answerers.map((a) => a.id) }
}
