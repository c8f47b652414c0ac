import { readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileCalls } from '@portal/contract/file/file'
import { tenderCalls } from '@portal/contract/tender/calls'
import { expect, test } from 'vitest'
import { tenderWorld } from '../../testing/tenders.ts'
import type { Person } from '../../testing/world.ts'

// What decision 040 promises.

const { world, s, at } = await tenderWorld()
/** An amount that appears nowhere else. */
const AMOUNT = 8_765_432_10
const NOTE = '含五年上门服务与备件'
const file = { name: '报价单-8765432.txt', content: Buffer.from(`总价 ${AMOUNT} 分`) }
// Fewer digits than the amount has stand by chance somewhere in a sealed block in hexadecimal.
const SECRETS = [String(AMOUNT), NOTE, String(Math.floor(AMOUNT / 3)), '报价单']

/** Every row of every table as text, with bytes as they are stored. */
async function whereInDatabase(word: string): Promise<string[]> {
  const tables = await world.sql<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const rows = await world.sql(`select 1 from ${name} t where t::text like $1 or t::text like $2 limit 1`, [
      `%${word}%`,
      `%${Buffer.from(word).toString('hex')}%`,
    ])
    if (rows.length) found.push(name)
  }
  return found
}
function inFiles(word: string): string[] {
  const folder = path.join(world.app.deps.env.DATA_DIR, 'files')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      statSync(path.join(folder, name)).isFile() && readFileSync(path.join(folder, name)).includes(word),
  )
}
const everybody = (): Person[] => [
  s.office,
  s.office2,
  s.equipOffice,
  s.admin,
  s.requester,
  s.outsider,
  s.a.person,
  s.b.person,
  s.d.person,
]

test('before its time nobody learns the amount: not by a call, not in a row, not in a file, not in a log', async () => {
  const { tenderId } = await s.announced()
  const answer = await s.quote(s.a, tenderId, { amountFen: AMOUNT, note: NOTE, files: [file] })
  expect(answer.status).toBe(200)
  // The supplier gets a receipt for its quotation, and nothing more.
  expect(answer.data).toMatchObject({
    mine: 'quoted',
    opened: [],
    receipts: [{ files: 1, sealedBy: '甲公司业务员', withdrawnAt: null }],
  })
  expect(answer.data.receipts[0]?.receipt).toMatch(/^[0-9a-f]{64}$/)
  await s.quote(s.a, tenderId, { amountFen: AMOUNT, note: NOTE, files: [file] })
  await s.quote(s.a, tenderId, { amountFen: AMOUNT, note: NOTE, files: [file], replace: true })

  for (const who of everybody()) {
    for (const reply of [
      await world.send(who, tenderCalls.get, at(tenderId)),
      await world.send(who, tenderCalls.list, { query: {} }),
      await world.send(who, tenderCalls.results, { query: {} }),
      await world.send(who, tenderCalls.open, at(tenderId)),
    ]) {
      for (const word of SECRETS) expect(JSON.stringify(reply)).not.toContain(word)
    }
  }
  expect(await world.ok(s.office, tenderCalls.get, at(tenderId))).toMatchObject({
    quotations: 1,
    opened: [],
    receipts: [],
  })
  expect((await world.ok(s.office, tenderCalls.get, at(tenderId))).history.map((h) => h.event)).toEqual([
    'create',
    'change',
    'announce',
  ])
  for (const word of SECRETS)
    expect([word, await whereInDatabase(word), inFiles(word)]).toEqual([word, [], []])

  // The sealed file itself, if anybody could fetch it, is unreadable.
  const [row] = await world.sql<{ ids: string[] }>(
    'select sealed_files as ids from quotation where tender_id = $1 and withdrawn_at is null',
    [tenderId],
  )
  const url = fileCalls.get.path.replace('{id}', row?.ids[0] ?? '')
  for (const who of everybody()) {
    const got = await world.app.inject({ method: 'GET', url, headers: { authorization: who.token } })
    expect(got.rawPayload.includes(String(AMOUNT))).toBe(false)
  }
  expect(
    (await world.app.inject({ method: 'GET', url, headers: { authorization: s.office.token } })).statusCode,
  ).toBe(403)
})

test('no key of a repeat keeps a hash to try amounts against', async () => {
  expect(tenderCalls.quote.idempotent).toBeUndefined()
  expect(await world.sql(`select 1 from idempotency where call like '%quotation%'`)).toEqual([])
})

test('the database opens nothing by hand before the time', async () => {
  const { tenderId } = await s.announced()
  await s.quote(s.a, tenderId)
  const open = `update quotation set opened_at = $2, amount_fen = 1, content = '{}' where tender_id = $1`
  for (const when of [new Date(), new Date(Date.now() + 86_400_000 * 30)])
    await expect(world.sql(open, [tenderId, when])).rejects.toMatchObject({ constraint: 'quotation_opens' })
})

test('at its time all are opened at once, files too; each supplier reads its own again, the office all', async () => {
  const tenderId = await s.inTime(async (opensInMs) => {
    const made = await s.announced({ opensInMs })
    const answers = [
      await s.quote(s.a, made.tenderId, { amountFen: AMOUNT, note: NOTE, files: [file] }),
      await s.quote(s.b, made.tenderId, { amountFen: AMOUNT + 300 }),
    ]
    expect(answers.map((a) => a.status)).toEqual([200, 200])
    return made.tenderId
  })
  const { receipts } = await world.ok(s.a.person, tenderCalls.get, at(tenderId))
  await s.untilDue(tenderId)
  // Due, but not opened yet: still nothing is shown.
  expect((await world.ok(s.office, tenderCalls.get, at(tenderId))).opened).toEqual([])
  expect(await whereInDatabase(String(AMOUNT))).toEqual([])
  expect(await s.quote(s.c, tenderId)).toMatchObject({ status: 409, code: 'CLOSED' })
  expect(await world.send(s.a.person, tenderCalls.withdraw, at(tenderId))).toMatchObject({
    status: 409,
    code: 'CLOSED',
  })

  const opened = await world.ok(s.office, tenderCalls.open, at(tenderId))
  expect(opened.opened).toMatchObject([
    {
      supplier: { name: '甲公司' },
      amountFen: AMOUNT,
      note: NOTE,
      deliveryDays: 60,
      receipt: receipts[0]?.receipt,
      files: [{ name: file.name, mime: 'text/plain; charset=utf-8' }],
    },
    { amountFen: AMOUNT + 300 },
  ])
  const get = (who: Person) =>
    world.app.inject({
      method: 'GET',
      url: opened.opened[0]?.files[0]?.url ?? '',
      headers: { authorization: who.token },
    })
  expect((await get(s.equipOffice)).rawPayload.equals(file.content)).toBe(true)
  expect((await get(s.a.person)).statusCode).toBe(200)
  for (const who of [s.b.person, s.d.person, s.outsider, s.requester])
    expect((await get(who)).statusCode).toBe(403)
  const others = await world.ok(s.b.person, tenderCalls.get, at(tenderId))
  expect(others.opened.map((q) => q.amountFen)).toEqual([AMOUNT + 300])
  for (const word of [...SECRETS, s.a.name])
    expect(
      JSON.stringify([others, await world.ok(s.b.person, tenderCalls.list, { query: {} })]),
    ).not.toContain(word)
  expect((await world.ok(s.requester, tenderCalls.get, at(tenderId))).opened).toEqual([])
})

test('what was changed under seal is found out and said, and the others are opened all the same', async () => {
  const tenderId = await s.inTime(async (opensInMs) => {
    const made = await s.announced({ opensInMs })
    for (const [i, company] of [s.a, s.b, s.c].entries()) {
      const quoted = { amountFen: 900_000_00 + i * 3, files: i === 2 ? [file] : [] }
      expect((await s.quote(company, made.tenderId, quoted)).status).toBe(200)
    }
    return made.tenderId
  })
  // One byte of a quotation is changed; the file of another is replaced by noise.
  await world.sql(
    `update quotation set sealed = set_byte(sealed, 700, (get_byte(sealed, 700) + 1) % 256) where tender_id = $1 and supplier_id = $2`,
    [tenderId, s.a.id],
  )
  const [c] = await world.sql<{ ids: string[] }>(
    'select sealed_files as ids from quotation where tender_id = $1 and supplier_id = $2',
    [tenderId, s.c.id],
  )
  await world.app.deps.adapters.files.put(c?.ids[0] ?? '', Buffer.alloc(200, 7))
  await s.untilDue(tenderId)
  const opened = await world.ok(s.office, tenderCalls.open, at(tenderId))
  expect(opened.opened.map((q) => [q.supplier.name, q.broken, q.amountFen])).toEqual([
    ['乙公司', false, 900_000_03],
    ['甲公司', true, null],
    ['丙公司', true, null],
  ])
  expect(
    (
      await world.sql(
        `select 1 from outbox where payload::text like '%有报价被改动%' union all select 1 from message where title like '%有报价被改动%'`,
      )
    ).length,
  ).toBeGreaterThan(0)
  // A damaged quotation does not count: three were received, but too few are left, which the page says.
  expect(opened).toMatchObject({ quotations: 3, minQuotations: 3, tooFew: true })
  await s.committee(tenderId)
  for (const who of s.experts) await s.sign(who, tenderId)
  expect(await world.ok(s.office, tenderCalls.get, at(tenderId))).toMatchObject({
    tooFew: true,
    can: ['committee', 'fail', 'print'],
  })
  // With a rule that fewer suffice, the rest is judged without them.
  await world.sql('update tender set min_quotations = 1 where id = $1', [tenderId])
  const { opened: judged } = await world.ok(s.office, tenderCalls.conclude, {
    ...at(tenderId),
    body: { summary: '按综合得分排序推荐' },
  })
  expect(judged.map((q) => [q.broken, q.rank, q.priceScore])).toEqual([
    [false, 1, 40],
    [true, null, null],
    [true, null, null],
  ])
})

test('a quotation moved to another supplier or tender is not read there', async () => {
  const { one, other } = await s.inTime(async (opensInMs) => {
    const made = { one: await s.announced({ opensInMs }), other: await s.announced({ opensInMs }) }
    const answers = [
      await s.quote(s.a, made.one.tenderId, { amountFen: 1_000_000_00 }),
      await s.quote(s.b, made.one.tenderId),
      await s.quote(s.a, made.other.tenderId),
    ]
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200])
    return made
  })
  await world.sql(
    `update quotation q set sealed = x.sealed from quotation x where q.tender_id = $1 and q.supplier_id = $2 and x.tender_id = $1 and x.supplier_id = $3`,
    [one.tenderId, s.b.id, s.a.id],
  )
  await world.sql(
    `update quotation q set sealed = x.sealed from quotation x where q.tender_id = $1 and x.tender_id = $2 and x.supplier_id = $3`,
    [other.tenderId, one.tenderId, s.a.id],
  )
  await s.untilDue(other.tenderId)
  expect(
    (await world.ok(s.office, tenderCalls.open, at(one.tenderId))).opened.map((q) => [
      q.supplier.id,
      q.broken,
    ]),
  ).toEqual([
    [s.a.id, false],
    [s.b.id, true],
  ])
  expect(
    (await world.ok(s.office, tenderCalls.open, at(other.tenderId))).opened.map((q) => q.broken),
  ).toEqual([true])
})

test('what was withdrawn is gone for good; only that it was there remains', async () => {
  const tenderId = await s.inTime(async (opensInMs) => {
    const { tenderId: id } = await s.announced({ opensInMs })
    expect((await s.quote(s.a, id, { files: [file] })).status).toBe(200)
    const withdrawn = await world.ok(s.a.person, tenderCalls.withdraw, at(id))
    expect(withdrawn).toMatchObject({
      mine: 'none',
      can: ['quote', 'print'],
      receipts: [{ withdrawnAt: expect.any(String) as string }],
    })
    expect(await world.send(s.a.person, tenderCalls.withdraw, at(id))).toMatchObject({
      status: 409,
      code: 'NOTHING_QUOTED',
    })
    return id
  })
  expect(
    await world.sql(`select length(sealed) as n from quotation where tender_id = $1`, [tenderId]),
  ).toEqual([{ n: 0 }])
  expect(
    await world.sql(`select 1 from file where business = 'quotation-sealed' and row_id = $1`, [tenderId]),
  ).toEqual([])
  await s.untilDue(tenderId)
  expect((await world.ok(s.office, tenderCalls.open, at(tenderId))).opened).toEqual([])
})

test('what is wrong with a quotation is said, and nothing of it is kept', async () => {
  const { tenderId } = await s.announced()
  const items = await world.sql<{ id: number }>(
    'select i.id from purchase_item i join tender t on t.purchase_id = i.purchase_id where t.id = $1 order by i.sort',
    [tenderId],
  )
  const body = {
    amountFen: 300,
    deliveryDays: 60,
    warrantyMonths: 24,
    prices: JSON.stringify(items.map(({ id }) => ({ itemId: id, unitPriceFen: 100 }))),
  }
  const send = async (more: object) => {
    const { status, code, reasons } = await world.send(s.a.person, tenderCalls.quote, {
      ...at(tenderId),
      body: { ...body, ...more },
      files: [],
    })
    return { status, code, field: reasons?.[0]?.field }
  }
  expect(await send({ amountFen: 301 })).toEqual({ status: 422, code: 'AMOUNT_DIFFERS', field: 'amountFen' })
  expect(await send({ prices: '[]' })).toMatchObject({ status: 400 })
  expect(await send({ prices: 'not json' })).toMatchObject({ status: 400 })
  expect(await send({ prices: JSON.stringify([{ itemId: items[0]?.id, unitPriceFen: 150 }]) })).toEqual({
    status: 422,
    code: 'ITEMS_CHANGED',
    field: 'prices',
  })
  for (const wrong of [
    { amountFen: '1e3x' },
    { amountFen: '-5' },
    { amountFen: '' },
    { deliveryDays: '0' },
    { warrantyMonths: 'x' },
    { replace: 'perhaps' },
  ])
    expect(await send(wrong)).toMatchObject({ status: 400 })
  expect(await world.sql('select 1 from quotation where tender_id = $1', [tenderId])).toEqual([])
  expect(await send({})).toMatchObject({ status: 200 })
  expect(await send({})).toMatchObject({ status: 409, code: 'QUOTED' })
  await world.sql(`update supplier_paper set valid_to = '2001-01-01' where supplier_id = $1`, [s.b.id])
  expect(await s.quote(s.b, tenderId)).toMatchObject({ status: 422, code: 'LICENCE_EXPIRED' })
  await world.sql(`update supplier_paper set valid_to = null where supplier_id = $1`, [s.b.id])
})
