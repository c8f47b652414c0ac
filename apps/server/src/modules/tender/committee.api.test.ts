import { purchaseCalls } from '@portal/contract/purchase/calls'
import { tenderCalls } from '@portal/contract/tender/calls'
import { expect, test } from 'vitest'
import { tenderWorld } from '../../testing/tenders.ts'
import type { Person } from '../../testing/world.ts'

const { world, s, at } = await tenderWorld()
const read = (who: Person, id: number) => world.ok(who, tenderCalls.get, at(id))
const conclude = (who: Person, id: number) =>
  world.send(who, tenderCalls.conclude, { ...at(id), body: { summary: '推荐第一名' } })
const waiting = async (who: Person, id: number) =>
  (
    await world.sql(
      `select 1 from approval_task where business = 'tender' and row_id = $1 and step = 'sign' and user_id = $2 and state = 'waiting'`,
      [id, who.id],
    )
  ).length
const [first, second] = [0, 1].map((i) => () => s.experts[i]!) as [() => Person, () => Person] // five are made

test('members are told nothing before the opening, and not even that they sit there', async () => {
  // Three seconds, for many calls; what is asked when they are over is asked again of another tender.
  const id = await s.inTime(async (opensInMs) => {
    const { tenderId } = await s.announced({ opensInMs })
    expect((await s.quote(s.a, tenderId)).status).toBe(200)
    expect(await s.committee(tenderId)).toMatchObject({ status: 200 })
    expect(
      (await read(s.office, tenderId)).committee.map((m) => [m.user.name, m.chair, m.own, m.signedAt]),
    ).toEqual(s.experts.map((e, i) => [e.name, i === 0, false, null]))
    expect(await world.send(first(), tenderCalls.get, at(tenderId))).toMatchObject({ status: 403 })
    expect((await world.ok(first(), tenderCalls.list, { query: {} })).items).toEqual([])
    expect(await waiting(first(), tenderId)).toBe(0)
    expect(await s.sign(first(), tenderId).catch((e: Error) => e.message)).toContain('403')
    await expect(
      world.sql(
        `insert into tender_ballot (member_id, quotation_id, qualified) select m.id, q.id, true from tender_member m join quotation q on q.tender_id = m.tender_id where m.tender_id = $1`,
        [tenderId],
      ),
    ).rejects.toMatchObject({ constraint: 'tender_ballot_cast' })
    return tenderId
  }, 3000)
  await s.untilDue(id)
  await world.ok(s.office, tenderCalls.open, at(id))
  expect(await waiting(first(), id)).toBe(1)
  const seen = await read(first(), id)
  expect(seen).toMatchObject({ state: 'opened', purchase: null, rounds: [], can: ['sign', 'print'] })
  expect(seen.opened.map((q) => [q.supplier.name, q.amountFen])).toEqual([['甲公司', 900_000_00]])
  expect((await world.ok(first(), tenderCalls.list, { query: {} })).items).toMatchObject([
    { id, can: ['sign', 'print'] },
  ])
})

test('each judges by himself, once; all are known when it is concluded, to the house alone', async () => {
  const { purchaseId, tenderId } = await s.opened()
  await s.committee(tenderId)
  // The purchase's page does not name them either: it says only what it waits for.
  const { progress } = await world.ok(s.requester, purchaseCalls.get, { params: { id: purchaseId } })
  expect(progress.find((p) => p.status === 'current')?.who).toContain('评审小组（签署评审意见）')
  expect(JSON.stringify(progress)).not.toContain(first().name)
  expect(await s.sign(first(), tenderId, () => ({ technicalScore: 41 }))).toMatchObject({
    code: 'SCORE_RANGE',
  })
  expect(await s.sign(first(), tenderId, () => ({ qualified: false, words: '' }))).toMatchObject({
    code: 'WORDS_MISSING',
  })
  expect((await s.sign(first(), tenderId, () => ({ technicalScore: 33.5 }))).data).toMatchObject({
    can: ['print'],
  })
  expect(await s.sign(first(), tenderId)).toMatchObject({
    status: 409,
    code: 'SIGNED',
    message: '您已签署评审意见，不能修改',
  })
  expect(await waiting(first(), tenderId)).toBe(0)
  for (const change of [
    `update tender_member set opinion = '改' where tender_id = $1 and signed_at is not null`,
    'delete from tender_member where tender_id = $1',
    'update tender_ballot set technical_score = 1 where member_id in (select id from tender_member where tender_id = $1)',
    'delete from tender_ballot where member_id in (select id from tender_member where tender_id = $1)',
  ]) {
    await expect(world.sql(change, [tenderId])).rejects.toMatchObject({ code: '42501' })
  }
  const of = async (who: Person) =>
    (await read(who, tenderId)).committee.map((m) => [
      m.signedAt !== null,
      m.opinion,
      m.seal !== null,
      m.ballots.length,
    ])
  expect((await of(first()))[0]).toEqual([true, '同意', true, 3])
  for (const who of [second(), s.office, s.equipOffice])
    expect((await of(who))[0]).toEqual([true, null, false, 0])
  expect(await read(s.requester, tenderId)).toMatchObject({ committee: [], opened: [] })
  expect((await read(s.requester, tenderId)).history.map((h) => h.event)).not.toContain('sign')
  expect((await read(s.a.person, tenderId)).committee).toEqual([])

  // Nothing is concluded before the last signature, and no award is possible; the database refuses it too.
  expect((await read(s.office, tenderId)).can).toEqual(['committee', 'fail', 'print'])
  expect(await conclude(s.office, tenderId)).toMatchObject({
    status: 409,
    code: 'UNSIGNED',
    message: '还有成员没有签署评审意见（4 人）',
  })
  const [lowest] = (await read(s.office, tenderId)).opened
  expect(
    await world.send(s.office, tenderCalls.award, {
      ...at(tenderId),
      body: { quotationId: lowest?.id ?? 0 },
    }),
  ).toMatchObject({ status: 409, code: 'STATE' })
  await expect(
    world.sql(
      `update tender set state = 'evaluated', evaluated_at = now(), evaluation_summary = '' where id = $1`,
      [tenderId],
    ),
  ).rejects.toMatchObject({ constraint: 'tender_signed' })
  await expect(
    world.sql(`update tender set state = 'awarded', quotation_id = $2 where id = $1`, [tenderId, lowest?.id]),
  ).rejects.toMatchObject({ constraint: 'tender_awarded' })
  for (const who of s.experts.slice(1)) expect((await s.sign(who, tenderId)).status).toBe(200)
  for (const who of [first(), s.equipOffice, s.requester, s.a.person, s.outsider])
    expect((await conclude(who, tenderId)).status).toBe(403)
  const concluded = (await conclude(s.office, tenderId)).data
  expect(concluded.opened.map((q) => [q.rank, q.technicalScore])).toEqual([
    [1, 30.7],
    [2, 30.7],
    [3, 30.7],
  ])
  expect(concluded.committee.every((m) => m.ballots.length === 3 && m.seal?.length === 64)).toBe(true)
  expect((await read(second(), tenderId)).committee[0]?.ballots[0]).toMatchObject({ technicalScore: 33.5 })
  expect(await read(s.a.person, tenderId)).toMatchObject({
    committee: [],
    evaluationSummary: null,
    opened: [{ rank: null, totalScore: null, evaluation: null }],
  })

  // A quotation other than the first recommended one needs a reason.
  const other = concluded.opened[1]?.id ?? 0
  expect(
    await world.send(s.office, tenderCalls.award, { ...at(tenderId), body: { quotationId: other } }),
  ).toMatchObject({ status: 422, code: 'NOT_FIRST', reasons: [{ field: 'reason' }] })
  expect(
    await world.ok(s.office, tenderCalls.award, {
      ...at(tenderId),
      body: { quotationId: other, reason: '第一名书面放弃' },
    }),
  ).toMatchObject({ state: 'awarded', awardReason: '第一名书面放弃' })
})

test('whoever has no seat learns nothing and signs nothing', async () => {
  const { tenderId } = await s.opened()
  await s.committee(tenderId)
  const items = (await read(s.office, tenderId)).opened.map((q) => ({
    quotationId: q.id,
    qualified: true,
    technicalScore: 1,
    commercialScore: 1,
  }))
  for (const who of [s.outsider, s.requester, s.a.person, s.d.person, s.equipOffice, s.office])
    expect(await world.send(who, tenderCalls.sign, { ...at(tenderId), body: { items } })).toMatchObject({
      status: 403,
    })
  expect({
    ...(await world.send(s.outsider, tenderCalls.sign, { ...at(99_999_999), body: { items } })),
    requestId: '',
  }).toEqual({
    ...(await world.send(s.outsider, tenderCalls.sign, { ...at(tenderId), body: { items } })),
    requestId: '',
  })
  for (const who of [first(), s.equipOffice, s.requester])
    expect(
      (await world.send(who, tenderCalls.committee, { ...at(tenderId), body: { members: [] } })).status,
    ).toBe(403)
})

test('a member who is replaced between two statements of a reading call is refused, as one without a seat', async () => {
  const { tenderId } = await s.opened()
  await s.committee(tenderId)
  // The statements of the call then see the seat as it is and the request to sign as it was.
  await world.sql('delete from tender_member where tender_id = $1 and user_id = $2', [tenderId, second().id])
  expect(await waiting(second(), tenderId)).toBe(1)
  expect(await world.send(second(), tenderCalls.get, at(tenderId))).toMatchObject({ status: 403 })
})

test('who may sit: enough, odd, a third of the own at most; not who asked, runs or sells; whoever signed stays', async () => {
  const { tenderId } = await s.opened()
  const { deptId } = (
    await world.sql<{ deptId: number }>('select dept_id as "deptId" from user_account where id = $1', [
      s.requester.id,
    ])
  )[0]!
  const own = await Promise.all(['同院甲', '同院乙'].map((name) => world.person(name, { deptId })))
  const rest = s.experts.slice(2)
  const tried = async (members: readonly Person[]) => (await s.committee(tenderId, members)).code
  expect(await tried(s.experts.slice(0, 3))).toBe('COMMITTEE_SIZE')
  expect(await tried([...s.experts, own[0]!])).toBe('COMMITTEE_ODD')
  expect(await tried([...rest, ...own])).toBe('COMMITTEE_OWN')
  expect(await tried([own[0]!, ...s.experts.slice(1)])).toBe('MEMBER_CHAIR')
  expect([
    await tried([...s.experts.slice(1), s.requester]),
    await tried([...s.experts.slice(1), s.office2]),
    await tried([...s.experts.slice(1), s.d.person]),
  ]).toEqual(['MEMBER_REQUESTER', 'MEMBER_OFFICE', 'MEMBER_SUPPLIER'])
  const members = s.experts.map((m) => ({ userId: m.id, unit: '甲公司', title: '工程师' }))
  expect(
    await world.send(s.office, tenderCalls.committee, { ...at(tenderId), body: { members } }),
  ).toMatchObject({ code: 'MEMBER_SUPPLIER', reasons: [{ field: 'members.0.unit' }, {}, {}, {}, {}] })

  expect(await tried([...s.experts.slice(0, 4), own[0]!])).toBe(0)
  expect((await read(s.office, tenderId)).committee.filter((m) => m.own).map((m) => m.user.name)).toEqual([
    '同院甲',
  ])
  await s.sign(first(), tenderId)
  expect(await tried([...s.experts.slice(1), own[0]!])).toBe('COMMITTEE_SIGNED')
  // A member who cannot come is replaced: one task closes, the other opens.
  expect(await tried([...s.experts.slice(0, 4), own[1]!])).toBe(0)
  expect([
    await waiting(own[0]!, tenderId),
    await waiting(own[1]!, tenderId),
    await waiting(second(), tenderId),
    await waiting(first(), tenderId),
  ]).toEqual([0, 1, 1, 0])
  expect((await world.send(own[0]!, tenderCalls.get, at(tenderId))).status).toBe(403)
  // A member who has joined a supplier since may not sign.
  await world.sql('insert into supplier_user (user_id, supplier_id, created_at) values ($1, $2, now())', [
    second().id,
    s.b.id,
  ])
  expect(await s.sign(second(), tenderId)).toMatchObject({ status: 409, code: 'MEMBER_SUPPLIER' })
  await world.sql('delete from supplier_user where user_id = $1', [second().id])
})

test('whoever has signed and left since keeps the seat, and another member can still be replaced', async () => {
  const { tenderId } = await s.opened()
  const leaver = await world.person('离校专家')
  expect((await s.committee(tenderId, [...s.experts.slice(0, 4), leaver])).status).toBe(200)
  expect((await s.sign(leaver, tenderId)).status).toBe(200)
  const leave = (who: Person) => world.sql('update user_account set enabled = false where id = $1', [who.id])
  await leave(leaver)
  const successor = await world.person('接替专家')
  const others = [...s.experts.slice(0, 3), successor, leaver]
  const { committee } = (await s.committee(tenderId, others)).data
  expect(committee.map((m) => [m.user.name, m.signedAt !== null])).toEqual(
    expect.arrayContaining([
      ['离校专家', true],
      ['接替专家', false],
    ]),
  )
  // Who has not signed must still be there.
  await leave(successor)
  expect(await s.committee(tenderId, others)).toMatchObject({
    code: 'MEMBER_PERSON',
    reasons: [{ field: 'members.3.userId' }],
  })
})

test('by price: quality suffices, and the cheapest is first; how it is compared is announced', async () => {
  const { tenderId } = await s.purchase('comparison')
  expect(await read(s.office, tenderId)).toMatchObject({
    committeeSize: 3,
    scoring: { kind: 'lowest', pricePoints: 40, commercialPoints: 20, technicalPoints: 40 },
  })
  const body = {
    title: '比价',
    announcementHtml: '<p>公告</p>',
    opensAt: null,
    minQuotations: 3,
    supplierIds: [],
    fileIds: [],
  }
  const tried = (scoring: object) =>
    world.send(s.office, tenderCalls.change, {
      ...at(tenderId),
      body: {
        ...body,
        scoring: { kind: 'points', pricePoints: 40, commercialPoints: 10, ...scoring } as never,
      },
    })
  expect(await tried({ pricePoints: 29 })).toMatchObject({
    status: 400,
    reasons: [{ field: 'scoring.pricePoints' }],
  })
  expect(await tried({ pricePoints: 60, commercialPoints: 41 })).toMatchObject({
    status: 400,
    reasons: [{ field: 'scoring.commercialPoints' }],
  })
  expect((await tried({})).data.scoring).toEqual({
    kind: 'points',
    pricePoints: 40,
    commercialPoints: 10,
    technicalPoints: 50,
  })
  const invited = await s.opened()
  await world.sql(`update tender set scoring = 'lowest' where id = $1`, [invited.tenderId])
  const { opened } = await s.concluded(invited.tenderId, (q) =>
    q.supplier.name === '乙公司'
      ? { qualified: false, words: '交货期过长' }
      : { technicalScore: null, commercialScore: null },
  )
  expect(opened.map((q) => [q.supplier.name, q.rank, q.totalScore])).toEqual([
    ['甲公司', 1, null],
    ['丙公司', 2, null],
    ['乙公司', null, null],
  ])
})
