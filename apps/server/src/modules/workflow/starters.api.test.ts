import { postCalls } from '@portal/contract/people/posts'
import { rightsCalls } from '@portal/contract/people/rights'
import { workflowCalls as calls } from '@portal/contract/workflow/calls'
import { afterAll, expect, test } from 'vitest'
import { makeActors, drawLine, drawStep, openOffice, makeValues } from '../../testing/drawn.ts'
import { createWorld, type Person } from '../../testing/world.ts'

// A process may be restricted to some people, as its published version says.

const world = await createWorld()
afterAll(() => world.close())
const office = await world.person('设备处', { permissions: ['FORM_ALL', 'WORKFLOW_ALL'] })
const decider = await world.person('办理人')
const student = await world.person('学生')
const teacher = await world.person('教师')
const { bound, publish } = await openOffice(world, office)
await world.sql(
  `update user_account set user_type = case id when $1 then '1' when $2 then '2' else '4' end`,
  [student.id, teacher.id],
)

const only = (kind: string, value: string | number) =>
  drawLine([drawStep('t', '审批', makeActors(decider))], bound).replace(
    /(<bpmn:process[^>]*>)/,
    `$1<bpmn:extensionElements>
      <portal:starter kind="${kind}" value="${value}" label="某些人"/></bpmn:extensionElements>`,
  )
const sees = async (by: Person, id: number) =>
  (await world.ok(by, calls.startable, {})).some((w) => w.id === id)
/** The replies of all calls that lead to a start. */
async function tryAll(by: Person, id: number) {
  const params = { id }
  const values = makeValues(1)
  const answers = [
    await world.send(by, calls.fill, { params }),
    await world.send(by, calls.preview, { params, body: { values } }),
    await world.send(by, calls.saveDraft, { params, body: { values } }),
    await world.send(by, calls.start, { params, body: { version: 1, values } }),
  ]
  return [...new Set(answers.map((a) => a.code))]
}

test('whoever is not meant neither sees it nor starts it, by whichever call', async () => {
  const { id } = await publish(only('userType', 2))
  expect([await sees(student, id), await sees(teacher, id)]).toEqual([false, true])
  expect([await tryAll(student, id), await tryAll(teacher, id)]).toEqual([['WORKFLOW_NOT_YOURS'], [0]])
  expect((await world.sql('select from workflow_instance where starter_id = $1', [student.id])).length).toBe(
    0,
  )
  // The office may change the process, but is not among its starters.
  const { can } = await world.ok(office, calls.get, { params: { id } })
  expect([can.includes('change'), can.includes('start')]).toEqual([true, false])
})

test('the published version counts: a draft for others changes nothing yet', async () => {
  const { id, revision } = await publish(only('person', student.id))
  const body = { name: '开放基金', xml: only('person', teacher.id), revision }
  const saved = await world.ok(office, calls.save, { params: { id }, body })
  expect([await sees(student, id), await sees(teacher, id)]).toEqual([true, false])
  await world.ok(office, calls.publish, { params: { id }, body: { revision: saved.revision } })
  expect([await sees(student, id), await sees(teacher, id)]).toEqual([false, true])
})

test('roles, posts, laboratories and departments are looked up as they are now', async () => {
  const ids: Record<string, number> = {}
  await world.sql(`insert into dept (code, name) values ('SX', '数学院')`)
  await world.sql(
    `insert into dept (code, name, parent_id) select 'SX1', '代数所', id from dept where code = 'SX'`,
  )
  await world.sql(`insert into post (code, name) values ('SAFE', '安全员')`)
  const [dept] = await world.sql<{ id: number }>(`select id from dept where code = 'SX'`)
  for (const [kind, value] of [
    ['role', 'FINANCE'],
    ['post', 'SAFE'],
    ['labRole', 'lab_director'],
    ['dept', dept?.id ?? 0],
  ] as const)
    ids[kind] = (await publish(only(kind, value))).id
  const seen = async () => {
    const open = await world.ok(student, calls.startable, {})
    return Object.keys(ids).filter((kind) => open.some((w) => w.id === ids[kind]))
  }
  expect(await seen()).toEqual([])
  await world.sql(`insert into user_role (user_id, role_id) select $1, id from role where code = 'FINANCE'`, [
    student.id,
  ])
  await world.sql(
    `update user_account set dept_id = (select id from dept where code = 'SX1') where id = $1`,
    [student.id],
  )
  await world.sql(
    `insert into user_post (user_id, post_id, dept_id) select $1, id, $2 from post where code = 'SAFE'`,
    [student.id, dept?.id],
  )
  expect(await seen()).toEqual(['role', 'post', 'dept'])
})

test('a type of user that was added to the dictionary may be named', async () => {
  await world.sql(
    `insert into dictionary_item (dictionary_id, label, value, sort)
      select id, '博士后', '7', 70 from dictionary where name = 'campus_user_type'`,
  )
  const postdoc = await world.person('博士后', { userType: '7' })
  const { id } = await publish(only('userType', 7))
  expect([await sees(postdoc, id), await sees(student, id)]).toEqual([true, false])
})

test('a role or post that a process names keeps its code, and is not removed', async () => {
  const admin = await world.person('管理员', { permissions: ['ADMIN'] })
  const { id: roleId } = await world.ok(admin, rightsCalls.createRole, {
    body: { code: 'LASER_SAFETY', name: '激光安全员' },
  })
  const { id: postId } = await world.ok(admin, postCalls.savePost, {
    body: { code: 'laser', name: '激光岗', sort: 1 },
  })
  const changeRole = (code: string) =>
    world.send(admin, rightsCalls.changeRole, { body: { id: roleId, code, name: '激光安全管理员' } })
  const changePost = (code: string) =>
    world.send(admin, postCalls.savePost, { body: { id: postId, code, name: '激光安全岗', sort: 1 } })
  // As long as no process names them, their codes may change.
  expect([(await changeRole('LASER')).status, (await changePost('laser2')).status]).toEqual([200, 200])
  await publish(
    drawLine([drawStep('t', '审批', '<portal:actor kind="role" value="LASER" label="激光安全员"/>')], bound),
  )
  await publish(only('post', 'laser2'))
  const named = (code: string) => ({ status: 422, code, message: expect.stringContaining('“开放基金”') })
  expect(await changeRole('LASER_OFFICE')).toMatchObject({
    ...named('ROLE_NAMED'),
    reasons: [{ field: 'code' }],
  })
  expect(await changePost('laser3')).toMatchObject({ ...named('POST_NAMED'), reasons: [{ field: 'code' }] })
  // Their names may.
  expect([(await changeRole('LASER')).status, (await changePost('laser2')).status]).toEqual([200, 200])
  expect(await world.send(admin, rightsCalls.removeRole, { params: { id: roleId } })).toMatchObject(
    named('ROLE_NAMED'),
  )
  expect(await world.send(admin, postCalls.removePost, { params: { id: postId } })).toMatchObject(
    named('POST_NAMED'),
  )
  // A diagram may name a post by its id as well, which a change of the code leaves as it is.
  const { id: byId } = await world.ok(admin, postCalls.savePost, {
    body: { code: 'optics', name: '光学岗', sort: 2 },
  })
  await publish(only('post', byId))
  const body = { id: byId, code: 'optics2', name: '光学岗', sort: 2 }
  expect((await world.send(admin, postCalls.savePost, { body })).status).toBe(200)
  expect(await world.send(admin, postCalls.removePost, { params: { id: byId } })).toMatchObject(
    named('POST_NAMED'),
  )
})

test('one that is half filled in, or names nobody who is there, is not published', async () => {
  const judge = async (xml: string) => (await world.ok(office, calls.judge, { body: { xml } })).faults
  const half = only('role', 'X').replace(' value="X"', '')
  expect((await judge(half)).map((f) => f.message)).toEqual([
    '发起范围的设置不完整，请选择可以发起的人，或删除该项',
  ])
  for (const [kind, value] of [
    ['role', 'NOBODY'],
    ['dept', 999_999],
    ['person', 999_999],
    ['userType', '77'],
    ['labRole', 'boss'],
    ['post', 'NONE'],
  ] as const)
    expect(await judge(only(kind, value))).toEqual([
      { element: 'p', message: '发起范围中的“某些人”不存在或已停用' },
    ])
})

test('a draft tells a guest the name of nobody whom he may not list', async () => {
  const asking = await openOffice(world, office, [
    { type: 'userSelect', field: 'who', title: '负责人', props: { multiple: true } },
  ])
  const { id } = await asking.publish(drawLine([drawStep('t', '审批', makeActors(decider))], asking.bound))
  const guest = await world.person('校外用户')
  await world.sql('update user_account set on_campus = false where id = $1', [guest.id])
  const values = { who: [office.id, guest.id, student.id] }
  const findNames = async (by: Person) => {
    await world.ok(by, calls.saveDraft, { params: { id }, body: { values } })
    return (await world.ok(by, calls.fill, { params: { id } })).people.map((p) => p.name).toSorted()
  }
  expect(await findNames(guest)).toEqual(['校外用户'])
  expect(await findNames(teacher)).toEqual(['学生', '校外用户', '设备处'].toSorted())
})

test('a preview names to a guest nobody whom he has filled in, and whom the diagram asks', async () => {
  const asking = await openOffice(world, office, [
    { type: 'userSelect', field: 'who', title: '负责人', props: { multiple: true } },
  ])
  const filledIn = '<portal:actor kind="formField" value="who" label="负责人"/>'
  const { id } = await asking.publish(
    drawLine([drawStep('t', '审批', filledIn), drawStep('u', '复核', makeActors(decider))], asking.bound),
  )
  const guest = await world.person('校外用户')
  await world.sql('update user_account set on_campus = false where id = $1', [guest.id])
  const body = { values: { who: [office.id, student.id] } }
  const preview = async (by: Person) =>
    (await world.ok(by, calls.preview, { params: { id }, body })).map((s) => [s.people, s.count])
  expect(await preview(teacher)).toEqual([
    [['设备处', '学生'], 2],
    [['办理人'], 1],
  ])
  expect(await preview(guest)).toEqual([
    [[], 2],
    [['办理人'], 1],
  ])
})
