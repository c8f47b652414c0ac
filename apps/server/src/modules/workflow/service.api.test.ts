import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { afterAll, expect, test } from 'vitest'
import { listen } from '../../kernel/events.ts'
import { makeActors, drawLine, drawStep, openOffice, makeValues } from '../../testing/drawn.ts'
import { openLab } from '../../testing/open-lab.ts'
import { createWorld, type Person } from '../../testing/world.ts'

// What a process does by itself, on whose authority, and who is told of its end.

const ended: { instanceId: number; state: string; starterId: number }[] = []
listen('workflow.finished', (_, { instanceId, state, starterId }) => {
  ended.push({ instanceId, state, starterId })
})
const world = await createWorld()
afterAll(() => world.close())
const office = await world.person('设备处', { permissions: ['FORM_ALL', 'WORKFLOW_ALL', 'DEVICE_ALL'] })
const lesser = await world.person('流程管理员', { permissions: ['WORKFLOW_ALL'] })
const starter = await world.person('发起人')
const decider = await world.person('办理人')
const lab = await openLab(world)
const deviceId = await lab.device({ qualification_required: true })
const [device] = await world.sql<{ serialId: string; name: string }>(
  'select serial_id as "serialId", name from device where id = $1',
  [deviceId],
)
const { bound, publish, start, agree, decide, see } = await openOffice(world, office)
const service = (settings: Record<string, string>) =>
  `<bpmn:serviceTask id="grant" name="授予资格" portal:service="qualify"><bpmn:extensionElements>${Object.entries(
    settings,
  )
    .map(([name, value]) => `<portal:setting name="${name}" value="${value}"/>`)
    .join('')}</bpmn:extensionElements></bpmn:serviceTask>`
const draw = (settings: Record<string, string>) =>
  drawLine([drawStep('t', '审批', makeActors(decider)), service(settings)], bound)
const held = () =>
  world.sql<{ granter: number; note: string; isLong: boolean }>(
    `select granted_by as granter, note, valid_until is null as "isLong" from qualification
      where user_id = $1 and device_id = $2`,
    [starter.id, deviceId],
  )
const findNews = async ({ id }: Person) =>
  (
    await world.sql<{ title: string }>(
      `select payload ->> 'title' as title from outbox where payload -> 'userIds' @> to_jsonb($1::int8)`,
      [id],
    )
  ).map((n) => n.title)
const judge = async (by: Person, settings: Record<string, string>) =>
  (await world.ok(by, calls.judge, { body: { xml: draw(settings) } })).faults.map((f) => f.message)

test('a qualification is granted on the word of whoever published it, once, and told', async () => {
  const drawn = await publish(draw({ device: device?.serialId ?? '', days: '30' }))
  const id = await start(drawn.id, starter)
  expect(await held()).toEqual([])
  await agree(decider, id)
  expect(await held()).toEqual([{ granter: office.id, note: `流程“开放基金”（编号 ${id}）`, isLong: false }])
  const seen = await see(starter, id)
  expect([seen.state, seen.timeline.map((e) => [e.kind, e.opinion])]).toEqual([
    'done',
    [
      ['started', null],
      ['agreed', null],
      ['served', `已授予“${device?.name}”的上机资格`],
      ['ended', null],
    ],
  ])
  const news = await findNews(starter)
  expect(news).toContain('已获得上机资格')
  expect(ended).toEqual([{ instanceId: id, state: 'done', starterId: starter.id }])
  const refused = await start(drawn.id, starter)
  await decide(decider, refused, { verdict: 'refuse', opinion: '未培训' })
  expect(await held()).toHaveLength(1)
  expect(ended.slice(1)).toEqual([{ instanceId: refused, state: 'refused', starterId: starter.id }])
})

test('the instrument may be chosen in the form; one that is not there is told to the office', async () => {
  const drawn = await publish(draw({ device: 'topic' }))
  const fill = async (topic: string) => {
    const body = { version: 1, values: { ...makeValues(1), topic } }
    const { id } = await world.ok(starter, calls.start, { params: { id: drawn.id }, body })
    await agree(decider, id)
    return (await see(starter, id)).timeline.find((e) => e.kind === 'served')?.opinion
  }
  expect(await fill(device?.serialId ?? '')).toContain('已授予')
  expect((await held())[0]?.isLong).toBe(true)
  expect(await fill('没有这台')).toBe('没有找到表单所选的仪器，未授予上机资格')
  expect((await findNews(office)).filter((t) => t.startsWith('自动步骤未办理'))).toHaveLength(1)
})

test('who could not grant it by hand publishes no step that does', async () => {
  expect(await judge(office, { device: device?.serialId ?? '' })).toEqual([])
  expect(await judge(lab.reviewer, { device: device?.serialId ?? '' })).toEqual([])
  expect(await judge(lesser, { device: device?.serialId ?? '' })).toEqual([
    `您无权授予“${device?.name}”的上机资格，不能发布该步骤`,
  ])
  expect(await judge(lesser, { device: 'topic' })).toEqual([
    '由表单选择仪器时，须由全校仪器或开放设置的管理员发布',
  ])
  expect(await judge(office, { device: 'NONE', days: '0' })).toEqual([
    '有效天数须为 1 到 3650 的整数',
    '没有编号为“NONE”的仪器，表单中也没有这个字段',
  ])
  // The log's target stays the process, although the publisher's right on the device was looked up.
  const byReviewer = await world.person('审核员兼流程管理员', { permissions: ['WORKFLOW_ALL'] })
  await world.sql('insert into device_reviewer (device_id, user_id) values ($1, $2)', [
    deviceId,
    byReviewer.id,
  ])
  const his = await world.ok(byReviewer, calls.create, {
    body: { name: '审核员的流程', xml: draw({ device: device?.serialId ?? '' }) } as never,
  })
  await world.ok(byReviewer, calls.publish, { params: { id: his.id }, body: { revision: 1 } })
  const [noted] = await world.sql<{ target: string }>(
    'select target from operation_log where user_id = $1 order by id desc limit 1',
    [byReviewer.id],
  )
  expect(noted?.target).toBe(`workflow ${his.id}`)
  const xml = draw({ device: device?.serialId ?? '' })
  const drawn = await world.ok(lesser, calls.create, { body: { name: '越权', xml } as never })
  const params = { id: drawn.id }
  const refused = await world.send(lesser, calls.publish, { params, body: { revision: 1 } })
  expect([refused.code, refused.reasons?.[0]?.field]).toEqual(['WORKFLOW_BAD', 'grant'])
})

test('who lost his post on the instrument grants nothing there any more', async () => {
  const reviewer = await world.person('审核员丙', { permissions: ['WORKFLOW_ALL'] })
  await world.sql('insert into device_reviewer (device_id, user_id) values ($1, $2)', [deviceId, reviewer.id])
  const xml = draw({ device: device?.serialId ?? '' })
  const his = await world.ok(reviewer, calls.create, { body: { name: '授予', xml } as never })
  await world.ok(reviewer, calls.publish, { params: { id: his.id }, body: { revision: 1 } })
  const run = async () => {
    const id = await start(his.id, starter)
    await agree(decider, id)
    return (await see(starter, id)).timeline.find((e) => e.kind === 'served')?.opinion
  }
  expect(await run()).toContain('已授予')
  const before = await held()
  await world.sql('delete from device_reviewer where user_id = $1', [reviewer.id])
  expect(await run()).toBe(`流程由“审核员丙”发布，其现已无权授予“${device?.name}”的上机资格，未授予上机资格`)
  expect(await held()).toEqual(before)
})
