import { buildingCalls } from '@portal/contract/building/building'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceManageCalls } from '@portal/contract/device/manage'
import { labCalls } from '@portal/contract/lab/lab'
import { defineCache } from '../../kernel/cache.ts'
import type { Ctx } from '../../kernel/ctx.ts'
import type { Sought } from '../../kernel/search.rules.ts'
import * as store from './campus-map.store.ts'

/**
 * Cached, because counting scans every shared device and all visitors of the map and the list of buildings
 * need the same counts.
 */
const counts = defineCache<ReadonlyMap<number, number>>({
  name: 'campus-map-devices',
  title: '楼宇仪器数',
  tables: ['lab', 'room'],
  slowly: { tables: ['device'], seconds: 2 },
  // These calls invalidate it at once, so that the person who saved sees the result; stock-in, scrap,
  // transfer and imports are noticed by the trigger on the table.
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

/** The number of shared devices in each building: all, or those that match. */
export const countDevices = (
  ctx: Ctx,
  word: { keyword: string; sought: Sought } | null = null,
): Promise<ReadonlyMap<number, number>> =>
  counts.get(ctx, word?.keyword ?? '', (db) => store.countDevices(db, word?.sought ?? null))
