import { testOrderCalls } from '@portal/contract/test-order/test-order'
import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { expect, test } from 'vitest'
import { makeActors, drawLine, drawStep, openOffice } from '../../testing/drawn.ts'
import { sceneWorld } from '../../testing/scene.ts'

// A process writes off a bill at its end, by the action of test orders, or not at all, and then it halts.

const { world, s } = await sceneWorld()
const office = await world.person('设备处', {
  permissions: ['FORM_ALL', 'WORKFLOW_ALL', 'FINANCIAL_EDIT'],
})
const other = await world.person('另一流程管理员', { permissions: ['WORKFLOW_ALL'] })
const starter = await world.person('申请人')
const decider = await world.person('办理人')
const { bound, publish, agree, see } = await openOffice(world, office, [
  { type: 'input', field: 'bill', title: '测试单号', $required: true },
])
const draw = (settings: Record<string, string>) =>
  drawLine(
    [
      drawStep('t', '审批', makeActors(decider)),
      `<bpmn:serviceTask id="w" name="核销" portal:service="writeOff"><bpmn:extensionElements>${Object.entries(
        settings,
      )
        .map(([name, value]) => `<portal:setting name="${name}" value="${value}"/>`)
        .join('')}</bpmn:extensionElements></bpmn:serviceTask>`,
    ],
    bound,
  )
const { id: workflowId } = await publish(draw({ bill: 'bill' }))
async function run(bill: string, by = decider): Promise<number> {
  const body = { version: 1, values: { bill } }
  const { id } = await world.ok(starter, calls.start, { params: { id: workflowId }, body })
  await agree(by, id)
  return id
}
const findOrder = (id: number) => world.ok(s.finance, testOrderCalls.get, { query: { id } })
const findEnd = async (id: number) => {
  const { state, isStuck, timeline } = await see(other, id)
  return [state, isStuck, timeline.findLast((e) => e.kind === 'served')?.opinion]
}

test('only who may write off publishes it, with a field that names the bill', async () => {
  const judge = async (by: typeof office, settings: Record<string, string>) =>
    (await world.ok(by, calls.judge, { body: { xml: draw(settings) } })).faults.map((f) => f.message)
  expect(await judge(other, { bill: 'bill' })).toEqual(['您无权核销测试单，不能发布该步骤'])
  expect(await judge(office, {})).toEqual(['请选择填写测试单号的表单字段'])
  expect(await judge(office, { bill: 'gone', paper: 'none' })).toEqual([
    '测试单号：表单中没有字段“gone”',
    '核销依据：表单中没有字段“none”',
  ])
})

test('what nobody has paid is written off, what was frozen is free, and it says by what', async () => {
  const card = await s.card(s.payer, 50_000)
  const id = await s.confirmed({ holdOn: card })
  const instance = await run(`CS${String(id).padStart(8, '0')}`)
  expect(await findEnd(instance)).toEqual(['done', false, `已核销测试单 CS${String(id).padStart(8, '0')}`])
  const order = await findOrder(id)
  expect([order.state, order.reason]).toEqual([
    'written_off',
    `流程“开放基金”（编号 ${instance}）核定，由 设备处 发布`,
  ])
  expect(await world.sql('select frozen_fen as fen from fund_card where id = $1', [card])).toEqual([
    { fen: 0 },
  ])
})

test('what cannot be written off halts it where the office sees why, and moves it', async () => {
  const settled = await s.confirmed({})
  await world.sql(`update test_order set state = 'settled' where id = $1`, [settled]).catch(() => undefined)
  const large = await s.confirmed({ priceFen: 100_000 })
  const nothing = await run('12x')
  expect(await findEnd(nothing)).toEqual(['running', true, '表单中的测试单号不正确，未核销'])
  expect((await findEnd(await run('999999')))[2]).toBe('没有测试单 CS00999999，未核销')
  const paperless = await run(String(large))
  expect((await findEnd(paperless))[2]).toContain('须上传核销依据')
  expect((await findOrder(large)).state).toBe('confirmed')
  // Without an amount in the dictionary, no write-off may go without a paper.
  const setAmount = (enabled: boolean) =>
    world.sql(
      `update dictionary_item set enabled = $1
        where dictionary_id = (select id from dictionary where name = 'write_off_paper_from')`,
      [enabled],
    )
  await setAmount(false)
  expect((await findEnd(await run(String(large))))[2]).toContain('没有设置数值')
  await setAmount(true)
  // A second write-off of the same bill halts the process.
  const once = await s.confirmed({})
  await run(String(once))
  expect((await findEnd(await run(String(once))))[2]).toContain('已核销，未核销')
  // The office passes the step or stops the instance; the starter sees the reason as well.
  const visit = (await see(other, nothing)).tasks
  expect(visit.filter((t) => t.can.length > 0)).toEqual([])
  const [{ run: state }] = (await world.sql<{ run: { visits: { no: number }[] } }>(
    'select run from workflow_instance where id = $1',
    [nothing],
  )) as [{ run: { visits: { no: number }[] } }]
  await world.ok(other, calls.move, {
    params: { id: nothing },
    body: { how: 'pass', visit: state.visits[0]?.no ?? 0, reason: '已另行核销' },
  })
  expect((await see(starter, nothing)).state).toBe('done')
  await world.ok(other, calls.move, {
    params: { id: paperless },
    body: { how: 'stop', reason: '请补交依据后重新申请' },
  })
  expect((await see(starter, paperless)).state).toBe('refused')
})

test('a step that the system could not carry out says so, and is given to no person', async () => {
  const id = await run('12x')
  const [step] = (await see(other, id)).steps
  expect(step?.stuck).toBe('自动步骤未办理，原因见办理记录，请流程管理员推进、退回或终止')
  const assigned = await world.send(other, calls.move, {
    params: { id },
    body: { how: 'assign', visit: step?.visit ?? 0, userIds: [decider.id], reason: '请代办' },
  })
  expect([assigned.status, assigned.reasons?.[0]?.field]).toEqual([422, 'how'])
  expect((await see(other, id)).awaited).toEqual([])
  // Nobody is asked who could be urged: the office hears it.
  await world.ok(starter, calls.urge, { params: { id }, body: { opinion: '请尽快' } })
  const told = await world.sql<{ name: string }>(
    `select u.name from outbox o, jsonb_array_elements_text(o.payload -> 'userIds') v
      join user_account u on u.id = v::int8
      where o.payload ->> 'title' like '催办%' and o.payload ->> 'link' like '%id=' || $1`,
    [id],
  )
  expect(told.map((person) => person.name)).toContain('另一流程管理员')
})

test('on the word of somebody who may do so no longer, or has left, nothing is written off', async () => {
  const id = await s.confirmed({})
  const halted = (why: string) => ['running', true, `流程由“设备处”发布，${why}，未核销`]
  const setEnabled = (enabled: boolean) =>
    world.sql('update user_account set enabled = $2 where id = $1', [office.id, enabled])
  await setEnabled(false)
  expect(await findEnd(await run(String(id)))).toEqual(halted('其账号已停用'))
  await setEnabled(true)
  await world.sql('delete from user_role where user_id = $1', [office.id])
  expect(await findEnd(await run(String(id)))).toEqual(halted('其现已无权核销测试单'))
  expect((await findOrder(id)).state).toBe('confirmed')
})
