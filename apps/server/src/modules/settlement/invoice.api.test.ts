import { settlementCalls } from '@portal/contract/settlement/settlement'
import { expect, test } from 'vitest'
import { sceneWorld } from '../../testing/scene.ts'
import type { Person } from '../../testing/world.ts'

// For whom the invoice of a remittance is, and that finance has issued it.

const { world, s } = await sceneWorld()
const offline = async () => {
  const body = { testOrderIds: [await s.confirmed()], way: 'offline' as const }
  return (await world.ok(s.payer, settlementCalls.create, { body })).id
}
const readInvoice = async (who: Person, id: number) =>
  (await world.ok(who, settlementCalls.get, { query: { id } })).invoice
const payer = { title: '云岭新材料有限公司', taxNumber: '91330100MA27XF6T0J', email: 'cw@example.com' }
const name = (who: Person, id: number, more: Partial<typeof payer> = {}) =>
  world.send(who, settlementCalls.nameInvoice, { params: { id }, body: { ...payer, ...more } })
const issued = { number: '24332000000012345678', invoicedOn: '2026-01-05' }
const issue = (who: Person, id: number, more: Partial<typeof issued> & { seenNumber?: string | null } = {}) =>
  world.send(who, settlementCalls.issueInvoice, { params: { id }, body: { ...issued, ...more } })
const listOpen = async () =>
  (await world.ok(s.finance, settlementCalls.search, { query: { uninvoiced: 'true', size: 100 } })).items.map(
    (i) => i.id,
  )

test('the payer says for whom it is, until finance has issued it', async () => {
  const id = await offline()
  const none = { title: null, taxNumber: null, email: null, number: null, invoicedOn: null }
  expect(await readInvoice(s.payer, id)).toEqual({ ...none, can: ['name'] })
  expect(await readInvoice(s.finance, id)).toEqual({ ...none, can: ['issue'] })
  expect(await readInvoice(s.director, id)).toEqual({ ...none, can: [] })
  expect(await listOpen()).not.toContain(id)

  expect(await name(s.finance, id)).toMatchObject({ status: 403 })
  expect(await name(s.payer, id, { taxNumber: '12-34' })).toMatchObject({
    status: 400,
    reasons: [{ field: 'taxNumber' }],
  })
  expect((await name(s.payer, id)).data.invoice).toEqual({ ...none, ...payer, can: ['name'] })
  expect(await listOpen()).toContain(id)

  expect(await issue(s.payer, id)).toMatchObject({ status: 403 })
  expect(await issue(s.finance, id, { invoicedOn: '2099-01-05' })).toMatchObject({
    status: 422,
    reasons: [{ field: 'invoicedOn' }],
  })
  for (const number of ['24332000000000000001', issued.number])
    expect((await issue(s.finance, id, { number })).data.invoice).toMatchObject({ number, can: ['issue'] })
  // Of two clerks with the same page the second replaces nothing unseen.
  for (const seenNumber of [null, '24332000000000000001'])
    expect(await issue(s.finance, id, { number: '24332000000000000009', seenNumber })).toMatchObject({
      status: 409,
      code: 'SAVED_SINCE',
    })
  expect(await name(s.payer, id, { title: '另一家公司' })).toMatchObject({
    status: 409,
    code: 'INVOICE_ISSUED',
  })
  expect(await readInvoice(s.payer, id)).toEqual({ ...payer, ...issued, can: [] })
  expect((await world.ok(s.payer, settlementCalls.bill, { params: { id } })).invoice).toMatchObject({
    title: payer.title,
    number: issued.number,
  })
  expect(await listOpen()).not.toContain(id)
})

test('the next settlement begins with it; one that came to nothing has no invoice', async () => {
  const id = await offline()
  expect(await readInvoice(s.payer, id)).toMatchObject({ ...payer, number: null })
  expect(await listOpen()).toContain(id)
  await world.ok(s.payer, settlementCalls.cancel, { params: { id }, body: { reason: '不再需要' } })
  expect(await listOpen()).not.toContain(id)
  for (const answer of [await name(s.payer, id), await issue(s.finance, id)])
    expect(answer).toMatchObject({ status: 409, code: 'NOT_INVOICED' })
})

test('what cards pay has no invoice', async () => {
  const card = await s.card(s.payer, 100_000)
  const { id, totalFen } = await world.ok(s.payer, settlementCalls.create, {
    body: {
      testOrderIds: [await s.confirmed({ priceFen: 2_000 })],
      way: 'fund_card',
      shares: [{ cardId: card, amountFen: 2_000 }],
    },
  })
  expect([totalFen, await readInvoice(s.payer, id)]).toEqual([2_000, null])
  expect(await name(s.payer, id)).toMatchObject({ status: 409, code: 'NOT_INVOICED' })
})
