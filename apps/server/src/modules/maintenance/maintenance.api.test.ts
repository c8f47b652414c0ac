import { assetCalls } from '@portal/contract/asset/calls'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { readXlsx } from 'hucre/xlsx'
import { beforeEach, describe, expect, test } from 'vitest'
import { runJob } from '../../kernel/jobs.ts'
import { assetWorld } from '../../testing/asset.ts'
import { expectSorted } from '../../testing/sorted.ts'
import { move as moveDevice } from '../device/device.service.ts'
import { maintenanceJobs } from './maintenance.jobs.ts'

const { world, s, head, keeper, otherLabId, addDevice } = await assetWorld()
let deviceId: number, serialId: string
beforeEach(async () => {
  ;({ deviceId, serialId } = await addDevice())
})

describe('maintenance', () => {
  const plan = (more: object = {}) => ({
    deviceId,
    title: '更换机油',
    everyDays: 30,
    nextOn: '2026-01-01',
    keeperId: keeper.id,
    ...more,
  })

  test('a record moves its plan on, and the job reminds of what is due, once', async () => {
    const { id } = await world.ok(s.director, assetCalls.savePlan, { body: plan() })
    expect((await world.ok(keeper, assetCalls.plans, { query: { due: 'true' } })).items).toMatchObject([
      { id, overdue: true, can: ['record'] },
    ])
    const [job] = maintenanceJobs
    if (!job) throw new Error('there is one')
    expect(await runJob(world.app.deps, job)).toBeGreaterThan(0)
    expect(await runJob(world.app.deps, job)).toBe(0)
    expect(
      await world.sql(
        `select payload->>'link' as link, payload->>'body' as body from outbox
          where payload->>'body' like $1`,
        [`%（${serialId}）%`],
      ),
      'the list has the button for whom the plan names, whoever that is',
    ).toEqual([
      {
        link: `/osp/asset/maintenance?deviceId=${serialId}`,
        body: expect.stringMatching(/应于 \d{4}-\d\d-\d\d 进行，尚未登记，请完成后登记。$/),
      },
    ])
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
    await world.ok(keeper, assetCalls.addRecord, {
      body: { deviceId, planId: id, doneOn: day, doneBy: '保管人', what: '已更换', costFen: 500 },
    })
    const [after] = (await world.ok(s.director, assetCalls.plans, { query: { deviceId: serialId } })).items
    expect(after).toMatchObject({ overdue: false, lastOn: day })
    expect(after?.nextOn).toBe(new Date(Date.parse(day) + 30 * 86_400_000).toISOString().slice(0, 10))
    expect((await world.ok(head, assetCalls.records, { query: { deviceId: serialId } })).items).toMatchObject(
      [{ costFen: 500, plan: { id } }],
    )
    expect((await world.ok(s.outsider, assetCalls.records, { query: { deviceId: serialId } })).total).toBe(0)
    await world.ok(s.director, assetCalls.savePlan, { body: plan({ nextOn: '2099-01-01' }) })
    await world.ok(s.director, assetCalls.addRecord, {
      body: { deviceId, planId: null, doneOn: '2026-01-02', doneBy: '保管人', what: '清洁' },
    })
    const list = (orderBy: string) => ({ query: { deviceId: serialId, order_by: orderBy } })
    await expectSorted(
      ['nextOn'],
      async (by) => (await world.ok(s.director, assetCalls.plans, list(by))).items,
    )
    await expectSorted(
      ['doneOn'],
      async (by) => (await world.ok(s.director, assetCalls.records, list(by))).items,
    )
    // Those who see no cost must not read it from the order.
    expect(await world.send(s.director, assetCalls.records, list('costFen asc'))).toMatchObject({
      status: 400,
    })
    const sheet = await world.app.inject({
      method: 'GET',
      url: `${assetCalls.exportPlans.path}?deviceId=${serialId}`,
      headers: { authorization: keeper.token },
    })
    expect([sheet.statusCode, sheet.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK'])
  })
  test('saved from a form that was open while it was carried out, it stays done, and with its new keeper', async () => {
    const { id } = await world.ok(s.director, assetCalls.savePlan, { body: plan() })
    const { title, everyDays, nextOn, keeperId } = plan()
    const seen = { title, detail: null, everyDays, nextOn, keeperId, enabled: true }
    await world.ok(keeper, assetCalls.addRecord, {
      body: { deviceId, planId: id, doneOn: '2026-02-01', doneBy: '保管人', what: '已更换' },
    })
    await world.sql('update maintenance_plan set keeper_id = $2 where id = $1', [id, head.id])
    const save = async (more: object) => {
      await world.ok(s.director, assetCalls.savePlan, { body: plan({ id, ...more, seen }) })
      return (await world.ok(s.director, assetCalls.plans, { query: { deviceId: serialId } })).items[0]
    }
    expect(await save({ detail: '用 32 号机油' })).toMatchObject({
      detail: '用 32 号机油',
      nextOn: '2026-03-03',
      keeper: { id: head.id },
    })
    expect(await save({ nextOn: '2026-08-01' }), 'what the form says is written').toMatchObject({
      nextOn: '2026-08-01',
    })
  })
  test('where the keeper has left, the director of the lab is reminded', async () => {
    const leaver = await world.person('离校的保管人')
    await world.ok(s.director, assetCalls.savePlan, { body: plan({ keeperId: leaver.id, title: '校准' }) })
    await world.sql('update user_account set enabled = false where id = $1', [leaver.id])
    const [job] = maintenanceJobs
    if (!job) throw new Error('there is one')
    await runJob(world.app.deps, job)
    expect(
      await world.sql(
        `select payload->'userIds' as ids, payload->'role' as role, payload->>'body' as body from outbox
          where payload->>'body' like '%“校准”%'`,
      ),
    ).toEqual([
      {
        ids: null,
        role: { role: 'lab_director', labId: s.labId },
        body: expect.stringContaining('离校的保管人的账号已停用') as string,
      },
    ])
  })
  test('however many are due, one day reminds of them all', async () => {
    await world.sql(
      `insert into maintenance_plan (device_id, title, every_days, next_on, keeper_id, created_at)
        select $1, '第 ' || n || ' 项', 90, date '2026-01-01', $2, now() from generate_series(1, 600) n`,
      [deviceId, keeper.id],
    )
    const [job] = maintenanceJobs
    if (!job) throw new Error('there is one')
    await runJob(world.app.deps, job)
    expect(
      await world.sql('select id from maintenance_plan where device_id = $1 and reminded_on is null', [
        deviceId,
      ]),
    ).toEqual([])
    await world.sql('delete from maintenance_plan where device_id = $1', [deviceId])
  })
  test('what is scrapped by hand is due no more', async () => {
    const { id } = await world.ok(s.director, assetCalls.savePlan, { body: plan() })
    const before = (await world.ok(keeper, assetCalls.waiting)).maintenance
    const clerk = await world.person('仪器管理员', { permissions: ['DEVICE_ALL'] })
    await world.ok(clerk, deviceManageCalls.operate, {
      params: { id: deviceId },
      body: { event: 'scrap', reason: '到期' },
    })
    expect((await world.ok(keeper, assetCalls.waiting)).maintenance).toBe(before - 1)
    const { items } = await world.ok(keeper, assetCalls.plans, { query: { deviceId: serialId } })
    expect(items).toMatchObject([{ id, enabled: false }])
  })
  test('moved to another lab, its director is asked who carries out the plans of those who stay behind', async () => {
    await world.ok(s.director, assetCalls.savePlan, { body: plan() })
    await world.ok(s.director, assetCalls.savePlan, {
      body: plan({ title: '校准', keeperId: s.outsider.id }),
    })
    const past = await world.person('已停用计划的负责人')
    await world.ok(s.director, assetCalls.savePlan, { body: plan({ keeperId: past.id, enabled: false }) })
    await world.asSystem((ctx) =>
      moveDevice(ctx, deviceId, { labId: otherLabId, roomId: null, contactId: null }),
    )
    expect(
      await world.sql(
        `select (payload->'role'->>'labId')::int8 as lab, payload->>'body' as body from outbox
          where payload->>'title' = '请确认调入仪器的保养负责人' and payload->>'body' like $1`,
        [`%（${serialId}）%`],
      ),
      'whoever is of the new lab, or whose plan rests, is not named',
    ).toEqual([{ lab: otherLabId, body: expect.stringContaining('负责人保管人不属于该实验室') as string }])
  })
  describe('a record that was entered wrongly', () => {
    const readPlan = async () =>
      (await world.ok(s.director, assetCalls.plans, { query: { deviceId: serialId } })).items[0]
    const listRecords = async (by = s.director) =>
      (await world.ok(by, assetCalls.records, { query: { deviceId: serialId } })).items
    const add = async (planId: number, doneOn: string, by = keeper) =>
      (
        await world.ok(by, assetCalls.addRecord, {
          body: { deviceId, planId, doneOn, doneBy: '保管人', what: '已更换' },
        })
      ).id
    const remove = (id: number, by = keeper) => world.send(by, assetCalls.removeRecord, { params: { id } })

    test('goes, and its plan is due as it was before', async () => {
      const { id } = await world.ok(s.director, assetCalls.savePlan, { body: plan() })
      const [first, second] = [await add(id, '2026-02-01'), await add(id, '2026-04-01')]
      expect(await readPlan()).toMatchObject({ nextOn: '2026-05-01' })
      // Removing a record that did not set the due date does not move it.
      expect((await remove(first)).status).toBe(200)
      expect(await readPlan()).toMatchObject({ nextOn: '2026-05-01' })
      expect((await listRecords()).map((r) => [r.id, r.can])).toEqual([[second, ['remove']]])
      expect((await remove(second)).status).toBe(200)
      expect(await readPlan()).toMatchObject({ nextOn: '2026-01-01', lastOn: null, overdue: true })
      expect(await listRecords()).toEqual([])
    })
    test('leaves the plan with what the other records say, or what was set since', async () => {
      const { id } = await world.ok(s.director, assetCalls.savePlan, { body: plan() })
      await add(id, '2026-02-01')
      const wrong = await add(id, '2026-04-01')
      expect((await remove(wrong)).status).toBe(200)
      expect(await readPlan()).toMatchObject({ nextOn: '2026-03-03', lastOn: '2026-02-01' })
      const again = await add(id, '2026-04-01')
      await world.ok(s.director, assetCalls.savePlan, { body: plan({ id, nextOn: '2026-08-01' }) })
      expect((await remove(again)).status).toBe(200)
      expect(await readPlan()).toMatchObject({ nextOn: '2026-08-01' })
    })
    test('by who entered it on the day, and by who runs the instrument', async () => {
      const { id } = await world.ok(s.director, assetCalls.savePlan, { body: plan() })
      const record = await add(id, '2026-02-01')
      expect((await remove(record, s.outsider)).status).toBe(403)
      await world.sql(`update maintenance_record set created_at = now() - interval '2 days' where id = $1`, [
        record,
      ])
      expect((await listRecords(keeper)).map((r) => r.can)).toEqual([[]])
      expect((await remove(record)).status).toBe(403)
      expect((await remove(record, s.director)).status).toBe(200)
      expect((await remove(record, s.outsider)).status).toBe(403)
    })
  })
  test('what it cost is in the file of those who read it in the list', async () => {
    const { id } = await world.ok(s.director, assetCalls.savePlan, { body: plan({ keeperId: s.booker.id }) })
    const done = { doneOn: '2026-01-01', doneBy: '保管人', what: '已更换', costFen: 12_300 }
    await world.ok(s.booker, assetCalls.addRecord, { body: { deviceId, planId: id, ...done } })
    const read = async (who: typeof keeper) => {
      const { items } = await world.ok(who, assetCalls.records, { query: { deviceId: serialId } })
      const sheet = await world.app.inject({
        method: 'GET',
        url: `${assetCalls.exportRecords.path}?deviceId=${serialId}`,
        headers: { authorization: who.token },
      })
      const rows = (await readXlsx(sheet.rawPayload)).sheets[0]?.rows ?? []
      const at = rows[0]?.indexOf('费用（元）') ?? -1
      return [items.map((r) => r.costFen), rows.slice(1).map((cells) => cells[at] ?? null)]
    }
    expect(await read(head)).toEqual([[12_300], [123]])
    expect(await read(s.booker)).toEqual([[null], [null]])
  })
  test('refusals', async () => {
    expect(await world.send(s.booker, assetCalls.savePlan, { body: plan() })).toMatchObject({ status: 403 })
    expect(
      await world.send(s.booker, assetCalls.addRecord, {
        body: { deviceId, doneOn: '2026-01-01', doneBy: '某', what: '某' },
      }),
    ).toMatchObject({ status: 403 })
    expect(
      await world.send(s.director, assetCalls.addRecord, {
        body: { deviceId, doneOn: '2099-01-01', doneBy: '某', what: '某' },
      }),
    ).toMatchObject({ code: 'DONE_FUTURE' })
    const { id } = await world.ok(s.director, assetCalls.savePlan, { body: plan() })
    expect(
      await world.send(s.director, assetCalls.addRecord, {
        body: { deviceId: s.deviceId, planId: id, doneOn: '2026-01-01', doneBy: '某', what: '某' },
      }),
    ).toMatchObject({ code: 'PLAN_OTHER' })
    expect(await world.send(s.outsider, assetCalls.removePlan, { params: { id } })).toMatchObject({
      status: 403,
    })
    await world.ok(s.director, assetCalls.removePlan, { params: { id } })
  })
})
