import { allCalls } from '@portal/contract/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { dictionaryCalls } from '@portal/contract/dictionary/dictionary'
import type { Call } from '@portal/contract/kernel/call'
import { refsIn, takesSerialId, type RefField } from '@portal/contract/kernel/refs'
import { labCalls } from '@portal/contract/lab/lab'
import { labNewsCalls } from '@portal/contract/notice/lab-news'
import { openingCalls } from '@portal/contract/opening/opening'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createLabs, type Labs } from './testing/labs.ts'
import { makeSample } from './testing/sample.ts'
import { inject, sampleArguments } from './testing/walk.ts'
import { createWorld, type World } from './testing/world.ts'

// For every call: a laboratory or an instrument may be given by its serial number, and a
// deletion may have a body.

let world: World
let labs: Labs
let ids: Record<RefField['of'], number>
const serials = { lab: 'LAB-DOOR', device: 'SB-2026/7' }
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
  ids = { lab: labs.labId, device: await labs.device({ serialId: serials.device }) }
  await world.sql('update lab set serial_id = $2 where id = $1', [ids.lab, serials.lab])
})
afterAll(() => world.close())

/** Fields that depend on the clock: `now` of the calendar, and the age of figures. */
const CLOCKS = new Set(['now', 'asOf'])
const parts = ['params', 'query', 'body'] as const
const sent = (call: Call, said: Record<RefField['of'], number | string>, called?: 'serialId') =>
  Object.fromEntries(
    parts.map((part) => {
      const sample = { ...(makeSample(call[part]) as Record<string, unknown>) }
      for (const { name, of } of refsIn(call[part])) {
        if (called && part === 'query' && takesSerialId(call[part])) delete sample[name]
        sample[called && part === 'query' && takesSerialId(call[part]) ? called : name] = said[of]
      }
      return [part, sample]
    }),
  )
const answer = async (call: Call, attempt: object) => {
  const { statusCode, body } = await inject(world.app, call, attempt, labs.sysadmin.token)
  const { data, code, message, reasons } = JSON.parse(body) as Record<string, unknown>
  // Values of the clock differ each time.
  return {
    statusCode,
    code,
    message,
    reasons,
    data: JSON.parse(
      JSON.stringify(data ?? null, (key, value: unknown) => (CLOCKS.has(key) ? undefined : value)),
    ) as unknown,
  }
}

describe('by id or by serial number', () => {
  const reading = allCalls
    .map((c) => c.call)
    .filter((c) => c.method === 'GET' && !c.raw && parts.some((part) => refsIn(c[part]).length > 0))
  test.for(reading.map((c) => [c.path, c] as const))('GET %s answers the same', async ([, call]) => {
    const byId = await answer(call, sent(call, ids))
    expect(byId.message).not.toMatch(/编号不正确/)
    expect(await answer(call, sent(call, serials))).toEqual(byId)
    if (takesSerialId(call.query)) expect(await answer(call, sent(call, serials, 'serialId'))).toEqual(byId)
  })
  test('nor is there another way to name one: every such field is marked', () => {
    const unmarked = allCalls.flatMap(({ call }) =>
      parts.flatMap((part) => {
        const schema = call[part] as unknown as { shape?: Record<string, unknown> }
        const marked = new Set(refsIn(call[part]).map((f) => f.name))
        return Object.keys(schema.shape ?? {}).flatMap((name) =>
          /^(lab|device)Ids?$/.test(name) && !marked.has(name) ? [`${call.method} ${call.path} ${name}`] : [],
        )
      }),
    )
    expect(unmarked).toEqual([])
  })
  test('writing calls too; one that there is not is said to be none', async () => {
    const news = { title: '停电通知', bodyHtml: '<p>周五</p>' }
    expect((await answer(labNewsCalls.save, { body: { ...news, labId: serials.lab } })).code).toBe(0)
    expect(await answer(labNewsCalls.save, { body: { ...news, labId: 'LAB-NONE' } })).toMatchObject({
      statusCode: 404,
      message: '实验室“LAB-NONE”不存在或已被删除',
    })
    expect((await answer(labNewsCalls.save, { body: { ...news, labId: '有空格 的' } })).statusCode).toBe(400)
    expect((await answer(labCalls.members, { query: { labId: serials.lab } })).data).toHaveLength(
      await world.sql('select from lab_member where lab_id = $1', [ids.lab]).then((r) => r.length),
    )
    const times = await answer(openingCalls.times, {
      query: { deviceIds: serials.device, from: '2030-01-07', to: '2030-01-07' },
    })
    expect(times.data).toMatchObject([{ deviceId: ids.device }])
    // Serial numbers of instruments often have digits only.
    const gone = await labs.device({ serialId: '202600574' })
    expect((await answer(deviceCalls.remove, { params: { id: '202600574' } })).code).toBe(0)
    expect(await world.sql('select from device where id = $1', [gone])).toEqual([])
  })
})

describe('DELETE', () => {
  const deletions = allCalls
    .map((c) => c.call)
    .filter((c) => c.method === 'DELETE' && Object.keys((makeSample(c.query) ?? {}) as object).length > 0)
  test('there are some that are told what by query', () => expect(deletions.length).toBeGreaterThan(3))
  test.for(deletions.map((c) => [c.path, c] as const))('%s takes its body as well', async ([, call]) => {
    const { params, query } = sampleArguments(call)
    // Ids that do not exist, so that neither deletion takes a row away from the other.
    const none = Object.fromEntries(
      Object.entries(query as object).map(([name, value]) => [
        name,
        typeof value === 'number' ? 999_999 : (value as unknown),
      ]),
    )
    const asked = await answer(call, { params, query: none })
    expect(asked.message).not.toMatch(/编号不正确|请填写/)
    expect(await answer(call, { params, body: none })).toEqual(asked)
  })
})

test('a code list by dictName, in pages', async () => {
  const all = (await answer(dictionaryCalls.codes, { query: { type: 'lab_type' } })).data as unknown[]
  expect(all.length).toBeGreaterThan(2)
  expect((await answer(dictionaryCalls.codes, { query: { dictName: 'lab_type' } })).data).toEqual(all)
  expect(
    (await answer(dictionaryCalls.codes, { query: { dictName: 'lab_type', page: 1, size: 2 } })).data,
  ).toEqual(all.slice(2, 4))
  expect(await answer(dictionaryCalls.codes, {})).toMatchObject({
    statusCode: 400,
    message: '请填写字典名称',
  })
})
