import { buildingCalls } from '@portal/contract/building/building'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { labCalls } from '@portal/contract/lab/lab'
import { defineCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Sought } from '../../kernel/search.rules.ts'
import * as store from './campus-map.store.ts'

/**
 * Counting goes through every shared device, and everybody who opens the map or the list of buildings asks
 * for the same.
 */
const counts = defineCache<ReadonlyMap<number, number>>({
  name: 'campus-map-devices',
  title: '楼宇仪器数',
  tables: ['lab', 'room'],
  slowly: { tables: ['device'], seconds: 2 },
  // Who has just saved sees it; stock-in, scrap, transfer and imports are heard of from the table.
  calls: [
    deviceCalls.create,
    deviceCalls.change,
    deviceCalls.remove,
    deviceManageCalls.add,
    deviceManageCalls.update,
    deviceManageCalls.changeBase,
    deviceManageCalls.operate,
    deviceManageCalls.operateMany,
    labCalls.change,
    buildingCalls.changeRoom,
  ],
  seconds: 300,
  max: 200,
})

/** By building, how many shared devices stand in it: all, or those that are sought. */
export const countDevices = (
  ctx: Ctx,
  word: { keyword: string; sought: Sought } | null = null,
): Promise<ReadonlyMap<number, number>> =>
  counts.get(ctx, word?.keyword ?? '', (db) => store.countDevices(db, word?.sought ?? null))
