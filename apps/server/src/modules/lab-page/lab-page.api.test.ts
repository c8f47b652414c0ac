import { labCalls } from '@portal/contract/lab/lab'
import { labPageCalls } from '@portal/contract/lab-page/lab-page'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { countBlocked } from '../../testing/blocked.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type Person, type World } from '../../testing/world.ts'

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

const read = (who: Person) => world.ok(who, labPageCalls.description, { query: { id: labs.labId } })
const write = (who: Person, bodyHtml: string) =>
  world.send(who, labPageCalls.describe, { params: { id: labs.labId }, body: { bodyHtml } })

test('the introduction is written by the lab’s people, cleaned, and read by everybody who is signed in', async () => {
  await world.sql(`update lab set intro = '短' where id = $1`, [labs.labId])
  expect(await read(labs.student)).toMatchObject({
    name: '电镜中心',
    intro: '短',
    bodyHtml: null,
    updatedAt: null,
    can: [],
  })
  expect((await write(labs.labAdmin, '<h2>我们</h2><p onclick="x()">介绍</p>')).status).toBe(200)
  expect(await read(labs.director)).toMatchObject({
    bodyHtml: '<h2>我们</h2><p>介绍</p>',
    updatedBy: '管理员',
    can: ['edit'],
  })
  for (const who of [labs.outsider, labs.member, labs.student, labs.reviewer])
    expect((await write(who, '<p>改</p>')).status).toBe(403)
  expect((await read(labs.student)).bodyHtml).toBe('<h2>我们</h2><p>介绍</p>')
  await write(labs.sysadmin, '<p> </p>')
  expect(await read(labs.student)).toMatchObject({ intro: '短', bodyHtml: null })
})

test('of two who write the introduction, the second does not wipe out what he has not seen', async () => {
  const save = (who: Person, bodyHtml: string, seenAt?: string | null) =>
    world.send(who, labPageCalls.describe, { params: { id: labs.labId }, body: { bodyHtml, seenAt } })
  const { updatedAt: none } = await read(labs.labAdmin)
  expect(none).toBeNull()
  const first = await save(labs.director, '<p>主任的</p>', none)
  expect(first).toMatchObject({ status: 200, data: { updatedAt: (await read(labs.director)).updatedAt } })
  const late = { status: 409, code: 'SAVED_SINCE' }
  expect(await save(labs.labAdmin, '<p>管理员的</p>', none)).toMatchObject({
    ...late,
    message: '您打开页面后，简介已由主任修改；未保存，请刷新后重试',
  })
  const seen = first.data?.updatedAt
  expect(await save(labs.director, '<p>又改</p>', seen)).toMatchObject({ status: 200 })
  expect(await save(labs.labAdmin, '', seen)).toMatchObject(late)
  expect((await read(labs.student)).bodyHtml).toBe('<p>又改</p>')
  // A client that does not send the version it read is not checked.
  expect(await save(labs.labAdmin, '')).toMatchObject({ status: 200, data: { updatedAt: null } })
})

test('the figures are those of its devices, people and rooms', async () => {
  await labs.device()
  await labs.device({ shared: false })
  await labs.device({ labId: labs.otherLabId })
  expect(await world.ok(labs.student, labPageCalls.figures, { query: { id: labs.labId } })).toEqual({
    devices: 2,
    sharedDevices: 1,
    members: 3,
    rooms: 0,
  })
  expect((await world.send(labs.student, labPageCalls.figures, { query: { id: 'LAB-NONE' } })).status).toBe(
    404,
  )
})

test('who has left is neither named as its director nor counted; its people see who has', async () => {
  const query = { id: labs.labId }
  const { name: labName } = await world.ok(labs.student, labCalls.detail, { query })
  const look = async () => {
    const [detail, figures, list] = [
      await world.ok(labs.student, labCalls.detail, { query }),
      await world.ok(labs.student, labPageCalls.figures, { query }),
      await world.ok(labs.student, labCalls.search, { query: { labName } }),
    ]
    return [detail.directors.map((d) => d.name), list.items[0]?.directors, figures.members]
  }
  expect(await look()).toEqual([['主任'], ['主任'], 3])
  await world.sql('update user_account set enabled = false where id = $1', [labs.director.id])
  expect(await look()).toEqual([[], [], 2])
  const members = await world.ok(labs.labAdmin, labCalls.members, { query: { labId: labs.labId } })
  expect(members.filter((m) => !m.user.enabled).map((m) => m.user.name)).toEqual(['主任'])
  await world.sql('update user_account set enabled = true where id = $1', [labs.director.id])
})

test('of a closed lab no instrument is counted as shared, as none is found', async () => {
  const shared = async () => {
    const query = { id: labs.labId }
    const [figures, detail] = [
      await world.ok(labs.student, labPageCalls.figures, { query }),
      await world.ok(labs.student, labCalls.detail, { query }),
    ]
    return [figures.sharedDevices, detail.sharedDevices, detail.enabled]
  }
  await labs.device()
  const [figure, count] = await shared()
  expect(figure).toBeGreaterThan(0)
  expect(count).toBe(figure)
  await world.sql('update lab set enabled = false where id = $1', [labs.labId])
  expect(await shared()).toEqual([0, 0, false])
  await world.sql('update lab set enabled = true where id = $1', [labs.labId])
})

test('a lab that is deleted while its introduction is read is not found', async () => {
  const { id } = await world.ok(labs.sysadmin, labCalls.create, {
    body: { serialId: 'LAB-READ', name: '将撤销的实验室', deptId: labs.deptId } as never,
  })
  const holder = await world.database.pool.connect()
  try {
    await holder.query('begin')
    // The lab has been found already; its introduction waits.
    await holder.query('lock table lab_description in access exclusive mode')
    const reply = world.send(labs.student, labPageCalls.description, { query: { id } })
    await expect.poll(() => countBlocked(world), { interval: 5, timeout: 15_000 }).toBe(1)
    await holder.query('delete from lab where id = $1', [id])
    await holder.query('commit')
    expect(await reply).toMatchObject({ status: 404, message: '实验室不存在或已被删除' })
  } finally {
    await holder.query('rollback')
    holder.release()
  }
})
