import { deptCalls } from '@portal/contract/dept/dept'
import { deviceCalls } from '@portal/contract/device/device'
import { fileCalls } from '@portal/contract/file/file'
import { labPageCalls } from '@portal/contract/lab-page/lab-page'
import { labCalls } from '@portal/contract/lab/lab'
import { labNewsCalls } from '@portal/contract/notice/lab-news'
import { resourceCalls } from '@portal/contract/resource/resource'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { createLabs, type Labs } from '../../testing/labs.ts'
import { createWorld, type World } from '../../testing/world.ts'
import { fileJobs } from '../file/file.jobs.ts'

// Deleting a lab, a device or a dept leaves no files behind that are out of reach.

let world: World
let labs: Labs
beforeAll(async () => {
  world = await createWorld()
  labs = await createLabs(world)
})
afterAll(() => world.close())

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const picture = [{ name: '图.png', content: PNG }]
const paper = [{ name: '说明.txt', content: Buffer.from('说明') }]
const text = async () =>
  `<p><img src="${(await world.ok(labs.sysadmin, fileCalls.picture, { files: picture })).url}"></p>`
const kept = async () =>
  (await world.sql<{ business: string }>('select business from file order by business')).map(
    (f) => f.business,
  )

test('of a lab: pictures, those in its introduction and news, and its files', async () => {
  const { id: labId } = await world.ok(labs.sysadmin, labCalls.create, {
    body: { serialId: 'LAB-GOING', name: '将撤销的实验室', deptId: labs.deptId } as never,
  })
  await world.ok(labs.sysadmin, labCalls.addImage, { body: { labId }, files: picture })
  await world.ok(labs.sysadmin, labPageCalls.describe, {
    params: { id: labId },
    body: { bodyHtml: await text() },
  })
  await world.ok(labs.sysadmin, labNewsCalls.save, {
    body: {
      labId,
      title: '动态',
      kind: 'news',
      bodyHtml: await text(),
      state: 'published',
      pinned: false,
    } as never,
  })
  await world.ok(labs.sysadmin, resourceCalls.upload, { body: { labId, title: '表格' }, files: paper })
  expect(await kept()).toEqual(['lab', 'lab-description', 'notice-text', 'resource'])
  await world.ok(labs.sysadmin, labCalls.remove, { query: { id: labId } })
  expect(await kept()).toEqual([])
})

test('of a device: pictures and files; one that stays keeps them', async () => {
  const deviceId = await labs.device()
  await world.ok(labs.labAdmin, deviceCalls.addImage, { body: { deviceId }, files: picture })
  await world.ok(labs.labAdmin, resourceCalls.uploadForDevice, {
    body: { deviceId, title: '手册' },
    files: paper,
  })
  await world.sql(
    `insert into booking (device_id, lab_id, kind, state, period, seat, booker_id, experimenter_id, payer_id,
        purpose, pay_mode, quote, estimate_fen)
     values ($1, $2, 'self_operated', 'done', tstzrange('2026-01-01', '2026-01-02'), 1, $3, $3, $3, '测试',
        'post', '{}', 0)`,
    [deviceId, labs.labId, labs.student.id],
  )
  expect((await world.send(labs.sysadmin, deviceCalls.remove, { params: { id: deviceId } })).status).toBe(409)
  expect(await kept()).toEqual(['device', 'resource'])
  await world.sql('delete from booking')
  await world.ok(labs.sysadmin, deviceCalls.remove, { params: { id: deviceId } })
  expect(await kept()).toEqual([])
})

test('of a dept: pictures in its text; merged into another, they stay as long as the text does', async () => {
  const dept = async (code: string) =>
    (await world.ok(labs.sysadmin, deptCalls.create, { body: { code, name: code, kind: 'office' } })).id
  const write = async (deptId: number) =>
    world.ok(labs.sysadmin, deptCalls.writeDuty, { body: { deptId, bodyHtml: await text() } })
  const rows = () => world.sql<{ id: number }>('select row_id as id from file order by row_id')
  const [a, b, c] = [await dept('P1'), await dept('P2'), await dept('P3')]
  await write(a)
  await world.ok(labs.sysadmin, deptCalls.merge, { params: { id: a }, body: { intoId: b } })
  expect(await rows()).toEqual([{ id: b }])
  await write(c)
  await world.ok(labs.sysadmin, deptCalls.merge, { params: { id: b }, body: { intoId: c } })
  expect(await rows()).toEqual([{ id: c }])
  await world.ok(labs.sysadmin, deptCalls.remove, { params: { id: c } })
  expect(await rows()).toEqual([])
})

test('what was missed nevertheless is swept up, and nothing else', async () => {
  const deviceId = await labs.device()
  await world.ok(labs.labAdmin, deviceCalls.addImage, { body: { deviceId }, files: picture })
  const gone = await labs.device()
  await world.ok(labs.labAdmin, deviceCalls.addImage, { body: { deviceId: gone }, files: picture })
  await world.sql('delete from device where id = $1', [gone])
  const sweep = fileJobs.find((j) => j.name === 'file-orphan-sweep')
  expect(sweep && (await runJob(world.app.deps, sweep))).toBe(1)
  expect(await world.sql('select row_id as id from file')).toEqual([{ id: deviceId }])
})
