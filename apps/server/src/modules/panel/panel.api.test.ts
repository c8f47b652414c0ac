import { approvalCalls } from '@portal/contract/approval/approval'
import { panelCalls } from '@portal/contract/panel/calls'
import { purchaseNumber } from '@portal/contract/purchase/purchase'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '../../kernel/events.ts'
import { createProcurement, type Procurement } from '../../testing/procurement.ts'
import { expectSorted } from '../../testing/sorted.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let s: Procurement
beforeAll(async () => {
  world = await createWorld()
  s = await createProcurement(world)
})
afterAll(() => world.close())

const precious = () =>
  s.submitted({ title: '场发射扫描电镜', items: [s.item({ quantity: 1, unitPriceFen: 50_000_000 })] })
const imported = () =>
  s.submitted({
    title: '进口质谱仪',
    items: [s.item({ quantity: 1, unitPriceFen: 5_000_000, imported: true, justification: '国内无同类' })],
  })
const findPanel = async (made: Promise<{ panels: { id: number }[] }>) => (await made).panels[0]?.id ?? 0
const get = (who: Person, id: number) => world.ok(who, panelCalls.get, { params: { id } })
const member = (who: Person, more: object = {}) => ({
  userId: who.id,
  profession: 'technical' as const,
  outside: true,
  unit: '江州理工大学',
  title: '教授',
  ...more,
})
const change = (who: Person, id: number, members: object[]) =>
  world.send(who, panelCalls.change, { params: { id }, body: { statement: '请论证', members } as never })
const tasks = async (who: Person) =>
  (await world.ok(who, approvalCalls.tasks, { query: { business: 'panel' } })).items.map((t) => t.rowId)

describe('putting together and calling', () => {
  test('what is wrong with the people is said at their field', async () => {
    const id = await findPanel(imported())
    const answer = await change(s.requester, id, [
      member(s.requester),
      member(s.colleague, { outside: false }),
      member(s.outsider),
    ])
    expect(answer.reasons?.map((r) => [r.code, r.field])).toEqual([
      ['PANEL_REQUESTER', 'members.0.userId'],
      ['PANEL_DEPT', 'members.1.userId'],
      ['PANEL_INSIDE', 'members.2.outside'],
    ])
    expect(await change(s.requester, id, [member(s.lawyer), member(s.lawyer)])).toMatchObject({ status: 400 })
  })

  test('an import needs an odd number, a lawyer, and everybody else from outside', async () => {
    const id = await findPanel(imported())
    const four = s.experts.slice(0, 4).map((e) => member(e))
    await change(s.requester, id, four)
    const call = () => world.send(s.requester, panelCalls.call, { params: { id } })
    expect((await call()).reasons?.map((r) => r.code)).toEqual(['PANEL_SIZE', 'PANEL_ODD', 'PANEL_LAWYERS'])
    await change(s.requester, id, [...four, member(s.outsider, { outside: false })])
    expect((await call()).reasons?.map((r) => r.code)).toEqual(['PANEL_LAWYERS', 'PANEL_OUTSIDE'])
    await change(s.requester, id, [...four, member(s.lawyer, { profession: 'lawyer' })])
    expect((await call()).data).toMatchObject({
      state: 'signing',
      experts: 5,
      signed: 0,
      can: ['recall', 'print'],
    })
    expect(await tasks(s.lawyer)).toContain(id)
    // A panel is called only once.
    expect(await call()).toMatchObject({ status: 409 })
    expect(await change(s.requester, id, four)).toMatchObject({ status: 409 })
  })

  test('of two who put one together neither saves over, or calls, what he has not seen', async () => {
    const id = await findPanel(precious())
    const params = { id }
    const { revision } = await get(s.requester, id)
    const members = s.experts.slice(0, 5).map((e) => member(e))
    const theirs = await world.ok(s.equip, panelCalls.change, {
      params,
      body: { statement: '请论证', members, revision },
    })
    for (const answer of [
      await world.send(s.requester, panelCalls.change, {
        params,
        body: { statement: '', members: members.slice(1), revision },
      }),
      await world.send(s.requester, panelCalls.call, { params, body: { revision } }),
    ])
      expect(answer).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    expect(await get(s.requester, id)).toMatchObject({ statement: '请论证', experts: 5 })
    await world.ok(s.requester, panelCalls.call, { params, body: { revision: theirs.revision } })
  })

  test('nobody but the requester and the equipment office puts it together', async () => {
    const id = await findPanel(precious())
    for (const who of [s.colleague, s.outsider, s.experts[0]!, s.suppliers[0]!.user])
      expect(await change(who, id, [])).toMatchObject({ status: 403 })
    expect(await change(s.head, id, [])).toMatchObject({ status: 403 })
    expect(await change(s.equip, id, [member(s.experts[0]!)])).toMatchObject({ status: 200 })
  })
})

describe('signing', () => {
  test('each once, dated and sealed; the last one decides; nothing of it changes after', async () => {
    const id = await findPanel(precious())
    const [a, b, c] = (await s.called(id)) as [Person, Person, Person]
    await s.sign(a, id)
    // An expert who has not signed does not see the others' opinions.
    expect((await get(b, id)).members.find((m) => m.user.id === a.id)).toMatchObject({
      verdict: null,
      opinion: null,
      seal: null,
    })
    // Nor the number who agreed: after one signature that number would reveal the verdict.
    const listed = async (who: Person) =>
      (await world.ok(who, panelCalls.list, { query: { size: 100 } })).items.find((p) => p.id === id)
    for (const shown of [await get(b, id), await listed(b)])
      expect(shown).toMatchObject({ signed: 1, agreed: null })
    expect(await listed(a)).toMatchObject({ signed: 1, agreed: 1 })
    expect((await get(a, id)).members[0]).toMatchObject({
      verdict: 'agree',
      opinion: '确有必要，指标合理',
      seal: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    expect(
      await world.send(a, panelCalls.sign, {
        params: { id },
        body: { verdict: 'disagree', opinion: '改主意' },
      }),
    ).toMatchObject({ status: 403 })
    expect(await tasks(a)).not.toContain(id)
    await s.sign(b, id, 'disagree')
    expect(await get(s.requester, id)).toMatchObject({ state: 'signing', signed: 2, agreed: 1 })
    await s.sign(c, id)
    expect(await get(s.requester, id)).toMatchObject({
      state: 'agreed',
      signed: 3,
      agreed: 2,
      conclusion: '共 3 位专家，2 位同意，1 位不同意',
      can: ['print'],
    })
    for (const sql of [
      `update panel_expert set opinion = '别的'`,
      `update panel_expert set verdict = 'agree'`,
      'delete from panel_expert',
      `update panel_expert set seal = null, opinion = null, verdict = null, signed_at = null`,
    ]) {
      await expect(world.sql(`${sql} where panel_id = $1`, [id])).rejects.toThrow(
        'a signed opinion is not changed',
      )
    }
  })

  test('the last two at once: both count, and one of them is the last', async () => {
    const made = await precious()
    const id = made.panels[0]?.id ?? 0
    const people = await s.called(id)
    const answers = await Promise.all(
      people.map((who) =>
        world.send(who, panelCalls.sign, { params: { id }, body: { verdict: 'agree', opinion: '同意购置' } }),
      ),
    )
    expect(answers.map((x) => x.status)).toEqual([200, 200, 200])
    expect(await get(s.requester, id)).toMatchObject({ state: 'agreed', signed: 3 })
    expect(await s.detail(s.requester, made.id)).toMatchObject({ state: 'awaiting_dept_head' })
  })

  test('nobody else signs, whatever he may see', async () => {
    const id = await findPanel(precious())
    await s.called(id)
    for (const who of [s.requester, s.equip, s.head, s.lawyer, s.outsider, s.suppliers[0]!.user]) {
      expect(
        await world.send(who, panelCalls.sign, {
          params: { id },
          body: { verdict: 'agree', opinion: '同意' },
        }),
      ).toMatchObject({ status: 403 })
    }
    expect(await get(s.requester, id)).toMatchObject({ signed: 0 })
  })
})

test('a change of who sits on it is told as one, before it is called', async () => {
  const id = await findPanel(precious())
  await s.called(id)
  expect((await get(s.equip, id)).history.map((h) => [h.event, h.title])).toEqual([
    ['create', '组建专家组'],
    ['change', '修改论证'],
    ['call', '发起论证'],
  ])
})

test('an expert who left is signed for by nobody, whoever sees to his task', async () => {
  const id = await findPanel(precious())
  const [, , last] = await s.called(id)
  const admin = await world.person('系统管理员', { permissions: ['ADMIN'] })
  await world.sql('update user_account set enabled = false where id = $1', [last!.id])
  await world.asSystem((ctx) => announce(ctx, 'people.left', { userIds: [last!.id] }))
  expect(await tasks(admin)).toContain(id)
  expect((await get(admin, id)).can).toEqual(['recall', 'print'])
  expect(
    await world.send(admin, panelCalls.sign, { params: { id }, body: { verdict: 'agree', opinion: '同意' } }),
  ).toMatchObject({ status: 403 })
  await world.sql('update user_account set enabled = true where id = $1', [last!.id])
})

test('recalled: the old one stays to be seen, a new one has the same people, and the requester is asked again', async () => {
  const made = await precious()
  const id = made.panels[0]?.id ?? 0
  const [a] = await s.called(id)
  await s.sign(a!, id)
  const fresh = await world.ok(s.requester, panelCalls.recall, {
    params: { id },
    body: { reason: '专家出国' },
  })
  expect(fresh).toMatchObject({ state: 'draft', experts: 3, signed: 0 })
  expect(fresh.id).not.toBe(id)
  const old = await get(a!, id)
  expect(old).toMatchObject({ state: 'void', signed: 1 })
  expect(old.members[0]).toMatchObject({ opinion: '确有必要，指标合理' })
  expect(await tasks(s.experts[1]!)).not.toContain(id)
  expect((await s.detail(s.requester, made.id)).panels.map((p) => p.state)).toEqual(['draft', 'void'])
  expect(
    (await world.ok(s.requester, approvalCalls.tasks, { query: { business: 'purchase' } })).items.map((t) => [
      t.rowId,
      t.step,
    ]),
  ).toContainEqual([made.id, 'panel'])
})

test('a list holds what one called, sits on, or, in the office, everything', async () => {
  const id = await findPanel(imported())
  const ids = async (who: Person, query: object = {}) =>
    (await world.ok(who, panelCalls.list, { query: { size: 100, ...query } })).items.map((x) => x.id)
  expect(await ids(s.requester)).toContain(id)
  expect(await ids(s.equip, { kind: 'import' })).toContain(id)
  expect(await ids(s.equip, { kind: 'precious' })).not.toContain(id)
  expect(await ids(s.lawyer)).not.toContain(id)
  await s.called(id)
  expect(await ids(s.lawyer, { scope: 'waiting' })).toContain(id)
  const waits = await world.ok(s.lawyer, panelCalls.waiting)
  expect([waits.precious + waits.import, waits.scrap]).toEqual([
    (await ids(s.lawyer, { scope: 'waiting' })).length,
    0,
  ])
  expect(await ids(s.equip, { keyword: '质谱' })).toContain(id)
  await expectSorted(
    ['id', 'stateAt'],
    async (by) => (await world.ok(s.equip, panelCalls.list, { query: { order_by: by, size: 1000 } })).items,
  )
  const [made] = await world.sql<{ purchaseId: number }>(
    'select row_id as "purchaseId" from panel where id = $1',
    [id],
  )
  for (const keyword of [
    '质谱仪',
    'zhipu',
    'jkzpy',
    purchaseNumber(made!.purchaseId),
    `sg${made!.purchaseId}`,
  ]) {
    expect(await ids(s.equip, { keyword }), keyword).toContain(id)
    expect(await ids(s.requester, { keyword, scope: 'mine' }), keyword).toContain(id)
    expect(await ids(s.outsider, { keyword }), keyword).toEqual([])
  }
  expect(await ids(s.equip, { keyword: '没有这样的' })).toEqual([])
  for (const who of [s.outsider, s.suppliers[0]!.user]) expect(await ids(who)).toEqual([])

  // The export has the same rows, below a header.
  const written = async (who: Person, query: string) => {
    const file = await world.app.inject({
      method: 'GET',
      url: `${panelCalls.export.path}?${query}`,
      headers: { authorization: who.token },
    })
    expect(file.statusCode).toBe(200)
    return (await readXlsx(file.rawPayload)).sheets[0]?.rows.slice(1) ?? []
  }
  expect(await written(s.equip, 'kind=import&scope=all')).toHaveLength(
    (await ids(s.equip, { kind: 'import' })).length,
  )
  expect(await written(s.outsider, '')).toEqual([])
})
