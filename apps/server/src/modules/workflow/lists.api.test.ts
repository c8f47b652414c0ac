import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { afterAll, expect, test } from 'vitest'
import { makeActors, drawLine, drawStep, openOffice } from '../../testing/drawn.ts'
import { createWorld } from '../../testing/world.ts'

// Lists of instances: by id, by words, and those without an awaited person.

const world = await createWorld()
afterAll(() => world.close())
const office = await world.person('流程管理员', { permissions: ['FORM_ALL', 'WORKFLOW_ALL'] })
const starter = await world.person('欧阳发起')
const decider = await world.person('办理人')
const { bound, publish, start, agree } = await openOffice(world, office)
const drawn = await publish(drawLine([drawStep('t', '审批', makeActors(decider))], bound))
const ids: number[] = []
for (let i = 0; i < 7; i++) ids.push(await start(drawn.id, starter))
const list = (query: object) => world.ok(office, calls.instances, { query: { scope: 'all', ...query } })
const listIds = async (query: object) => (await list(query)).items.map((i) => i.id)

test('goes on from the last row; how many there are is said once, and nothing that comes shifts it', async () => {
  const first = await list({ size: 3 })
  expect([first.items.map((i) => i.id), first.next, first.total]).toEqual([
    ids.slice(4).toReversed(),
    ids[4],
    7,
  ])
  ids.push(await start(drawn.id, starter))
  const second = await list({ size: 3, before: first.next })
  expect([second.items.map((i) => i.id), second.total]).toEqual([ids.slice(1, 4).toReversed(), null])
  const last = await list({ size: 3, before: second.next })
  expect([last.items.map((i) => i.id), last.next]).toEqual([ids.slice(0, 1), null])
  // A full last page reports that no page follows.
  expect((await list({ size: 8 })).next).toBeNull()
})

test('a keyword is what was filled in, who has started it, or its number', async () => {
  const [one] = (await list({ size: 1 })).items
  const words = one?.summary.slice(3, 6) ?? ''
  expect((await listIds({ keyword: words })).length).toBe(8)
  expect((await listIds({ keyword: 'ouyang' })).length).toBe(8)
  expect(await listIds({ keyword: String(ids[2]) })).toContain(ids[2])
  expect(await listIds({ keyword: '没有的词' })).toEqual([])
  expect(await listIds({ keyword: `${words} 没有的词` })).toEqual([])
  // The same for a word with more matches than are listed by id.
  await world.sql(
    `insert into workflow_instance (workflow_id, version, starter_id, state, run, given, summary,
      started_at, ended_at, search_text, search_grams)
    select workflow_id, version, $2, 'done', run || '{"status": "done"}', given, '批量', started_at, now(), '批量',
      '{批,量,批量}' from workflow_instance, generate_series(1, 2001) where id = $1`,
    [ids[0], office.id],
  )
  expect((await list({ keyword: '批量', size: 5 })).total).toBe(2001)
  expect((await list({ keyword: '批 没有的词', size: 5 })).total).toBe(0)
  expect((await list({ keyword: '流程管理员', size: 5 })).total).toBe(2001)
})

test('who stands still is found, and is no more once he is done', async () => {
  const id = ids[3] ?? 0
  expect(await listIds({ stuck: true })).toEqual([])
  await world.sql(`update workflow_task set state = 'unneeded', decided_at = now() where instance_id = $1`, [
    id,
  ])
  expect(await listIds({ stuck: true })).toEqual([id])
  expect(await listIds({ stuck: true, state: 'done' })).toEqual([])
  await agree(decider, ids[4] ?? 0)
  expect(await listIds({ stuck: true })).toEqual([id])
})
