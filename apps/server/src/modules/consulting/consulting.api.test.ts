import { consultingCalls } from '@portal/contract/consulting/consulting'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../kernel/ctx.ts'
import { run } from '../../kernel/db.ts'
import { announce } from '../../kernel/events.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import type {} from '../people/closing.events.ts'

let world: World
let manager: Person
let answerer: Person
let other: Person
let asker: Person
let stranger: Person
let booking: number
let paying: number
beforeAll(async () => {
  world = await createWorld()
  manager = await world.person('内容', { permissions: ['CONTENT_MANAGE_PAGE'] })
  answerer = await world.person('预约答复人')
  other = await world.person('结算答复人')
  asker = await world.person('提问人')
  stranger = await world.person('旁人')
  const category = async (name: string, who: Person) =>
    (await world.ok(manager, consultingCalls.saveCategory, { body: { name, answererIds: [who.id] } })).id
  booking = await category('预约', answerer)
  paying = await category('结算', other)
})
afterAll(() => world.close())
beforeEach(() => world.sql('with gone as (delete from outbox) delete from consulting'))

/** Closes an account as an administrator would. */
async function closeAccount(ctx: Ctx, id: number): Promise<void> {
  await run(ctx.db, 'update user_account set enabled = false where id = $1', [id])
  await announce(ctx, 'people.left', { userIds: [id] })
}
const ask = async (more: object = {}) =>
  (
    await world.ok(asker, consultingCalls.ask, {
      body: { categoryId: booking, title: '能否延长', body: '上机时间能否延长？', ...more },
    })
  ).id
const info = (who: Person, id: number) => world.send(who, consultingCalls.info, { query: { id } })
const reply = (who: Person, id: number, more: object = {}) =>
  world.send(who, consultingCalls.answer, {
    params: { id },
    body: { answer: '可以，在预约详情中操作。', ...more },
  })
const list = async (who: Person, query: object = {}) =>
  (await world.ok(who, consultingCalls.list, { query })).items.map((c) => c.id)
const told = async () =>
  (
    await world.sql<{ payload: { userIds?: number[]; title: string } }>(
      `select payload from outbox order by id`,
    )
  ).map((r) => [r.payload.userIds, r.payload.title])

test('a question of the only answerer falls to the administrators', async () => {
  const body = { categoryId: booking, title: '能否延长', body: '上机时间能否延长？' }
  await world.ok(answerer, consultingCalls.ask, { body })
  expect(await world.sql(`select payload -> 'role' as role, payload -> 'userIds' as to from outbox`)).toEqual(
    [{ role: { role: 'sysadmin' }, to: null }],
  )
})

test('asked, seen by who asks and who answers; answered, by everybody who is signed in', async () => {
  const id = await ask()
  expect(await told()).toEqual([[[answerer.id], '新的咨询待答复']])
  expect(
    await Promise.all(
      [asker, answerer, manager, other, stranger].map(async (who) => (await info(who, id)).status),
    ),
  ).toEqual([200, 200, 200, 403, 403])
  expect(await Promise.all([asker, answerer, manager, other, stranger].map((who) => list(who)))).toEqual([
    [id],
    [id],
    [id],
    [],
    [],
  ])
  expect((await info(asker, id)).data).toMatchObject({
    state: 'waiting',
    mine: true,
    asker: '提问人',
    answer: null,
    can: ['remove'],
  })

  expect((await reply(answerer, id)).data).toMatchObject({
    state: 'answered',
    answer: '可以，在预约详情中操作。',
    answeredBy: '预约答复人',
    can: ['answer'],
  })
  expect(await told()).toContainEqual([[asker.id], '您的咨询已答复'])
  // Only the asker and the answerers know who asked.
  expect((await info(stranger, id)).data).toMatchObject({
    asker: null,
    mine: false,
    state: 'answered',
    can: [],
  })
  expect((await info(asker, id)).data.views).toBe(1)
  expect(await list(stranger)).toEqual([id])
  expect((await world.ok(stranger, consultingCalls.categories)).items.map((c) => [c.name, c.count])).toEqual([
    ['预约', 1],
    ['结算', 0],
  ])
})

test('what was asked in private stays so, whatever the answerer wishes', async () => {
  const id = await ask({ shared: false })
  expect((await reply(answerer, id, { shared: true })).data.shared).toBe(false)
  expect((await info(stranger, id)).status).toBe(403)
  expect(await list(stranger)).toEqual([])
  expect(await list(asker, { mine: 'true', state: 'answered' })).toEqual([id])
})

test('an answer that was kept back can be shown to all later', async () => {
  const id = await ask()
  expect((await reply(answerer, id, { shared: false })).data).toMatchObject({
    shared: false,
    shareable: true,
  })
  expect((await info(stranger, id)).status).toBe(403)
  // Who corrects the answer and does not say otherwise leaves it kept back.
  expect((await reply(manager, id, { answer: '可以。' })).data).toMatchObject({ shared: false })
  expect((await reply(manager, id, { shared: true })).data).toMatchObject({ shared: true })
  expect((await info(stranger, id)).status).toBe(200)
})

test('only who answers the category, or looks after all, answers', async () => {
  const id = await ask()
  for (const who of [asker, other, stranger]) expect((await reply(who, id)).status).toBe(403)
  expect((await reply(manager, id)).status).toBe(200)
  expect((await reply(answerer, 99_999)).status).toBe(404)
})

test('of two who answer at once the second hears of the first, and overwrites nothing', async () => {
  const body = { categoryId: booking, title: '能否延长', body: '上机时间能否延长？' }
  const { id } = await world.ok(stranger, consultingCalls.ask, { body })
  expect((await reply(answerer, id, { seenAnswerAt: null })).status).toBe(200)
  expect(await reply(manager, id, { answer: '不可以。', seenAnswerAt: null })).toMatchObject({
    status: 409,
    message: expect.stringContaining('预约答复人 已于'),
  })
  const { answer, answeredAt } = (await info(manager, id)).data
  expect(answer).toBe('可以，在预约详情中操作。')
  expect((await told()).filter(([, title]) => title === '您的咨询已答复')).toHaveLength(1)
  expect((await reply(manager, id, { answer: '可以。', seenAnswerAt: answeredAt })).data.answer).toBe(
    '可以。',
  )
})

test('the asker takes it back until it is answered', async () => {
  const [one, two] = [await ask(), await ask()]
  const remove = (who: Person, id: number) => world.send(who, consultingCalls.remove, { params: { id } })
  expect((await remove(stranger, one)).status).toBe(403)
  expect((await remove(asker, one)).status).toBe(200)
  await reply(answerer, two)
  expect((await remove(asker, two)).status).toBe(403)
  expect((await remove(manager, two)).status).toBe(200)
})

test('found by words of the title or the question, in part, the title by pinyin too; only by who may read it', async () => {
  const id = await ask({ title: '夜间上机', body: '可以连续运行 XPS 十小时吗？' })
  await ask({ title: '开票', body: '抬头有误' })
  for (const keyword of ['夜间', 'yejian', 'yjsj', '连续运行', 'xps', '上机 十小时'])
    expect(await list(asker, { keyword }), keyword).toEqual([id])
  for (const keyword of ['lianxu', '间夜', '%']) expect(await list(asker, { keyword }), keyword).toEqual([])
  expect(
    await Promise.all([answerer, manager, other, stranger].map((who) => list(who, { keyword: '夜间' }))),
  ).toEqual([[id], [id], [], []])
  await reply(answerer, id)
  expect(await list(stranger, { keyword: 'xps', categoryId: booking, state: 'answered' })).toEqual([id])
})

test('where those who answer have left, the administrators hear of a question', async () => {
  const leaver = await world.person('离校答复人')
  const body = { name: '培训', answererIds: [leaver.id] }
  const { id } = await world.ok(manager, consultingCalls.saveCategory, { body })
  await world.sql('update user_account set enabled = false where id = $1', [leaver.id])
  await world.ok(stranger, consultingCalls.ask, { body: { categoryId: id, title: '培训', body: '何时？' } })
  expect(
    await world.sql(`select payload->'userIds' as "userIds", payload->'role' as role from outbox`),
  ).toEqual([{ userIds: null, role: { role: 'sysadmin' } }])
  // A closed account is not listed, so the form does not send it back.
  const find = async () =>
    (await world.ok(manager, consultingCalls.categories)).items.find((c) => c.id === id)?.answerers
  expect(await find()).toEqual([])
  await world.ok(manager, consultingCalls.saveCategory, { body: { id, name: '上机培训' } })
  expect(await find()).toEqual([])
})

describe('questions that wait when nobody is left to answer them', () => {
  const news = () =>
    world.sql<{ userIds: number[] | null; role: object | null; body: string; link: string }>(
      `select payload->'userIds' as "userIds", payload->'role' as role, payload->>'body' as body,
          payload->>'link' as link
        from outbox where payload->>'title' in ('咨询无人答复', '有咨询待您答复') order by id`,
    )
  const addCategory = async (name: string, ...answerers: Person[]) =>
    (
      await world.ok(manager, consultingCalls.saveCategory, {
        body: { name, answererIds: answerers.map((a) => a.id) },
      })
    ).id

  const askOther = async (categoryId: number) =>
    world.ok(await world.person('又一提问人'), consultingCalls.ask, {
      body: { categoryId, title: '能否延长', body: '上机时间能否延长？' },
    })

  test('are told to the administrators when the last who answers leaves', async () => {
    const [first, last] = [await world.person('先离校者'), await world.person('后离校者')]
    const categoryId = await addCategory('安全', first, last)
    await addCategory('无人问津', last)
    await askOther(categoryId)
    await askOther(categoryId)
    const close = (who: Person) => world.asSystem((ctx) => closeAccount(ctx, who.id))
    await close(first)
    expect(await news()).toEqual([])
    await close(last)
    expect(await news()).toEqual([
      {
        userIds: null,
        role: { role: 'sysadmin' },
        body: '分类“安全”没有答复人，2 个咨询待答复，请为其指定答复人。',
        link: `/osp/consulting?state=waiting&categoryId=${categoryId}`,
      },
    ])
  })
  test('are told to who is named to answer them, and to the administrators where nobody is', async () => {
    const [old, next] = [await world.person('原答复人'), await world.person('新答复人')]
    const categoryId = await addCategory('采购', old)
    await askOther(categoryId)
    const save = (...answerers: Person[]) =>
      world.ok(manager, consultingCalls.saveCategory, {
        body: { id: categoryId, name: '采购', answererIds: answerers.map((a) => a.id) },
      })
    await save(old, next)
    await save(old, next)
    await save()
    const link = `/osp/consulting?state=waiting&categoryId=${categoryId}`
    expect(await news()).toEqual([
      { userIds: [next.id], role: null, body: '您是分类“采购”的答复人，1 个咨询待答复。', link },
      {
        userIds: null,
        role: { role: 'sysadmin' },
        body: '分类“采购”没有答复人，1 个咨询待答复，请为其指定答复人。',
        link,
      },
    ])
  })
})

test('ten of one person may wait', async () => {
  for (let i = 0; i < 9; i++)
    await world.sql(
      `insert into consulting (category_id, title, body, asker_id, asked_at) values ($1, 'x', 'x', $2, now())`,
      [booking, asker.id],
    )
  await ask()
  expect(
    await world.send(asker, consultingCalls.ask, { body: { categoryId: booking, title: 'x', body: 'x' } }),
  ).toMatchObject({ status: 422, code: 'TOO_MANY_WAITING' })
})

test('categories are the managers’, with real people, and stay while they are used', async () => {
  const save = (who: Person, body: object) =>
    world.send(who, consultingCalls.saveCategory, { body: { name: '其他', ...body } })
  expect((await save(answerer, {})).status).toBe(403)
  expect(await save(manager, { name: '预约' })).toMatchObject({ status: 422, code: 'CATEGORY_TAKEN' })
  expect(await save(manager, { answererIds: [999_999] })).toMatchObject({
    status: 422,
    code: 'PERSON_UNKNOWN',
  })
  const { id } = (await save(manager, { answererIds: [other.id, other.id] })).data
  expect(
    (await world.ok(manager, consultingCalls.categories)).items.find((c) => c.id === id)?.answerers,
  ).toEqual([{ id: other.id, name: '结算答复人' }])
  await world.ok(manager, consultingCalls.removeCategory, { params: { id } })
  await ask({ categoryId: paying })
  expect(await world.send(manager, consultingCalls.removeCategory, { params: { id: paying } })).toMatchObject(
    { status: 409, code: 'CATEGORY_IN_USE' },
  )
  expect(
    await world.send(stranger, consultingCalls.ask, { body: { categoryId: id, title: 'x', body: 'x' } }),
  ).toMatchObject({ status: 422, code: 'CATEGORY_UNKNOWN' })
})
