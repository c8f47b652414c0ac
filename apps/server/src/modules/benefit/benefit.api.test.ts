import type { BenefitState } from '@portal/contract/benefit/benefit'
import { benefitCalls as calls } from '@portal/contract/benefit/calls'
import { benefitItems } from '@portal/contract/benefit/scheme'
import { fileCalls } from '@portal/contract/file/file'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, describe, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { listGrams } from '../../kernel/search.rules.ts'
import { assetWorld } from '../../testing/asset.ts'
import { makeScheme, usualRules } from '../../testing/benefit.ts'
import { expectSorted } from '../../testing/sorted.ts'
import { plantUses } from '../../testing/uses.ts'
import { inject } from '../../testing/walk.ts'
import type { Person } from '../../testing/world.ts'
import { benefitJobs } from './benefit.jobs.ts'

const { world, s, office, office2, head, keeper, otherLabId, deptId, addDevice, waits, one } =
  await assetWorld()

const called = listGrams(['离心机'])
/** An instrument within the scope of a scheme. */
async function precious(more: { labId?: number; contactId?: number | null; priceFen?: number } = {}) {
  const { deviceId } = await addDevice()
  await world.sql(
    `update device set price_fen = $2, moe_code = '03010101', design = 'general', contact_id = $3, lab_id = $4,
      search_text = $6, search_grams = $5, dept_id = (select dept_id from lab where id = $4) where id = $1`,
    [
      deviceId,
      more.priceFen ?? 50_000_000,
      more.contactId ?? null,
      more.labId ?? s.labId,
      called.grams,
      called.text,
    ],
  )
  return deviceId
}
let year = 2000
/** Each scheme is for a different year that is over. */
const newScheme = async (more: object = {}) =>
  (await world.ok(office, calls.addScheme, { body: makeScheme(++year, more) })).id
const findEvaluation = async (schemeId: number, deviceId: number) =>
  (
    await one<{ id: number }>(
      `select id from benefit_evaluation where scheme_id = $1 and device_id = $2 and state <> 'cancelled'`,
      [schemeId, deviceId],
    )
  )?.id ?? 0
const start = (schemeId: number, who: Person = office) =>
  world.ok(who, calls.start, { params: { id: schemeId } })
const show = (who: Person, id: number) => world.send(who, calls.get, { params: { id } })
const report = {
  functionsTotal: 5,
  functionsUsed: 4,
  functionsNew: 0,
  corrections: [],
  note: null,
  fileIds: [] as string[],
}
/** Changes the evaluation in the revision just read. */
const fill = async (who: Person, id: number, more: object = {}) => {
  const revision = (await show(who, id)).data?.revision ?? 0
  return world.send(who, calls.change, { params: { id }, body: { ...report, revision, ...more } })
}
const submit = (who: Person, id: number) => world.send(who, calls.submit, { params: { id } })
const decide = async (
  who: Person,
  id: number,
  verdict: 'approve' | 'refuse' = 'approve',
  state: BenefitState = 'submitted',
) =>
  (
    await world.ok(who, calls.decide, {
      body: { items: [{ id, state }], verdict, reason: verdict === 'approve' ? null : '佐证材料不全' },
    })
  )[0]
/** Publishes an evaluation. */
async function publishOne(schemeId: number, deviceId: number, by: Person = s.director, more: object = {}) {
  const id = await findEvaluation(schemeId, deviceId)
  expect((await fill(by, id, more)).status).toBe(200)
  expect((await submit(by, id)).status).toBe(200)
  expect(await decide(office, id)).toMatchObject({ ok: true, state: 'published' })
  return id
}

describe('a scheme', () => {
  test('is kept by the equipment office, one a year, and copied by whoever makes the next', async () => {
    const id = await newScheme()
    const { items, can } = await world.ok(office, calls.schemes, {})
    expect(items.find((x) => x.id === id)).toMatchObject({
      rules: usualRules,
      evaluations: 0,
      can: ['edit', 'remove', 'start'],
    })
    expect(can).toEqual(['add'])
    expect(await world.send(office, calls.addScheme, { body: makeScheme(year) })).toMatchObject({
      status: 422,
      code: 'SCHEME_TWICE',
      reasons: [{ field: 'year' }],
    })
    // The calendar year with the same number is another year.
    await world.ok(office, calls.addScheme, { body: makeScheme(year, { yearKind: 'calendar' }) })
    for (const who of [head, s.director, s.booker, keeper]) {
      const seen = await world.ok(who, calls.schemes, {})
      expect([seen.can, seen.items.flatMap((x) => x.can)]).toEqual([[], []])
      const refused = [
        await world.send(who, calls.addScheme, { body: makeScheme(2090) }),
        await world.send(who, calls.changeScheme, { params: { id }, body: makeScheme(2090) }),
        await world.send(who, calls.setDue, { params: { id }, body: { dueOn: null } }),
        await world.send(who, calls.start, { params: { id } }),
        await world.send(who, calls.removeScheme, { params: { id } }),
      ]
      expect(refused.map((r) => r.status)).toEqual([403, 403, 403, 403, 403])
    }
    await world.ok(office, calls.removeScheme, { params: { id } })
    expect(await world.send(office, calls.removeScheme, { params: { id } })).toMatchObject({ status: 404 })
  })

  test.each([
    ['no hours for a class', { prefixes: ['03', '0601'] }, 'quotas', 'SCHEME_UNCOVERED'],
    [
      'grades out of order',
      { grades: { excellent: 9000, good: 9000, pass: 6000 } },
      'grades.good',
      'SCHEME_GRADES',
    ],
  ])('%s', async (_, more, field, code) =>
    expect(await world.send(office, calls.addScheme, { body: makeScheme(2091, more) })).toMatchObject({
      status: 422,
      code,
      reasons: [{ field }],
    }),
  )
  test('a weight of three decimals is refused at its field, in words', async () =>
    expect(
      await world.send(office, calls.addScheme, {
        body: makeScheme(2091, {
          weights: { ...usualRules.weights, hours: 3500.5 },
        }),
      }),
    ).toMatchObject({
      status: 400,
      reasons: [{ field: 'weights.hours', message: '机时利用权重最多两位小数' }],
    }))

  test('two of the office change one scheme: the second is told, the first’s points stay', async () => {
    const { id } = await world.ok(office, calls.addScheme, { body: makeScheme(2088) })
    const read = async () => (await world.ok(office, calls.schemes, {})).items.find((x) => x.id === id)
    const change = (who: Person, more: object, revision?: number) =>
      world.send(who, calls.changeScheme, {
        params: { id },
        body: { ...makeScheme(2088, more), ...(revision !== undefined && { revision }) },
      })
    const revision = (await read())?.revision
    const both = await Promise.all([
      change(office, { incomePoints: 700 }, revision),
      change(office2, { incomePoints: 900 }, revision),
    ])
    expect(both.map((a) => a.status).toSorted()).toEqual([200, 409])
    expect(both.find((a) => a.status === 409)).toMatchObject({ code: 'SAVED_SINCE' })
    const saved = await read()
    expect(saved).toMatchObject({
      rules: { ...usualRules, incomePoints: both[0]?.status === 200 ? 700 : 900 },
    })
    // The day that is set beside the form is not taken back either.
    await world.ok(office, calls.setDue, { params: { id }, body: { dueOn: '2089-10-31' } })
    expect(await change(office, {}, saved?.revision)).toMatchObject({ code: 'SAVED_SINCE' })
    expect((await change(office, {}, (await read())?.revision)).status).toBe(200)
    // A program that sends no revision writes what it sends.
    expect((await change(office, {})).status).toBe(200)
    await world.ok(office, calls.removeScheme, { params: { id } })
  })

  test('changes scores until something is published by it, and then no more, by any path', async () => {
    const deviceId = await precious()
    const schemeId = await newScheme()
    await start(schemeId)
    const id = await findEvaluation(schemeId, deviceId)
    await fill(s.director, id)
    const half = { ...usualRules, weights: { ...usualRules.weights, functions: 1000 } }
    const before = (await show(s.director, id)).data
    expect(before.expected.total).toBe(240) // 48 of 100, weight 5
    const body = makeScheme(year, half)
    await world.ok(office, calls.changeScheme, { params: { id: schemeId }, body })
    expect((await show(s.director, id)).data.expected.total).toBe(480)
    expect(await world.send(office, calls.removeScheme, { params: { id: schemeId } })).toMatchObject({
      status: 409,
      code: 'SCHEME_USED',
    })

    await submit(s.director, id)
    await decide(office, id)
    const frozen = { status: 409, code: 'SCHEME_DECIDED' }
    expect(
      await world.send(office, calls.changeScheme, {
        params: { id: schemeId },
        body: makeScheme(year),
      }),
    ).toMatchObject(frozen)
    expect(await world.send(office, calls.removeScheme, { params: { id: schemeId } })).toMatchObject(frozen)
    // The due day is not part of the rules, so it can still change.
    await world.ok(office, calls.setDue, { params: { id: schemeId }, body: { dueOn: '2030-01-31' } })
    for (const path of [
      'update benefit_scheme set min_price_fen = 0 where id = $1',
      `update benefit_scheme set rules = '{}' where id = $1`,
      'delete from benefit_scheme where id = $1',
      'delete from benefit_evaluation where scheme_id = $1',
      'update benefit_evaluation set total_score = 10000 where scheme_id = $1',
      `update benefit_evaluation set state = 'draft' where scheme_id = $1`,
    ])
      await expect(world.sql(path, [schemeId])).rejects.toThrow(/_decided/)
  })
})

describe('starting a year', () => {
  test('takes in no instrument that was put into use after the year', async () => {
    const [inTime, onNextDay, bought, waiting] = [
      await precious(),
      await precious(),
      await precious(),
      await precious(),
    ]
    const schemeId = await newScheme()
    await world.sql(
      `update device d set bought_on = v.bought::date, enabled_on = v.enabled::date
        from (values ($1::int8, $5::text || '-03-01', $5 || '-08-31'),
          ($2::int8, $5 || '-03-01', $5 || '-09-01'), ($3::int8, $5 || '-09-01', null),
          ($4::int8, $5 || '-08-31', null)) v (id, bought, enabled)
        where d.id = v.id`,
      [inTime, onNextDay, bought, waiting, String(year + 1)],
    )
    const { devices } = await world.ok(office, calls.trial, { query: { schemeId } })
    await start(schemeId)
    const listed = async (id: number) => [
      devices.some((d) => d.device.id === id),
      (await findEvaluation(schemeId, id)) > 0,
    ]
    for (const id of [inTime, waiting]) expect(await listed(id)).toEqual([true, true])
    for (const id of [onNextDay, bought]) expect(await listed(id)).toEqual([false, false])
    // They are in use by now, and in the scope of no other test.
    await world.sql(`update device set moe_code = '05010101' where id = any($1)`, [
      [inTime, onNextDay, bought, waiting],
    ])
  })

  test('takes in what is in scope, once, and asks each keeper once', async () => {
    const [kept, led, cheap] = [
      await precious({ contactId: keeper.id }),
      await precious(),
      await precious({ priceFen: 9_999_999 }),
    ]
    const second = await precious({ contactId: keeper.id })
    const [other, scrapped, gone, later] = [
      await precious(),
      await precious(),
      await precious(),
      await precious(),
    ]
    await world.sql(`update device set moe_code = '05010101' where id = $1`, [other])
    await world.sql(`update device set status = 'scrapped' where id = any($1)`, [[scrapped, gone, later]])
    const schemeId = await newScheme({ dueOn: '2030-06-30' })
    // The last day of the school year, and the day after it.
    await world.sql(
      `insert into scrap (device_id, state, state_at, why, requester_id, price_fen, way, income_fen,
          disposed_on, created_at)
        select v.id, 'disposed', now(), '到期', $1, 100, 'recycle', 0, v.day, now()
        from (values ($2::int8, make_date($4, 8, 31)), ($3::int8, make_date($4, 9, 1))) v (id, day)`,
      [keeper.id, gone, later, year + 1],
    )
    const from = await one<{ id: number }>('select coalesce(max(id), 0) as id from outbox')
    const { started, left } = await start(schemeId)
    expect(left).toBe(0)
    const ids = await Promise.all([kept, led, second, later].map((d) => findEvaluation(schemeId, d)))
    expect(ids.every((id) => id > 0)).toBe(true)
    for (const out of [cheap, other, scrapped, gone]) expect(await findEvaluation(schemeId, out)).toBe(0)
    expect(await waits(keeper, 'benefit')).toEqual(
      expect.arrayContaining([
        [ids[0], 'fill'],
        [ids[2], 'fill'],
      ]),
    )
    expect(await waits(s.director, 'benefit')).toContainEqual([ids[1], 'fill'])
    expect(await waits(s.outsider, 'benefit')).not.toContainEqual([ids[1], 'fill'])
    const told = await world.sql<{ body: string }>(
      `select payload ->> 'body' as body from outbox where id > $1 and payload -> 'userIds' = to_jsonb(array[$2::int8])`,
      [from?.id, keeper.id],
    )
    expect(told.map((t) => t.body)).toEqual([expect.stringMatching(/2 台仪器待填报，请于 2030-06-30 前提交/)])
    expect(await start(schemeId)).toEqual({ started: 0, left: 0 })
    expect(started).toBeGreaterThanOrEqual(3)
  })

  test('two who start at once start each instrument once', async () => {
    await precious()
    const schemeId = await newScheme()
    const [a, b] = await Promise.all([start(schemeId), start(schemeId, office2)])
    expect(Math.min(a.started, b.started)).toBe(0)
    expect(
      await world.sql(
        `select device_id from benefit_evaluation where scheme_id = $1 group by 1 having count(*) > 1`,
        [schemeId],
      ),
    ).toEqual([])
  })

  test('what is cancelled may be started again', async () => {
    const deviceId = await precious()
    const schemeId = await newScheme()
    await start(schemeId)
    const id = await findEvaluation(schemeId, deviceId)
    expect(
      (await world.send(s.director, calls.cancel, { params: { id }, body: { reason: '不评' } })).status,
    ).toBe(403)
    const gone = await world.ok(office, calls.cancel, { params: { id }, body: { reason: '仪器长期外借' } })
    expect([gone.state, gone.reason]).toEqual(['cancelled', '仪器长期外借'])
    expect((await start(schemeId)).started).toBe(1)
    expect(await findEvaluation(schemeId, deviceId)).not.toBe(id)
  })
})

describe('an evaluation', () => {
  test('is counted from ledger, training and results of its year, and nothing of another', async () => {
    const deviceId = await precious()
    const schemeId = await newScheme()
    const use = { deviceId, labId: s.labId, userId: s.booker.id, payerId: s.payer.id, minutes: 600 }
    await plantUses(world, [
      { ...use, begunAt: new Date(`${year}-08-31T15:59:00Z`), incomeFen: 7_000_00 }, // the last minute of the year before
      { ...use, begunAt: new Date(`${year}-08-31T16:00:00Z`), incomeFen: 1_000_00 },
      { ...use, begunAt: new Date(`${year + 1}-08-31T15:00:00Z`), incomeFen: 2_000_00 },
    ])
    await world.sql(
      `insert into device_teaching (device_id, kind, title, teacher, held_on, minutes, mastery, students, teachers, others)
        values ($1, 'training', '上机培训', '张', $2, 60, 'independent', 2, 1, 0), ($1, 'visit', '参观', '张', $2, 60, 'shown', 45, 0, 0),
          ($1, 'training', '去年的', '张', $3, 60, 'independent', 9, 0, 0)`,
      [deviceId, `${year + 1}-03-01`, `${year}-03-01`],
    )
    await world.sql(
      `with a as (insert into device_achievement (kind, level, title, people, achieved_on) values
          ('paper', 'indexed', '甲', '张', $2), ('paper', 'core', '乙', '张', $2) returning id, title)
        insert into achievement_device (achievement_id, device_id, state, judged_at)
        select id, $1, case title when '甲' then 'confirmed' else 'awaiting' end, case title when '甲' then now() end from a`,
      [deviceId, `${year + 1}-02-01`],
    )
    await start(schemeId)
    const id = await findEvaluation(schemeId, deviceId)
    const { data } = await show(s.director, id)
    expect(data.counted).toMatchObject({
      minutes: 1200,
      incomeFen: 300_000,
      independent: 3,
      shown: 45,
      results: [{ kind: 'paper', level: 'indexed', count: 1 }],
    })
    expect(data.items.map((i) => [i.item, i.computed])).toEqual([
      ['hours', 143], // 20 of 1400 hours
      ['talent', 3150],
      ['results', 1000],
      ['income', 1500],
      ['functions', 0],
    ])
    expect(data.items[0]?.formula).toBe('有效机时 20.00 小时 ÷ 定额 1400 小时 × 100 = 1.43')
    expect(data.items[4]?.formula).toContain('尚未填报')

    // The keeper corrects a figure, with a reason and a file.
    const [paper] = await world.ok(s.director, calls.attach, {
      files: [{ name: '机时证明.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF') }],
    })
    const corrected = await fill(s.director, id, {
      corrections: [{ figure: 'minutes', value: 84_000, reason: '离线机时未联网' }],
      fileIds: [paper?.id ?? ''],
    })
    expect(corrected.data.items[0]).toMatchObject({ computed: 10_000, score: 10_000 })
    expect(corrected.data.counted.minutes).toBe(1200)
    const file = (who: Person) =>
      inject(world.app, fileCalls.get, { params: { id: paper?.id ?? '' } }, who.token).then(
        (a) => a.statusCode,
      )
    expect(await Promise.all([s.director, head, office, s.outsider, s.booker].map(file))).toEqual([
      200, 200, 200, 403, 403,
    ])
  })

  test('goes from its keeper to the office and back, and is published for good', async () => {
    const deviceId = await precious({ contactId: keeper.id })
    const schemeId = await newScheme()
    await start(schemeId)
    const id = await findEvaluation(schemeId, deviceId)
    expect((await show(keeper, id)).data.can).toEqual(['change', 'submit'])
    expect(await submit(keeper, id)).toMatchObject({
      status: 422,
      code: 'FUNCTIONS_MISSING',
      reasons: [{ field: 'functionsTotal' }],
    })
    expect(await fill(keeper, id, { functionsUsed: 6 })).toMatchObject({
      status: 422,
      reasons: [{ field: 'functionsUsed' }],
    })
    await fill(keeper, id)
    expect((await submit(keeper, id)).data).toMatchObject({ state: 'submitted', can: [] })
    expect(await waits(office, 'benefit')).toContainEqual([id, 'review'])
    expect(await waits(keeper, 'benefit')).not.toContainEqual([id, 'fill'])

    expect(await decide(office, id, 'refuse')).toMatchObject({ ok: true, state: 'draft' })
    expect(await waits(keeper, 'benefit')).toContainEqual([id, 'fill'])
    // The reason stays with the draft while it is changed.
    expect((await fill(keeper, id)).data.reason).toBe('佐证材料不全')
    await submit(keeper, id)

    const { revision } = (await show(office, id)).data
    const own = await world.ok(office, calls.judge, {
      params: { id },
      body: { revision, judged: [{ item: 'functions', score: 3600, reason: '有一项功能未见使用记录' }] },
    })
    expect(own.items[4]).toMatchObject({
      computed: 4800,
      score: 3600,
      weighted: 180,
      judged: { reason: '有一项功能未见使用记录' },
    })
    expect(await waits(office2, 'benefit')).toContainEqual([id, 'review'])
    expect(await decide(office2, id)).toMatchObject({ ok: true, state: 'published' })
    const done = (await show(keeper, id)).data
    expect(done).toMatchObject({ total: 180, grade: 'fail', expected: { total: 180 }, can: [] })
    expect(done.history.map((h) => h.event)).toEqual([
      'start',
      'change',
      'submit',
      'send_back',
      'change',
      'submit',
      'judge',
      'accept',
    ])
    const news = await world.sql(
      `select payload -> 'userIds' as to from outbox where payload ->> 'title' = '效益评价结果已公布' and payload ->> 'link' like '%=' || $1`,
      [id],
    )
    expect(news).toEqual([{ to: [keeper.id] }])
    for (const refused of [
      await fill(keeper, id),
      await world.send(office, calls.cancel, { params: { id }, body: { reason: '重评' } }),
    ])
      expect(refused).toMatchObject({ status: 409, code: 'STATE' })

    // Later uses do not change a published evaluation.
    await plantUses(world, [
      {
        deviceId,
        labId: s.labId,
        userId: s.booker.id,
        payerId: s.payer.id,
        begunAt: new Date(`${year + 1}-01-05T02:00:00Z`),
        minutes: 6000,
      },
    ])
    expect((await show(keeper, id)).data).toMatchObject({ total: 180, counted: { minutes: 0 } })
  })

  test('one item twice, or a figure without a reason, is refused at its place', async () => {
    const deviceId = await precious()
    const schemeId = await newScheme()
    await start(schemeId)
    const id = await findEvaluation(schemeId, deviceId)
    const minutes = { figure: 'minutes' as const, value: 1, reason: '甲' }
    expect(await fill(s.director, id, { corrections: [minutes, minutes] })).toMatchObject({
      status: 422,
      reasons: [{ field: 'corrections.1' }],
    })
    expect(await fill(s.director, id, { corrections: [{ ...minutes, reason: ' ' }] })).toMatchObject({
      status: 400,
      reasons: [{ field: 'corrections.0.reason' }],
    })
    // Nothing of the refused change was saved.
    expect((await show(s.director, id)).data).toMatchObject({
      corrections: [],
      inputs: { functionsTotal: null },
    })
  })

  test('a corrected figure is handed in with evidence only; a draft may wait for it', async () => {
    const deviceId = await precious()
    const schemeId = await newScheme()
    await start(schemeId)
    const id = await findEvaluation(schemeId, deviceId)
    const corrections = [{ figure: 'minutes', value: 84_000, reason: '离线机时未联网' }]
    expect((await fill(s.director, id, { corrections })).status).toBe(200)
    expect(await submit(s.director, id)).toMatchObject({
      status: 422,
      reasons: [
        { code: 'EVIDENCE_MISSING', field: 'fileIds', message: '更正了平台统计的数据，请上传佐证材料后提交' },
      ],
    })
    const [paper] = await world.ok(s.director, calls.attach, {
      files: [{ name: '机时证明.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF') }],
    })
    await fill(s.director, id, { corrections, fileIds: [paper?.id ?? ''] })
    expect((await submit(s.director, id)).data.state).toBe('submitted')
  })

  test('two who fill it in, or judge it, at once: nobody overwrites what he has not seen', async () => {
    const deviceId = await precious({ contactId: keeper.id })
    const schemeId = await newScheme()
    await start(schemeId)
    const id = await findEvaluation(schemeId, deviceId)
    const { revision } = (await show(s.director, id)).data
    const [paper] = await world.ok(keeper, calls.attach, {
      files: [{ name: '机时证明.pdf', content: Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF') }],
    })
    const corrections = [{ figure: 'minutes', value: 84_000, reason: '离线机时未联网' }]
    expect((await fill(keeper, id, { corrections, fileIds: [paper?.id ?? ''] })).status).toBe(200)
    const late = await fill(s.director, id, { revision, functionsTotal: 9 })
    expect(late).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    expect(late.message).toMatch(/于 .* 保存了该评价单，请刷新/)
    expect((await show(s.director, id)).data).toMatchObject({
      inputs: { functionsTotal: 5 },
      corrections,
      files: [{ id: paper?.id }],
    })

    await submit(keeper, id)
    const seen = (await show(office, id)).data.revision
    const judge = (who: Person, score: number) =>
      world.send(who, calls.judge, {
        params: { id },
        body: { revision: seen, judged: [{ item: 'functions', score, reason: '按记录计' }] },
      })
    expect((await judge(office, 3600)).status).toBe(200)
    expect(await judge(office2, 100)).toMatchObject({ status: 409, code: 'SAVED_SINCE' })
    expect((await show(office, id)).data.items[4]?.score).toBe(3600)
  })

  test('is not published before its year is over', async () => {
    const deviceId = await precious()
    const { id: schemeId } = await world.ok(office, calls.addScheme, { body: makeScheme(2095) })
    await start(schemeId)
    const id = await findEvaluation(schemeId, deviceId)
    await fill(s.director, id)
    await submit(s.director, id)
    expect(await decide(office, id)).toMatchObject({
      ok: false,
      message: '评价年度尚未结束，年度结束后才能公布评价结果',
    })
    expect((await show(office, id)).data.state).toBe('submitted')
  })

  test('nobody of the office judges what he reported himself', async () => {
    const deviceId = await precious({ contactId: office.id })
    const schemeId = await newScheme()
    await start(schemeId, office2)
    const id = await findEvaluation(schemeId, deviceId)
    await fill(office, id)
    await submit(office, id)
    expect(await decide(office, id)).toMatchObject({ ok: false })
    expect(await decide(office2, id)).toMatchObject({ ok: true })
  })

  test('two who decide at once: one does, the other hears who was first', async () => {
    const schemeId = await newScheme()
    for (let round = 0; round < 3; round++) {
      const deviceId = await precious()
      await start(schemeId)
      const id = await findEvaluation(schemeId, deviceId)
      await fill(s.director, id)
      await submit(s.director, id)
      const both = await Promise.all([decide(office, id), decide(office2, id, 'refuse')])
      expect(both.filter((v) => v?.ok)).toHaveLength(1)
    }
  })

  test('a scheme that is changed while by it something is published: one of both waits for the other', async () => {
    for (let round = 0; round < 4; round++) {
      const deviceId = await precious()
      const schemeId = await newScheme()
      const thisYear = year
      await start(schemeId)
      const id = await findEvaluation(schemeId, deviceId)
      await fill(s.director, id)
      await submit(s.director, id)
      const weights = { ...usualRules.weights, functions: 1000 }
      const [changed] = await Promise.all([
        world.send(office2, calls.changeScheme, {
          params: { id: schemeId },
          body: makeScheme(thisYear, { weights }),
        }),
        decide(office, id),
      ])
      // Whichever came first, the published figures follow the scheme.
      const { data } = await show(office, id)
      expect([data.state, data.total]).toEqual(['published', changed.status === 200 ? 480 : 240])
      expect(data.expected.total).toBe(data.total)
    }
  })
})

describe('who sees what', () => {
  let schemeId: number
  let mine: number, kept: number, theirs: number
  const ids: number[] = []
  beforeAll(async () => {
    ;[mine, kept, theirs] = [
      await precious(),
      await precious({ contactId: keeper.id }),
      await precious({ labId: otherLabId }),
    ]
    const last = await newScheme()
    await start(last)
    await publishOne(last, mine)
    await publishOne(last, theirs, s.outsider, { functionsNew: 1 })
    schemeId = await newScheme()
    await start(schemeId)
    ids.push(
      await publishOne(schemeId, mine, s.director, { functionsNew: 2 }),
      await publishOne(schemeId, kept),
      await publishOne(schemeId, theirs, s.outsider, { functionsNew: 1 }),
    )
  })
  const ranked = async (who: Person, more: object = {}) =>
    (await world.ok(who, calls.ranking, { query: { schemeId, ...more } })).items

  test('ranks are those of the campus, rows are one’s own', async () => {
    const all = await ranked(office)
    expect(all.map((r) => [r.device.id, r.rank, r.of, r.total, r.lastScore, r.lastRank])).toEqual([
      [mine, 1, 3, 340, 240, 2],
      [theirs, 2, 3, 290, 290, 1],
      [kept, 3, 3, 240, null, null],
    ])
    const seenBy = async (who: Person) => (await ranked(who)).map((r) => [r.device.id, r.rank])
    expect({
      head: await seenBy(head),
      director: await seenBy(s.director),
      keeper: await seenBy(keeper),
      outsider: await seenBy(s.outsider),
      booker: await seenBy(s.booker),
      finance: await seenBy(s.finance),
    }).toEqual({
      head: [
        [mine, 1],
        [kept, 3],
      ],
      director: [
        [mine, 1],
        [kept, 3],
      ],
      keeper: [[kept, 3]],
      outsider: [[theirs, 2]],
      booker: [],
      finance: [],
    })
  })

  test.each([
    ['the office', () => office, [200, 200, 200]],
    ['the dean', () => head, [200, 200, 403]],
    ['the director', () => s.director, [200, 200, 403]],
    ['a keeper', () => keeper, [403, 200, 403]],
    ['another director', () => s.outsider, [403, 403, 200]],
    ['a user', () => s.booker, [403, 403, 403]],
  ] as const)('%s', async (_, who, expected) => {
    expect(await Promise.all(ids.map(async (id) => (await show(who(), id)).status))).toEqual(expected)
    const { items } = await world.ok(who(), calls.list, {
      query: { schemeId, size: 100, state: 'published' },
    })
    expect(items.map((i) => i.id).toSorted((a, b) => a - b)).toEqual(
      ids.filter((_id, i) => expected[i] === 200),
    )
    const trial = await world.ok(who(), calls.trial, { query: { schemeId } })
    for (const [i, deviceId] of [mine, kept, theirs].entries())
      expect(trial.devices.some((d) => d.device.id === deviceId)).toBe(expected[i] === 200)
  })

  test('the list sorts by number and by time', async () => {
    await expectSorted(
      ['id', 'stateAt'],
      async (by) =>
        (await world.ok(office, calls.list, { query: { schemeId, order_by: by, size: 100 } })).items,
    )
  })

  test('by item, by dept, by class, by grade and by name', async () => {
    expect((await ranked(office, { by: 'functions' })).map((r) => [r.device.id, r.scores.functions])).toEqual(
      [
        [mine, 6800],
        [theirs, 5800],
        [kept, 4800],
      ],
    )
    expect((await ranked(office, { deptId })).map((r) => r.device.id)).toEqual([mine, kept])
    expect(await ranked(office, { classPrefix: '04' })).toEqual([])
    expect(await ranked(office, { grade: 'excellent' })).toEqual([])
    expect(await ranked(office, { keyword: '离心' })).toHaveLength(3)
    const { items } = await world.ok(office, calls.groups, { query: { schemeId, by: 'dept' } })
    expect(items.map((g) => [g.key, g.devices, g.total, g.fail, g.lastTotal])).toEqual([
      [String(deptId), 2, 290, 2, 240],
      [expect.any(String), 1, 290, 1, 290],
    ])
    const byClass = await world.ok(office, calls.groups, { query: { schemeId, by: 'class' } })
    expect(byClass.items).toMatchObject([{ name: '03 仪器仪表 通用', devices: 3, total: 290 }])
    expect(byClass.items.map((g) => Object.keys(g.scores))).toEqual([[...benefitItems]])
    expect((await world.ok(keeper, calls.groups, { query: { schemeId } })).items).toMatchObject([
      { devices: 1 },
    ])
  })

  test('files hold what the lists do', async () => {
    const sheet = async (call: typeof calls.exportRanking | typeof calls.exportGroups, who: Person) => {
      const answer = await inject(world.app, call, { query: { schemeId } }, who.token)
      return (await readXlsx(answer.rawPayload)).sheets[0]?.rows ?? []
    }
    const ofOffice = await sheet(calls.exportRanking, office)
    expect(ofOffice.map((r) => r[0])).toEqual(['名次', 1, 2, 3])
    expect(ofOffice[1]?.slice(-4)).toEqual([3.4, '不合格', 2.4, 2])
    expect(await sheet(calls.exportRanking, s.booker)).toHaveLength(1)
    const byDept = await sheet(calls.exportGroups, office)
    expect(byDept.map((r) => r.at(-1))).toEqual(['上年平均', 2.4, 2.9])
  })

  test('one that has moved since is told to those who keep it now, and counts where it stood', async () => {
    await world.sql(
      `update device set lab_id = $2, dept_id = (select dept_id from lab where id = $2) where id = $1`,
      [kept, otherLabId],
    )
    expect((await ranked(s.outsider)).map((r) => [r.device.id, r.dept.id === deptId])).toEqual([
      [theirs, false],
      [kept, true],
    ])
  })
})

test('who has not reported is reminded, and not every day', async () => {
  const [remind] = benefitJobs
  if (!remind) throw new Error('there is one')
  const deviceId = await precious({ contactId: keeper.id })
  const schemeId = await newScheme({ dueOn: '2031-05-20' })
  await start(schemeId)
  await world.sql(
    `update benefit_evaluation set state = 'cancelled' where scheme_id = $1 and device_id <> $2`,
    [schemeId, deviceId],
  )
  await world.sql('update benefit_scheme set due_on = null where id <> $1', [schemeId])
  const on = (day: string) => runJob(world.app.deps, remind, new Date(`${day}T01:00:00Z`))
  const days = [
    '2031-05-12',
    '2031-05-13',
    '2031-05-14',
    '2031-05-19',
    '2031-05-20',
    '2031-05-26',
    '2031-06-02',
  ]
  const reminded: number[] = []
  for (const day of days) reminded.push(await on(day))
  expect(reminded).toEqual([0, 1, 0, 1, 0, 1, 1])
  const titles = await world.sql<{ title: string }>(
    `select payload ->> 'title' as title from outbox where payload ->> 'link' = '/statistic/benefit?scope=waiting' order by id`,
  )
  expect(titles.map((t) => t.title)).toEqual([
    '效益评价填报即将截止',
    '效益评价填报即将截止',
    '效益评价填报已逾期',
    '效益评价填报已逾期',
  ])
})

test('where the contact has left, the director of the lab hears whatever he would have heard', async () => {
  const [remind] = benefitJobs
  if (!remind) throw new Error('there is one')
  const leaver = await world.person('离校的联系人')
  const deviceId = await precious({ contactId: leaver.id })
  await world.sql('update user_account set enabled = false where id = $1', [leaver.id])
  const schemeId = await newScheme({ dueOn: '2029-05-20' })
  const last = (await one<{ id: number }>('select coalesce(max(id), 0) as id from outbox'))?.id
  await start(schemeId)
  const id = await findEvaluation(schemeId, deviceId)
  await runJob(world.app.deps, remind, new Date('2029-05-19T01:00:00Z'))
  await fill(s.director, id)
  await submit(s.director, id)
  await world.sql('update benefit_evaluation set submitted_by = $2 where id = $1', [id, leaver.id])
  await decide(office, id, 'refuse')
  const told = await world.sql<{ title: string; ids: number[] | null; lab: number | null }>(
    `select payload->>'title' as title, payload->'userIds' as ids, (payload->'role'->>'labId')::int8 as lab
      from outbox where id > $1 and kind = 'tell' order by id`,
    [last],
  )
  for (const title of ['效益评价待填报', '效益评价填报即将截止', '效益评价被退回'])
    expect(told.filter((t) => t.title === title).map((t) => t.lab)).toContain(s.labId)
  expect(told.filter((t) => t.ids?.includes(leaver.id))).toEqual([])
})

test('a trial comes in parts that lack no instrument and repeat none', async () => {
  // Its price is corrected after it was started: it is evaluated, and in scope of no further scheme.
  const cheap = await precious()
  const [evaluated, other] = [await newScheme(), await newScheme()]
  await start(evaluated)
  await world.sql('update device set price_fen = 100 where id = $1', [cheap])
  const added = await precious()
  const inOne = await world.ok(office, calls.trial, { query: { schemeId: evaluated } })
  const all = inOne.devices.map((d) => d.device.id)
  expect([all.includes(cheap), all.includes(added), inOne.next]).toEqual([true, true, null])
  const parts: number[] = []
  let after: number | undefined
  do {
    const part: typeof inOne = await world.ok(office, calls.trial, {
      query: { schemeId: evaluated, after, size: 2 },
    })
    expect(part.devices.length).toBeLessThanOrEqual(2)
    parts.push(...part.devices.map((d) => d.device.id))
    after = part.next ?? undefined
  } while (after !== undefined)
  expect(parts).toEqual(all)
  const { devices } = await world.ok(office, calls.trial, { query: { schemeId: other } })
  expect(devices.some((d) => d.device.id === cheap)).toBe(false)
})
