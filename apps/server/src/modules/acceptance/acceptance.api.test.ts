import { acceptanceCalls, type AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { approvalCalls } from '@portal/contract/approval/approval'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createArrivals, type Arrivals } from '../../testing/arrivals.ts'
import { createProcurement, type Procurement } from '../../testing/procurement.ts'
import { expectSorted } from '../../testing/sorted.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let p: Procurement
let r: Arrivals
let members: Person[]
beforeAll(async () => {
  world = await createWorld()
  p = await createProcurement(world)
  r = await createArrivals(world, p)
  members = [
    p.colleague,
    await world.person('会签乙', { deptId: p.deptId }),
    await world.person('会签丙', { deptId: p.deptId }),
  ]
})
afterAll(() => world.close())

const get = (who: Person, id: number) => world.ok(who, acceptanceCalls.get, { params: { id } })
const submit = (id: number, who = p.requester) => world.send(who, acceptanceCalls.submit, { params: { id } })
const sign = (
  who: Person,
  id: number,
  verdict: 'agree' | 'disagree' = 'agree',
  seen: { stateAt?: string } = {},
) =>
  world.send(who, acceptanceCalls.sign, {
    params: { id },
    body: { verdict, opinion: verdict === 'agree' ? null : '附件不全', ...seen },
  })
const pieceStates = async (purchaseId: number) =>
  (
    await world.sql<{ state: string }>('select state from piece where purchase_id = $1 order by id', [
      purchaseId,
    ])
  ).map((x) => x.state)
/** What waits for a person: the acceptance and the step. */
const waiting = async (who: Person) =>
  (
    await world.ok(who, approvalCalls.tasks, { query: { business: 'acceptance', all: 'true', size: 100 } })
  ).items.map((t) => [t.rowId, t.step])
const signers = () => ({ members: members.map((m) => ({ userId: m.id, duty: '技术' })) })

/** Lowers the threshold so that the instruments of the test count as medium. */
async function college<T>(work: () => Promise<T>): Promise<T> {
  const set = (value: string) =>
    world.sql(
      `update dictionary_item i set value = $1 from dictionary d where d.id = i.dictionary_id and d.name = 'acceptance_medium_from'`,
      [value],
    )
  await set('5000')
  try {
    return await work()
  } finally {
    await set('100000')
  }
}
const collegeDraft = () => college(async () => r.draft(await r.delivered()))
const collegeFilled = (more?: Partial<Parameters<Arrivals['fine']>[1]>) =>
  college(async () => {
    const { purchase } = await collegeDraft()
    return college(() => r.filled(purchase.id, () => ({ ...signers(), ...more })))
  })

describe('by oneself', () => {
  test('opened by what was checked, filled in, audited: the pieces are the university’s', async () => {
    const purchaseId = await r.delivered()
    const [draft] = await r.acceptances(purchaseId)
    expect(draft).toMatchObject({
      state: 'draft',
      scale: 'small',
      pieceCount: 2,
      totalFen: 1_999_800,
      receiver: { id: p.requester.id },
      membersMin: 1,
      can: ['change', 'cancel', 'submit'],
    })
    expect(draft?.checks).toHaveLength(8)
    expect(draft?.progress.map((x) => [x.key, x.status])).toEqual([
      ['create', 'done'],
      ['fill', 'current'],
      ['sign', 'next'],
      ['audit', 'next'],
      ['end', 'next'],
    ])
    const { id } = await r.filled(purchaseId)
    expect(await r.handIn(id)).toMatchObject({ state: 'awaiting_audit', can: ['recall'] })
    expect((await get(p.equip, id)).can).toEqual(['approve', 'send_back'])
    expect(await r.audit(p.equip, id)).toEqual({ id, ok: true, state: 'accepted', message: '验收通过' })
    expect(await pieceStates(purchaseId)).toEqual(['accepted', 'accepted'])
    expect(await r.stockIns(purchaseId)).toMatchObject([
      { state: 'awaiting_info', pieceCount: 2, totalFen: 1_999_800 },
    ])
    expect((await get(p.requester, id)).history.map((h) => h.title)).toEqual([
      '新建验收',
      '填写验收',
      '提交验收',
      '会签同意',
      '审核通过',
    ])
  })

  test('handed in again after an answer that was lost, it was handed in once', async () => {
    const { id } = await r.filled(await r.delivered())
    const hand = (key: string) => world.send(p.requester, acceptanceCalls.submit, { params: { id }, key })
    const first = await hand('acceptance-1')
    const again = await hand('acceptance-1')
    expect([first.status, again.status, again.data]).toEqual([200, 200, first.data])
    expect((await hand('acceptance-2')).status).toBe(409)
  })

  test('filled in on two devices, neither overwrites or hands in what it has not seen', async () => {
    const a = await r.filled(await r.delivered())
    const [params, revision] = [{ id: a.id }, a.revision]
    const fill = (conclusion: string, seen: number, key: string) =>
      world.send(p.requester, acceptanceCalls.change, {
        params,
        body: { ...r.fine(a), conclusion, revision: seen },
        key,
      })
    const hand = (seen: number) =>
      world.send(p.requester, acceptanceCalls.submit, { params, body: { revision: seen } })
    const phone = await fill('完好', revision, 'save-phone-1')
    expect(phone.data?.revision).toBe(revision + 1)
    const desk = await fill('外壳有划痕', revision + 1, 'save-desk-1')
    // The repeated save is answered from memory; what it saved is not there any more.
    expect((await fill('完好', revision, 'save-phone-1')).data).toEqual(phone.data)
    for (const answer of [await hand(revision + 1), await fill('完好', revision + 1, 'save-phone-2')])
      expect(answer).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    expect(await get(p.requester, a.id)).toMatchObject({ state: 'draft', conclusion: '外壳有划痕' })
    expect((await hand(desk.data?.revision ?? 0)).status).toBe(200)
  })

  test('what comes from abroad brings the parts of its price, of the pieces that are in it', async () => {
    const abroad = (name: string) =>
      p.item({ name, quantity: 1, unitPriceFen: 3_000_000, imported: true, justification: '国内无' })
    const a = await r.draft(await r.delivered({ items: [abroad('进口天平'), abroad('进口砝码'), p.item()] }))
    expect(a.imports.map((i) => [i.name, i.importPrice.currency, i.unitPriceFen])).toEqual([
      ['进口天平', 'USD', 3_000_000],
      ['进口砝码', 'USD', 3_000_000],
    ])
    const [first] = a.pieces
    const changed = await world.ok(p.requester, acceptanceCalls.change, {
      params: { id: a.id },
      body: r.fine(a, { pieces: [{ id: first?.id ?? 0 }] }),
    })
    expect(changed.imports.map((i) => i.name)).toEqual(['进口天平'])
  })

  test('another of the laboratory signs with him, from a price on two; the database holds it', async () => {
    const purchaseId = await r.delivered()
    const { id } = await r.filled(purchaseId, () => ({ members: [] }))
    expect((await submit(id)).reasons).toMatchObject([
      {
        code: 'MEMBERS_MISSING',
        field: 'members',
        message: '会签人数不足：至少需要本实验室 1 人（不含验收人），现有 0 人',
      },
    ])
    const change = (more: Parameters<Arrivals['fine']>[1]) =>
      get(p.requester, id).then((a) =>
        world.send(p.requester, acceptanceCalls.change, { params: { id }, body: r.fine(a, more) }),
      )
    expect(await change({ members: [{ userId: p.requester.id }] })).toMatchObject({
      status: 422,
      code: 'MEMBER_SELF',
    })
    // Once the laboratory has people of its own, one of them must sign.
    const member = members[1]!
    await world.sql(`insert into lab_member (lab_id, user_id, role) values ($1, $2, 'lab_member')`, [
      p.labId,
      member.id,
    ])
    try {
      await change({ members: [{ userId: p.colleague.id }] })
      expect((await submit(id)).reasons).toMatchObject([{ code: 'MEMBERS_MISSING' }])
      await change({ members: [{ userId: member.id }] })
      expect((await submit(id)).data).toMatchObject({
        state: 'awaiting_signatures',
        scale: 'small',
        can: ['recall'],
      })
    } finally {
      await world.sql('delete from lab_member where lab_id = $1', [p.labId])
    }
    expect(await r.audit(p.equip, id)).toMatchObject({ ok: false })
    // The database refuses both: skipping the signature, and the receiver as a member.
    await expect(
      world.sql(`update acceptance set state = 'awaiting_audit' where id = $1`, [id]),
    ).rejects.toThrow(/others have to sign/)
    await expect(
      world.sql(`insert into acceptance_member (acceptance_id, user_id, sort) values ($1, $2, 9)`, [
        id,
        p.requester.id,
      ]),
    ).rejects.toThrow(/does not sign with himself/)
    await expect(
      world.sql('update acceptance set receiver_id = $2 where id = $1', [id, member.id]),
    ).rejects.toThrow(/does not sign with himself/)
    expect((await sign(member, id)).data).toMatchObject({ state: 'awaiting_audit' })
    const dear = await r.filled(
      await r.delivered({ items: [p.item({ unitPriceFen: 5_000_000, quantity: 1 })] }),
      () => ({ members: [{ userId: p.colleague.id }] }),
    )
    // The contract price is a little below the threshold.
    expect(dear.membersMin).toBe(1)
    await world.sql('update piece set price_fen = 5000000 where purchase_id = $1', [dear.purchase.id])
    expect((await submit(dear.id)).reasons).toMatchObject([
      { code: 'MEMBERS_MISSING', message: '会签人数不足：至少需要本实验室 2 人（不含验收人），现有 1 人' },
    ])
  })

  test('everything that is missing is said at once, and nothing happens', async () => {
    const draft = await r.draft(await r.delivered())
    const refused = await submit(draft.id)
    expect(refused.status).toBe(422)
    expect(refused.reasons?.map((x) => x.field)).toEqual(
      expect.arrayContaining([
        'place',
        'acceptedOn',
        'conclusion',
        'checks.0.ok',
        'pieces.0.verdict',
        'pieces.1.verdict',
        'pictures',
      ]),
    )
    expect(await get(p.requester, draft.id)).toMatchObject({ state: 'draft', history: [{ event: 'create' }] })
  })

  test('a number that is not the supplier’s cannot be accepted, only refused', async () => {
    const purchaseId = await r.delivered()
    const other = (a: AcceptanceDetail, verdict: 'accept' | 'refuse') => ({
      pieces: a.pieces.map((c, i) =>
        i
          ? { id: c.id, verdict: 'accept' as const, factoryNumber: c.suppliedNumber }
          : { id: c.id, verdict, factoryNumber: 'X-1', reason: verdict === 'refuse' ? '铭牌编号不符' : null },
      ),
    })
    const { id } = await r.filled(purchaseId, (a) => other(a, 'accept'))
    expect((await submit(id)).reasons).toMatchObject([
      { code: 'NUMBER_DIFFERS', field: 'pieces.0.factoryNumber' },
    ])
    await r.filled(purchaseId, (a) => other(a, 'refuse'))
    await r.handIn(id)
    expect(await r.audit(p.equip, id)).toMatchObject({ ok: true })
    expect((await pieceStates(purchaseId)).toSorted()).toEqual(['accepted', 'expected'])
    // What goes back is not part of the amount: its replacement is, when that is accepted.
    expect(await get(p.requester, id)).toMatchObject({ pieceCount: 2, totalFen: 999_900 })
    // The supplier delivers a replacement, which gets its own acceptance.
    await r.deliver(purchaseId)
    const second = await r.filled(purchaseId)
    expect(second).toMatchObject({ pieceCount: 1, totalFen: 999_900, contractFen: 1_999_800 })
    await r.handIn(second.id)
    await r.audit(p.equip, second.id)
    expect(await pieceStates(purchaseId)).toEqual(['accepted', 'accepted'])
    expect((await r.stockIns(purchaseId)).map((s) => s.totalFen)).toEqual([999_900, 999_900])
  })

  test('what is left out is accepted later, and until then can be taken in again', async () => {
    const purchaseId = await r.delivered({ items: [p.item({ quantity: 3 })] })
    const first = await r.filled(purchaseId, (a) => ({ pieces: r.fine(a).pieces.slice(0, 1) }))
    expect(first).toMatchObject({ pieceCount: 1 })
    expect(first.outside).toHaveLength(2)
    const more = await world.ok(p.requester, acceptanceCalls.change, {
      params: { id: first.id },
      body: r.fine(first, {
        pieces: [...first.pieces, first.outside[0]!].map((c) => ({
          id: c.id,
          verdict: 'accept',
          factoryNumber: c.suppliedNumber,
        })),
      }),
    })
    expect(more).toMatchObject({ pieceCount: 2, pieces: [{ verdict: 'accept' }, { verdict: 'accept' }] })
    await r.handIn(first.id)
    expect((await r.acceptances(purchaseId)).map((a) => [a.state, a.pieceCount])).toEqual([
      ['awaiting_audit', 2],
      ['draft', 1],
    ])
  })

  test('sent back, it is handed in again; cancelled, another one can be made', async () => {
    const purchaseId = await r.delivered()
    const { id } = await r.filled(purchaseId)
    await r.handIn(id)
    expect(await r.audit(p.equip, id, 'send_back')).toMatchObject({ ok: true, state: 'draft' })
    expect(await get(p.requester, id)).toMatchObject({
      state: 'draft',
      reason: '照片不清楚',
      can: ['change', 'cancel', 'submit'],
    })
    expect(
      await world.ok(p.requester, acceptanceCalls.cancel, { params: { id }, body: { reason: '重新验收' } }),
    ).toMatchObject({
      state: 'cancelled',
      can: ['create'],
      progress: [
        { key: 'create', status: 'done' },
        { key: 'cancelled', title: '已取消', status: 'stopped' },
      ],
    })
    expect(await world.send(p.equip, acceptanceCalls.create, { body: { purchaseId } })).toMatchObject({
      status: 403,
    })
    const again = await world.ok(p.requester, acceptanceCalls.create, { body: { purchaseId } })
    expect(again).toMatchObject({ state: 'draft', pieceCount: 2 })
    expect(await world.send(p.requester, acceptanceCalls.create, { body: { purchaseId } })).toMatchObject({
      status: 409,
      code: 'NOTHING_LEFT',
    })
    expect(await get(p.requester, id)).toMatchObject({ state: 'cancelled', can: [] })
  })

  test('pieces of another purchase, or of another open acceptance, are not taken in', async () => {
    const [a, b] = [await r.draft(await r.delivered()), await r.draft(await r.delivered())]
    const body = r.fine(a, {
      pieces: [...a.pieces, ...b.pieces].map((c) => ({ id: c.id, verdict: 'accept' })),
    })
    expect(
      await world.send(p.requester, acceptanceCalls.change, { params: { id: a.id }, body }),
    ).toMatchObject({ status: 409, code: 'PIECE_TAKEN' })
    expect(await get(p.requester, a.id)).toMatchObject({ pieceCount: 2 })
  })

  test('pictures: his own, while it is open, and taken away again', async () => {
    const { id } = await r.filled(await r.delivered())
    const [picture] = (await get(p.requester, id)).pictures
    expect(
      await world.send(p.equip, acceptanceCalls.removePicture, { params: { id, fileId: picture?.id ?? '' } }),
    ).toMatchObject({ status: 403 })
    const bytes = (who: Person) =>
      world.app.inject({ method: 'GET', url: picture?.url ?? '', headers: { authorization: who.token } })
    expect((await bytes(p.equip)).statusCode).toBe(200)
    expect((await bytes(p.suppliers[0]!.user)).statusCode).toBe(403)
    await world.ok(p.requester, acceptanceCalls.removePicture, { params: { id, fileId: picture?.id ?? '' } })
    expect((await submit(id)).reasons).toMatchObject([{ code: 'PICTURE_MISSING' }])
  })
})

describe('by the college', () => {
  test('several sign, each for himself; then the office audits', async () => {
    const { id } = await collegeFilled()
    expect((await submit(id)).data).toMatchObject({
      state: 'awaiting_signatures',
      scale: 'medium',
      membersMin: 3,
    })
    expect(await sign(p.requester, id)).toMatchObject({ status: 403 })
    expect(await sign(p.outsider, id)).toMatchObject({ status: 403 })
    for (const [i, m] of members.entries()) {
      expect((await get(m, id)).can).toEqual(['sign'])
      expect((await sign(m, id)).data).toMatchObject({
        state: i < 2 ? 'awaiting_signatures' : 'awaiting_audit',
        can: [],
      })
    }
    expect((await get(p.requester, id)).members.map((m) => m.verdict)).toEqual(['agree', 'agree', 'agree'])
    expect(await r.audit(p.equip, id)).toMatchObject({ ok: true, state: 'accepted' })
  })

  test('the contract ends before all have signed: those who have not are told that they need not', async () => {
    const made = await collegeFilled()
    await submit(made.id)
    await sign(members[0]!, made.id)
    await world.ok(p.equip, purchaseCalls.terminate, {
      params: { id: made.purchase.id },
      body: { reason: '逾期未供' },
    })
    expect((await get(p.requester, made.id)).state).toBe('cancelled')
    expect(
      await world.sql(
        `select payload -> 'userIds' as to, payload ->> 'body' as body from outbox
          where payload ->> 'title' = '验收已取消'`,
      ),
    ).toEqual([
      {
        to: members.slice(1).map((m) => m.id),
        body: expect.stringContaining('无须再会签。合同已终止：逾期未供') as string,
      },
    ])
  })

  test('signed at once, all are counted', async () => {
    const { id } = await collegeFilled()
    await submit(id)
    expect((await Promise.all(members.map((m) => sign(m, id)))).map((a) => a.status)).toEqual([200, 200, 200])
    expect((await get(p.requester, id)).state).toBe('awaiting_audit')
  })

  test('one objects: it goes back, and is signed anew', async () => {
    const { id } = await collegeFilled()
    await submit(id)
    await sign(members[0]!, id)
    expect((await sign(members[1]!, id, 'disagree')).data).toMatchObject({
      state: 'draft',
      reason: '附件不全',
    })
    expect(await sign(members[2]!, id)).toMatchObject({ status: 409 })
    expect((await submit(id)).data).toMatchObject({ state: 'awaiting_signatures' })
    expect((await get(p.requester, id)).members.map((m) => m.verdict)).toEqual([null, null, null])
  })

  test('taken back, changed and handed in anew, nobody signs or audits it as it was before', async () => {
    const { id } = await collegeFilled()
    await submit(id)
    const before = await get(members[0]!, id)
    await world.ok(p.requester, acceptanceCalls.recall, { params: { id } })
    await submit(id)
    const seen = { stateAt: before.stateAt }
    for (const verdict of ['agree', 'disagree'] as const)
      expect(await sign(members[0]!, id, verdict, seen)).toMatchObject({ status: 409 })
    expect((await get(p.requester, id)).members.map((m) => m.verdict)).toEqual([null, null, null])
    const now = await get(members[0]!, id)
    for (const m of members) expect((await sign(m, id, 'agree', { stateAt: now.stateAt })).status).toBe(200)

    const task = async () =>
      (await world.ok(p.equip, approvalCalls.tasks, { query: { size: 100 } })).items.find(
        (t) => t.rowId === id && t.business === 'acceptance',
      )?.id
    const audit = async (how: object) =>
      (
        await world.ok(p.equip, acceptanceCalls.audit, {
          body: { verdict: 'approve', reason: null, items: [{ id, state: 'awaiting_audit', ...how }] },
        })
      )[0]
    const old = { stateAt: (await get(p.equip, id)).stateAt, task: await task() }
    expect(typeof old.task).toBe('number')
    await world.ok(p.requester, acceptanceCalls.recall, { params: { id } })
    await submit(id)
    for (const m of members) await sign(m, id)
    expect(await audit({ stateAt: old.stateAt })).toMatchObject({ ok: false })
    expect(await audit({ task: old.task })).toMatchObject({ ok: false })
    expect(await audit({ task: await task() })).toMatchObject({ ok: true })
  })

  test('nobody signs in the name of another, not even who administrates, and nobody twice', async () => {
    const admin = await world.person('系统管理员', { permissions: ['ADMIN'] })
    const { id } = await collegeFilled()
    await submit(id)
    expect(await waiting(admin)).toContainEqual([id, 'sign'])
    expect((await get(admin, id)).can).toEqual(['send_back'])
    const refused = {
      status: 403,
      message: '只能由尚未会签的会签人员本人会签，他人不能代签',
    }
    for (const verdict of ['agree', 'disagree'] as const)
      expect(await sign(admin, id, verdict)).toMatchObject(refused)
    expect((await sign(members[0]!, id)).status).toBe(200)
    expect(await sign(members[0]!, id)).toMatchObject(refused)
    expect(await waiting(members[0]!)).not.toContainEqual([id, 'sign'])
    expect(await get(p.requester, id)).toMatchObject({
      state: 'awaiting_signatures',
      members: [{ verdict: 'agree' }, { verdict: null }, { verdict: null }],
    })
    const row = async (who: Person) =>
      (await world.ok(who, acceptanceCalls.list, { query: { size: 1000 } })).items.find((a) => a.id === id)
    expect((await row(members[0]!))?.can).toEqual([])
    expect((await row(members[1]!))?.can).toEqual(['sign'])
  })

  test('who acts in the stead of an absent member does not sign for him', async () => {
    const deputy = await world.person('代理人', { deptId: p.deptId })
    const { id } = await collegeFilled()
    await submit(id)
    await world.sql(
      `insert into absence (user_id, deputy_id, starts_at, ends_at, created_at, created_by)
        values ($1, $2, now() - interval '1 day', now() + interval '1 day', now(), $1)`,
      [members[1]!.id, deputy.id],
    )
    expect(await sign(deputy, id)).toMatchObject({ status: 403 })
    await world.sql('delete from absence where deputy_id = $1', [deputy.id])
  })

  test('a member who has left is replaced by who takes over, or once the office has sent it back', async () => {
    const admin = await world.person('系统管理员', { permissions: ['ADMIN'] })
    const gone = await world.person('已离校', { deptId: p.deptId })
    const turnOff = (who: Person, enabled = false) =>
      world.sql('update user_account set enabled = $2 where id = $1', [who.id, enabled])
    const seats = (third: Person) => ({
      members: [members[0]!, members[1]!, third].map((m) => ({ userId: m.id, duty: '' })),
    })
    const { id } = await collegeFilled(seats(gone))
    await submit(id)
    await turnOff(gone)
    await sign(members[0]!, id)
    await sign(members[1]!, id)
    expect(await world.ok(p.requester, acceptanceCalls.recall, { params: { id } })).toMatchObject({
      state: 'draft',
    })
    // Submitted unchanged, it would wait for this member for ever.
    expect(await submit(id)).toMatchObject({
      status: 422,
      reasons: [{ code: 'MEMBER_UNKNOWN', field: 'members.2.userId' }],
    })
    const fill = async (who: Person, third: Person) =>
      world.ok(who, acceptanceCalls.change, {
        params: { id },
        body: r.fine(await get(who, id), seats(third)),
      })
    await fill(p.requester, members[2]!)
    expect((await submit(id)).data).toMatchObject({ state: 'awaiting_signatures' })

    // The receiver has left too: the office sends it back, and it falls to an administrator.
    await turnOff(members[2]!)
    await turnOff(p.requester)
    expect(await r.audit(p.equip, id, 'send_back', 'awaiting_signatures')).toMatchObject({ ok: true })
    expect(await waiting(admin)).toContainEqual([id, 'fill'])
    await turnOff(members[2]!, true)
    await fill(admin, members[2]!)
    expect((await submit(id, admin)).data).toMatchObject({
      state: 'awaiting_signatures',
      receiver: { id: admin.id },
    })
    await turnOff(p.requester, true)
    for (const m of members) expect((await sign(m, id)).status).toBe(200)
    expect((await get(p.equip, id)).state).toBe('awaiting_audit')
  })

  test('too few of the dept, or the receiver himself, are refused', async () => {
    const { id } = await collegeFilled({
      members: [{ userId: members[0]!.id }, { userId: members[1]!.id }, { userId: p.outsider.id }],
    })
    expect((await submit(id)).reasons).toMatchObject([{ code: 'MEMBERS_MISSING', field: 'members' }])
    const draft = await get(p.requester, id)
    expect(
      await world.send(p.requester, acceptanceCalls.change, {
        params: { id },
        body: r.fine(draft, { members: [{ userId: p.requester.id }] }),
      }),
    ).toMatchObject({ status: 422, code: 'MEMBER_SELF' })
  })
})

describe('taken back', () => {
  test('by who handed it in, while it is audited: nobody audits it until it is handed in again', async () => {
    const { id } = await r.filled(await r.delivered())
    await r.handIn(id)
    for (const who of [p.equip, p.colleague, p.outsider])
      expect(await world.send(who, acceptanceCalls.recall, { params: { id } })).toMatchObject({ status: 403 })
    expect(await world.ok(p.requester, acceptanceCalls.recall, { params: { id } })).toMatchObject({
      state: 'draft',
      reason: null,
      can: ['change', 'cancel', 'submit'],
    })
    expect(await r.audit(p.equip, id)).toMatchObject({ ok: false })
    expect(await world.send(p.requester, acceptanceCalls.recall, { params: { id } })).toMatchObject({
      status: 409,
    })
    await r.handIn(id)
    expect(await r.audit(p.equip, id)).toMatchObject({ ok: true })
    expect(await world.send(p.requester, acceptanceCalls.recall, { params: { id } })).toMatchObject({
      status: 409,
    })
  })

  test('while others sign, by who handed it in or by the office with a reason; signed anew', async () => {
    const { id } = await collegeFilled()
    await submit(id)
    await sign(members[0]!, id)
    expect(await world.ok(p.requester, acceptanceCalls.recall, { params: { id } })).toMatchObject({
      state: 'draft',
    })
    expect(await sign(members[1]!, id)).toMatchObject({ status: 409 })
    await submit(id)
    expect((await get(p.requester, id)).members.map((m) => m.verdict)).toEqual([null, null, null])
    expect((await get(p.equip, id)).can).toEqual(['send_back'])
    expect(await r.audit(p.equip, id, 'approve', 'awaiting_signatures')).toMatchObject({ ok: false })
    expect(await r.audit(members[1]!, id, 'send_back', 'awaiting_signatures')).toMatchObject({ ok: false })
    expect(await r.audit(p.equip, id, 'send_back', 'awaiting_signatures')).toMatchObject({
      ok: true,
      state: 'draft',
    })
    expect(await get(p.requester, id)).toMatchObject({ state: 'draft', reason: '照片不清楚' })
  })
})

describe('who', () => {
  test('others learn nothing, not even whether it exists', async () => {
    const { id } = await r.draft(await r.delivered())
    for (const who of [p.outsider, p.otherHead, p.suppliers[0]!.user, p.colleague, p.tender]) {
      expect(await world.send(who, acceptanceCalls.get, { params: { id } })).toMatchObject({
        status: 403,
        message: '您不能查看该验收单',
      })
      expect(await world.send(who, acceptanceCalls.get, { params: { id: 999_999 } })).toMatchObject({
        status: 403,
        message: '您不能查看该验收单',
      })
      expect(
        (await world.ok(who, acceptanceCalls.list, { query: { size: 1000 } })).items.some((a) => a.id === id),
      ).toBe(false)
    }
    for (const who of [p.requester, p.equip, p.head])
      expect(
        (await world.ok(who, acceptanceCalls.list, { query: { size: 1000 } })).items.some((a) => a.id === id),
      ).toBe(true)
  })

  test('an audit is the office’s, once, of what it saw', async () => {
    const { id } = await r.filled(await r.delivered())
    await r.handIn(id)
    expect(await r.audit(p.requester, id)).toMatchObject({ ok: false })
    expect(await r.audit(p.outsider, id)).toMatchObject({ ok: false, message: '验收单不存在或已被删除' })
    expect(await r.audit(p.equip, id, 'approve', 'draft')).toMatchObject({ ok: false })
    const both = await Promise.all([r.audit(p.equip, id), r.audit(p.equip, id)])
    expect(both.map((v) => v.ok).toSorted()).toEqual([false, true])
  })

  test('lists: filters, counts, what waits, the export', async () => {
    const draft = await r.draft(await r.delivered({ title: '紫外分光光度计' }))
    const ids = async (query: object, who = p.equip) =>
      (await world.ok(who, acceptanceCalls.list, { query })).items.map((a) => a.id)
    expect(await ids({ keyword: '紫外' })).toEqual([draft.id])
    expect(await ids({ keyword: draft.number })).toEqual([draft.id])
    expect(await ids({ keyword: draft.purchase.number })).toEqual([draft.id])
    expect(await ids({ keyword: '紫外', state: 'accepted' })).toEqual([])
    expect(await ids({ keyword: '紫外', scale: 'small' })).toEqual([draft.id])
    expect(await ids({ keyword: '紫外', scale: 'college' })).toEqual([])
    expect(await ids({ waiting: 'true', keyword: '紫外' }, p.requester)).toEqual([draft.id])
    const list = (orderBy: string) => ({ query: { order_by: orderBy, size: 1000 } })
    await expectSorted(
      ['id', 'stateAt'],
      async (by) => (await world.ok(p.equip, acceptanceCalls.list, list(by))).items,
    )
    expect(await world.send(p.equip, acceptanceCalls.list, list('receiver asc'))).toMatchObject({
      status: 400,
      reasons: [{ field: 'order_by' }],
    })
    const counts = await world.ok(p.requester, acceptanceCalls.counts)
    expect(counts.waiting).toBeGreaterThan(0)
    expect(counts.waitingAt.self + counts.waitingAt.college + counts.waitingAt.audit).toBe(counts.waiting)
    expect((await world.ok(p.equip, acceptanceCalls.counts)).waitingAt).toMatchObject({ self: 0, college: 0 })
    // The purchase names who is awaited in later processes.
    const stage = async () =>
      (await p.detail(p.requester, draft.purchase.id)).progress.find((x) => x.status === 'current')
    expect(await stage()).toMatchObject({ key: 'in_acceptance', who: '申购人（验收）' })
    expect(counts.states.find((c) => c.state === 'draft')?.count).toBeGreaterThan(0)
    const sheet = await world.app.inject({
      method: 'GET',
      url: '/api/v2/acceptance/export?keyword=%E7%B4%AB%E5%A4%96',
      headers: { authorization: p.equip.token },
    })
    expect(sheet.statusCode).toBe(200)
    expect(sheet.rawPayload.subarray(0, 2).toString()).toBe('PK')
  })
})
