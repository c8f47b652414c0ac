import { bookingCalls } from '@portal/contract/booking/calls'
import { openingCalls } from '@portal/contract/opening/opening'
import { qualificationCalls } from '@portal/contract/qualification/qualification'
import { makeAddress } from '@portal/contract/kernel/call'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { addDays, findLocal } from '../../kernel/time.ts'
import { at, openLab, zone, type OpenLab } from '../../testing/open-lab.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'
import { bookingJobs } from '../booking/booking.jobs.ts'
import { qualificationJobs } from './qualification.jobs.ts'

let world: World
let lab: OpenLab
let deviceId: number
const today = findLocal(new Date(), zone).day
beforeAll(async () => {
  world = await createWorld()
  lab = await openLab(world)
  // The permission that directors and lab administrators have.
  await world.sql(
    `with r as (insert into role (code, name) values ('ROLE_OPENER', '开放设置') returning id),
        m as (insert into user_role (user_id, role_id) select u, id from r, unnest($1::int8[]) u)
    insert into role_permission (role_id, permission_id) select r.id, p.id from r, permission p
    where p.code = 'OPEN_SETTING_EDIT'`,
    [[lab.director.id, lab.labAdmin.id, lab.outsider.id]],
  )
})
afterAll(() => world.close())
beforeEach(async () => {
  deviceId = await lab.device({ qualification_required: true })
  await lab.approvals(deviceId)
})

const grant = (
  by: Person,
  userIds: number[],
  body: { validTo?: string | null; note?: string | null } = {},
  id = deviceId,
) =>
  world.send(by, qualificationCalls.grant, {
    params: { deviceId: id },
    body: { userIds, note: null, ...body },
  })
const withdraw = (by: Person, userIds: number[]) =>
  world.send(by, qualificationCalls.withdraw, { params: { deviceId }, body: { userIds, reason: '违规操作' } })
const list = async (by: Person, query: Record<string, unknown> = {}) =>
  (await world.ok(by, qualificationCalls.list, { params: { deviceId }, query: query as never })).items
const names = async (query: Record<string, unknown> = {}) =>
  (await list(lab.reviewer, query)).map((q) => q.user.name)
const book = () =>
  world.send(lab.booker, bookingCalls.create, {
    body: { deviceId, kind: 'self_operated', startAt: at(2, 10), endAt: at(2, 12), purpose: '形貌' },
  })
const told = (title: string) =>
  world.sql<{ userIds: number[]; body: string }>(
    `select payload -> 'userIds' as "userIds", payload ->> 'body' as body from outbox
      where payload ->> 'title' = $1 order by id desc limit 1`,
    [title],
  )
const endsIn = (userId: number, days: number) =>
  world.sql(
    `update qualification set valid_until = now() + $3 * interval '1 day'
      where user_id = $1 and device_id = $2`,
    [userId, deviceId, days],
  )

describe('the way to it', () => {
  test('without it the form says whom to ask; given, one books; taken back, no more', async () => {
    const refused = await book()
    expect(refused.reasons).toMatchObject([
      {
        code: 'QUALIFICATION_MISSING',
        message: expect.stringContaining('请联系该仪器的审核员或实验室负责人') as string,
      },
    ])
    expect(
      (await grant(lab.reviewer, [lab.booker.id], { validTo: addDays(today, 30), note: '已培训' })).data,
    ).toEqual({ granted: 1, renewed: 0 })
    expect(await told('已获得上机资格')).toMatchObject([
      { userIds: [lab.booker.id], body: expect.stringContaining(addDays(today, 30)) as string },
    ])
    expect((await book()).status).toBe(200)
    expect((await withdraw(lab.director, [lab.booker.id])).data).toEqual({ withdrawn: 1 })
    expect(await told('上机资格已取消')).toMatchObject([
      { userIds: [lab.booker.id], body: expect.stringContaining('违规操作') as string },
    ])
    expect((await book()).reasons?.map((r) => r.code)).toContain('QUALIFICATION_MISSING')
    expect((await withdraw(lab.director, [lab.booker.id])).code).toBe('NOT_QUALIFIED')
  })
  test('many at once, some of whom have it already: theirs is renewed and keeps its note', async () => {
    await grant(lab.labAdmin, [lab.booker.id], { validTo: addDays(today, 1), note: '临时' })
    expect((await grant(lab.labAdmin, [lab.booker.id, lab.experimenter.id])).data).toEqual({
      granted: 1,
      renewed: 1,
    })
    expect(await told('上机资格已更新')).toMatchObject([{ userIds: [lab.booker.id] }])
    expect(
      (await list(lab.director)).map((q) => [q.user.name, q.validTo, q.state, q.note, q.grantedBy?.name]),
    ).toEqual([
      ['预约人', null, 'valid', '临时', '管理员'],
      ['实验人', null, 'valid', null, '管理员'],
    ])
  })
  test('it holds to the end of its last day', async () => {
    await grant(lab.reviewer, [lab.booker.id], { validTo: addDays(today, 1) })
    expect((await book()).reasons?.map((r) => r.code)).toEqual(['QUALIFICATION_EXPIRED'])
    await grant(lab.reviewer, [lab.booker.id], { validTo: addDays(today, 2) })
    expect((await book()).status).toBe(200)
  })
  test('twenty grant at once: everybody has it once', async () => {
    const both = [lab.booker.id, lab.experimenter.id]
    const answers = await Promise.all(
      [...Array(20).keys()].map((i) => grant(lab.reviewer, i % 2 ? both : both.toReversed())),
    )
    expect(answers.map((a) => a.status)).toEqual(answers.map(() => 200))
    expect(answers.reduce((n, a) => n + a.data.granted, 0)).toBe(2)
    expect((await names()).toSorted()).toEqual(['实验人', '预约人'])
  })
})

describe('what was booked before', () => {
  const terms = { cancel_limit_minutes: 30 * 1440, cancel_fee_fen: 5000 }
  const seen = (id: number) => world.ok(lab.booker, bookingCalls.get, { params: { id } })
  const start = (by: Person, id: number) => world.send(by, bookingCalls.start, { params: { id } })

  test('who switches it on sees whom it touches; they are told, and not held to what they cannot do', async () => {
    deviceId = await lab.device(terms)
    await lab.approvals(deviceId)
    const [mine, reviewers] = [
      (await lab.book({ deviceId })).id,
      (await lab.book({ deviceId, startAt: at(3, 10), endAt: at(3, 12) }, lab.reviewer)).id,
    ]
    const { settings } = await world.ok(lab.director, openingCalls.get, { params: { deviceId } })
    const ask = (accept: boolean) =>
      world.send(lab.director, openingCalls.change, {
        params: { deviceId },
        body: { ...settings!, qualificationRequired: true, accept },
      })
    const warned = await ask(false)
    expect([warned.code, warned.message]).toEqual([
      'TOUCHES_BOOKINGS',
      expect.stringContaining('1 个预约的实验人没有上机资格'),
    ])
    expect((await ask(true)).status).toBe(200)
    expect(await told('您的预约需要上机资格')).toMatchObject([
      { userIds: [lab.booker.id], body: expect.stringContaining('可以免费取消') as string },
    ])
    // Repeating the accepted change needs no confirmation.
    expect((await ask(false)).status).toBe(200)
    expect([(await seen(mine)).cancelTerms, (await seen(mine)).deviceDown]).toEqual([
      expect.objectContaining({ feeFen: 0, violation: false }),
      expect.stringContaining('没有该仪器的上机资格'),
    ])
    const { cancelTerms } = await world.ok(lab.reviewer, bookingCalls.get, { params: { id: reviewers } })
    expect(cancelTerms?.feeFen).toBe(5000)

    // The experimenter cannot start without a qualification; a reviewer of the instrument can let them.
    await lab.shift(mine, -5, 60)
    expect([(await start(lab.booker, mine)).code, (await seen(mine)).can.includes('start')]).toEqual([
      'QUALIFICATION_MISSING',
      false,
    ])
    expect((await world.ok(lab.reviewer, bookingCalls.get, { params: { id: mine } })).can).toContain('start')
    await lab.shift(mine, -50, 60)
    await runJob(
      world.app.deps,
      bookingJobs.find((j) => j.name === 'booking-miss')!,
    )
    const { state, reason } = await seen(mine)
    expect([state, reason]).toEqual(['revoked', expect.stringContaining('没有上机资格')])
    expect(await world.sql('select from violation where user_id = $1', [lab.booker.id])).toEqual([])
  })
  test('taken back or cut short: the same, until it is given again', async () => {
    deviceId = await lab.device({ ...terms, qualification_required: true })
    await lab.approvals(deviceId)
    await grant(lab.reviewer, [lab.booker.id])
    const { id } = await lab.book({ deviceId, experimenterId: lab.booker.id })
    const fee = async () => (await seen(id)).cancelTerms?.feeFen
    expect(await fee()).toBe(5000)
    await grant(lab.reviewer, [lab.booker.id], { validTo: addDays(today, 1) })
    expect([await fee(), await told('您的预约需要上机资格')]).toMatchObject([
      0,
      [{ userIds: [lab.booker.id] }],
    ])
    await grant(lab.reviewer, [lab.booker.id])
    expect(await fee()).toBe(5000)
    await withdraw(lab.reviewer, [lab.booker.id])
    expect(await fee()).toBe(0)
    const [{ role } = { role: null }] = await world.sql<{ role: unknown }>(
      `select payload -> 'role' as role from outbox where payload ->> 'title' = '有预约的实验人没有上机资格'
        order by id desc limit 1`,
    )
    expect(role).toMatchObject({ role: 'lab_director', labId: lab.labId })
    await grant(lab.reviewer, [lab.booker.id])
    expect(await fee()).toBe(5000)
  })
})

describe('who may', () => {
  test('those who run or review the device, and nobody else', async () => {
    for (const by of [lab.director, lab.labAdmin, lab.reviewer, lab.sysadmin]) {
      expect([by.name, (await grant(by, [lab.booker.id])).status]).toEqual([by.name, 200])
      expect(
        (await world.ok(by, openingCalls.get, { params: { deviceId: String(deviceId) } })).can,
      ).toContain('qualify')
    }
    for (const by of [lab.booker, lab.outsider, lab.payer, lab.finance]) {
      const answers = [
        await grant(by, [lab.booker.id]),
        await withdraw(by, [lab.booker.id]),
        await world.send(by, qualificationCalls.list, { params: { deviceId } }),
        await world.send(by, qualificationCalls.export, { params: { deviceId } }),
      ]
      expect([by.name, answers.map((a) => a.status)]).toEqual([by.name, [403, 403, 403, 403]])
      expect(
        (await world.ok(by, openingCalls.get, { params: { deviceId: String(deviceId) } })).can,
      ).not.toContain('qualify')
    }
    expect((await names()).length).toBe(1)
  })
  test('what makes no sense is refused in words, and nothing is written', async () => {
    expect(await grant(lab.reviewer, [lab.booker.id], { validTo: addDays(today, -1) })).toMatchObject({
      code: 'VALID_TO_PAST',
      message: '有效期不能早于今天',
    })
    expect(await grant(lab.reviewer, [lab.booker.id, 999_999_999])).toMatchObject({ code: 'PERSON_UNKNOWN' })
    expect((await grant(lab.reviewer, [])).message).toBe('请选择要处理的内容')
    expect((await grant(lab.reviewer, [lab.booker.id], {}, 999_999_999)).status).toBe(404)
    expect(await names()).toEqual([])
  })
})

describe('lists', () => {
  test('of a device: by name and by how long it holds; the same as a file', async () => {
    const third = await world.person('周工程师')
    await grant(lab.reviewer, [lab.booker.id, lab.experimenter.id, third.id])
    await endsIn(lab.experimenter.id, 5)
    await endsIn(third.id, -1)
    expect([
      await names({ state: 'valid' }),
      await names({ state: 'expiring' }),
      await names({ state: 'expired' }),
    ]).toEqual([['预约人'], ['实验人'], ['周工程师']])
    expect([
      await names({ keyword: '周' }),
      await names({ keyword: 'zhou' }),
      await names({ keyword: '没有这个人' }),
    ]).toEqual([['周工程师'], ['周工程师'], []])
    const file = await world.app.inject({
      url: makeAddress(qualificationCalls.export, { params: { deviceId }, query: { state: 'expired' } }),
      headers: { authorization: lab.reviewer.token },
    })
    const rows = (await readXlsx(file.rawPayload)).sheets[0]?.rows ?? []
    expect(rows[0]).toEqual(['姓名', '用户名', '单位', '有效期至', '状态', '授予人', '授予时间', '备注'])
    expect(rows.slice(1).map((r) => [r[0], r[4], r[5]])).toEqual([['周工程师', '已过期', '审核员']])
  })
  test('my own, with the devices I can book', async () => {
    const [me] = [await world.person('新生')]
    const mine = async () =>
      (await world.ok(me, qualificationCalls.mine, {})).items.map((q) => [q.device.id, q.state, q.can])
    expect(await mine()).toEqual([])
    await grant(lab.reviewer, [me.id])
    expect(await mine()).toEqual([[deviceId, 'valid', ['book']]])
    await world.sql(
      `insert into scrap (device_id, state, state_at, why, requester_id, price_fen, created_at)
        values ($1, 'awaiting_dept_head', now(), '老化', $2, 1, now())`,
      [deviceId, lab.director.id],
    )
    expect(await mine()).toEqual([[deviceId, 'valid', []]])
    await world.sql(`update scrap set state = 'cancelled' where device_id = $1`, [deviceId])
    await world.sql(`update opening set enabled = false where device_id = $1`, [deviceId])
    expect(await mine()).toEqual([[deviceId, 'valid', []]])
  })
})

test('who has not long to go is told once for each term', async () => {
  const run = () => runJob(world.app.deps, qualificationJobs[0]!)
  await world.sql('update qualification set warned_at = now()')
  await grant(lab.reviewer, [lab.booker.id, lab.experimenter.id, lab.payer.id])
  await endsIn(lab.booker.id, 13)
  await endsIn(lab.experimenter.id, 15)
  await endsIn(lab.payer.id, -1)
  expect([await run(), await run()]).toEqual([1, 0])
  expect(await told('上机资格即将到期')).toMatchObject([
    { userIds: [lab.booker.id], body: expect.stringContaining('场发射扫描电镜') as string },
  ])
  await grant(lab.reviewer, [lab.booker.id], { validTo: addDays(today, 3) })
  expect(await run()).toBe(1)
})
