import { pricePlanCalls } from '@portal/contract/price-plan/price-plan'
import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { afterAll, expect, test } from 'vitest'
import { addDays, findLocal } from '../../kernel/time.ts'
import { makeActors, drawLine, drawStep, fundRule, openOffice } from '../../testing/drawn.ts'
import { openLab } from '../../testing/open-lab.ts'
import { createWorld, type Person } from '../../testing/world.ts'

// A process that publishes prices on its publisher's authority: all of them or none.

const world = await createWorld()
afterAll(() => world.close())
const office = await world.person('设备处', { permissions: ['FORM_ALL', 'WORKFLOW_ALL', 'OPEN_SETTING_ALL'] })
const lesser = await world.person('流程管理员', { permissions: ['WORKFLOW_ALL'] })
const starter = await world.person('发起人')
const decider = await world.person('办理人')
const lab = await openLab(world)
const today = findLocal(new Date(), 'Asia/Shanghai').day
const tomorrow = addDays(today, 1)
const { bound, publish, start, agree, see } = await openOffice(world, office)
const draw = (settings: Record<string, string>, form = bound) => {
  const said = Object.entries(settings).map(
    ([name, value]) => `<portal:setting name="${name}" value="${value}"/>`,
  )
  return drawLine(
    [
      drawStep('t', '审批', makeActors(decider)),
      `<bpmn:serviceTask id="price" name="发布" portal:service="price"><bpmn:extensionElements>${said.join('')}
        </bpmn:extensionElements></bpmn:serviceTask>`,
    ],
    form,
  )
}
async function openDevice(rates?: object) {
  const id = await lab.device({}, rates as never) // the rate of a tier, in any form that a plan allows
  const [row] = await world.sql<{ serialId: string }>(
    `select serial_id as "serialId" from device where id = $1`,
    [id],
  )
  return { id, serialId: row?.serialId ?? '' }
}
const listPlans = async (deviceId: number) =>
  (await world.ok(office, pricePlanCalls.list, { query: { deviceId } as never })).items // by its number
const judge = async (by: Person, settings: Record<string, string>) =>
  (await world.ok(by, calls.judge, { body: { xml: draw(settings) } })).faults.map((f) => f.message)
/** Agrees to an instance with this amount in the form; returns what the history says of it. */
async function decided(settings: Record<string, string>, amount: number) {
  const drawn = await publish(draw(settings))
  const id = await start(drawn.id, starter, amount)
  await agree(decider, id)
  return (await see(starter, id)).timeline.find((e) => e.kind === 'served')?.opinion
}

test('the next version holds from the next day; who was not named pays what he paid', async () => {
  const { id, serialId } = await openDevice({
    campus: { unitFen: 5000, unitMinutes: 30, startFen: 2000, minUnits: 2, bands: [] },
    company: { unitFen: 90_000, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] },
  })
  const [before] = await listPlans(id)
  expect(await decided({ device: serialId, campus: 'amount' }, 120.5)).toContain(`自 ${tomorrow} 起执行`)
  const [next, old] = await listPlans(id)
  expect([next?.state, next?.from, next?.createdBy, old?.id, old?.until]).toEqual([
    'coming',
    tomorrow,
    '设备处',
    before?.id,
    tomorrow,
  ])
  expect(next?.rates).toEqual({
    ...before?.rates,
    // 120.50 yuan an hour, charged by half hours as before.
    campus: { unitFen: 6025, unitMinutes: 30, startFen: 2000, minUnits: 2, bands: [] },
  })
  // A second run finds a version that is not yet in force: nothing is written, and the office is told.
  expect(await decided({ device: serialId, campus: 'amount' }, 99)).toMatch(/^已有尚未生效的版本.*未发布/)
  expect(await listPlans(id)).toHaveLength(2)
  const news = await world.sql(
    `select from outbox where payload -> 'userIds' @> to_jsonb($1::int8) and payload ->> 'title' like '自动步骤未办理%'`,
    [office.id],
  )
  expect(news).toHaveLength(1)
})

test('a department that gets its own price is charged by the campus rate otherwise, as before', async () => {
  const campus = { unitFen: 5000, unitMinutes: 30, startFen: 2000, minUnits: 2, bands: [] }
  const { id, serialId } = await openDevice({ campus })
  expect(await decided({ device: serialId, dept: 'amount' }, 80)).toContain(`自 ${tomorrow} 起执行`)
  expect((await listPlans(id))[0]?.rates).toEqual({ campus, dept: { ...campus, unitFen: 4000 } })
  const banded = await openDevice({
    campus: {
      unitFen: 100,
      unitMinutes: 60,
      startFen: 0,
      minUnits: 0,
      bands: [{ fromUnits: 10, unitFen: 50 }],
    },
  })
  expect(await decided({ device: banded.serialId, dept: 'amount' }, 10)).toContain('本单位现为阶梯价')
})

test('what cannot be said to the fen, or has volume prices, is left to somebody who can', async () => {
  const odd = await openDevice({
    campus: { unitFen: 100, unitMinutes: 50, startFen: 0, minUnits: 0, bands: [] },
  })
  expect(await decided({ device: odd.serialId, campus: 'amount' }, 10.01)).toContain('折算后不是整分')
  const bands = [{ fromUnits: 10, unitFen: 50 }]
  const banded = await openDevice({
    campus: { unitFen: 100, unitMinutes: 60, startFen: 0, minUnits: 0, bands },
  })
  expect(await decided({ device: banded.serialId, campus: 'amount' }, 10)).toContain('现为阶梯价')
  expect([await listPlans(odd.id), await listPlans(banded.id)].map((plans) => plans.length)).toEqual([1, 1])
})

test('who could not set the prices by hand publishes no step that does', async () => {
  const { serialId } = await openDevice()
  expect(await judge(office, { device: serialId, campus: 'amount' })).toEqual([])
  expect(await judge(lesser, { device: serialId, campus: 'amount' })).toEqual([
    expect.stringContaining('您无权管理'),
  ])
  expect(await judge(lesser, { device: 'topic', campus: 'amount' })).toEqual([
    '由表单选择仪器时，须由全校仪器或开放设置的管理员发布',
  ])
  expect(await judge(office, { device: serialId, from: 'day', school: 'price' })).toEqual([
    '校外院校价格：表单中没有字段“price”',
    '生效日期：表单中没有字段“day”',
  ])
  expect(await judge(office, { device: serialId })).toEqual(['请至少指定一类用户的价格字段'])
})

test('a price holds from the day that was filled in, and from none if that is none', async () => {
  const dated = await openOffice(world, office, [
    ...fundRule.slice(0, 2),
    { type: 'datePicker', field: 'at', title: '生效时间', props: { type: 'datetime' } },
    { type: 'datePicker', field: 'month', title: '生效月份', props: { type: 'month' } },
    { type: 'datePicker', field: 'days', title: '执行期间', props: { type: 'daterange' } },
    { type: 'input', field: 'said', title: '生效说明' },
  ])
  const { serialId } = await openDevice()
  const judgeFrom = async (from: string) => {
    const xml = draw({ device: serialId, campus: 'amount', from }, dated.bound)
    return (await world.ok(office, calls.judge, { body: { xml } })).faults.map((f) => f.message)
  }
  expect(await judgeFrom('at')).toEqual([])
  for (const field of ['month', 'days', 'said'])
    expect(await judgeFrom(field)).toEqual([expect.stringContaining('须为日期字段，且只能选一天')])
  async function decidedFrom(at: string) {
    const device = await openDevice()
    const xml = draw({ device: device.serialId, campus: 'amount', from: 'at' }, dated.bound)
    const id = await dated.start((await dated.publish(xml)).id, starter)
    // Any kind of field: a process published under older rules may name a text box.
    await world.sql(
      `update workflow_instance set given = given || jsonb_build_object('at', $2::text) where id = $1`,
      [id, at],
    )
    await dated.agree(decider, id)
    const said = (await dated.see(starter, id)).timeline.find((e) => e.kind === 'served')?.opinion
    return [said, (await listPlans(device.id))[0]?.from]
  }
  const later = addDays(today, 40)
  expect(await decidedFrom(`${later} 00:00:00`)).toEqual([
    expect.stringContaining(`自 ${later} 起执行`),
    later,
  ])
  expect(await decidedFrom('')).toEqual([expect.stringContaining(`自 ${tomorrow} 起执行`), tomorrow])
  for (const bad of ['2031-02-30', '2031/1/1', '2031-01', '下学期'])
    expect((await decidedFrom(bad))[0]).toContain('生效日期不正确，未发布')
})

test('who may set the prices no longer sets none through his process', async () => {
  const { id, serialId } = await openDevice()
  const before = await listPlans(id)
  const drawn = await publish(draw({ device: serialId, campus: 'amount' }))
  const instance = await start(drawn.id, starter, 100)
  await world.sql('update user_account set enabled = false where id = $1', [office.id])
  await agree(decider, instance)
  expect((await see(starter, instance)).timeline.find((e) => e.kind === 'served')?.opinion).toBe(
    '流程由“设备处”发布，其账号已停用，未发布收费标准',
  )
  await world.sql('update user_account set enabled = true where id = $1', [office.id])
  expect(await listPlans(id)).toEqual(before)
})
