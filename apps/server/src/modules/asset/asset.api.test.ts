import { assetCalls } from '@portal/contract/asset/calls'
import { deviceCalls } from '@portal/contract/device/device'
import { beforeEach, describe, expect, test } from 'vitest'
import { assetWorld } from '../../testing/asset.ts'
import type { Person } from '../../testing/world.ts'

const { world, s, addDevice } = await assetWorld()
let deviceId: number, serialId: string
beforeEach(async () => {
  ;({ deviceId, serialId } = await addDevice())
})

describe('the label', () => {
  test('what everybody and what its keepers may do', async () => {
    const can = async (who: Person) => (await world.ok(who, assetCalls.label, { query: { serialId } })).can
    expect(await can(s.booker)).toEqual(['report'])
    expect(await can(s.director)).toEqual(['report', 'record', 'transfer', 'scrap'])
    expect(await world.send(s.booker, assetCalls.label, { query: { serialId: 'nothing' } })).toMatchObject({
      status: 404,
    })
    expect((await world.ok(s.booker, deviceCalls.info, { params: { id: serialId } })).name).toBe('离心机')
  })
  test('on what was scrapped it still says so, to whom may see no more', async () => {
    await world.sql(`update device set status = 'scrapped', shared = false where id = $1`, [deviceId])
    expect(await world.send(s.booker, assetCalls.label, { query: { serialId } })).toMatchObject({
      status: 403,
      message: '该仪器已报废，仅本实验室人员可以查看',
    })
    expect((await world.ok(s.director, assetCalls.label, { query: { serialId } })).can).toEqual([])
  })
})
