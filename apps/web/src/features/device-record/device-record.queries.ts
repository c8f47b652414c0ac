import { deviceCalls } from '@portal/contract/device/device'
import { deviceRecordCalls } from '@portal/contract/device-record/device-record'
import { listOf, writeOf } from '../../lib/query.ts'

export const useAchievements = listOf(deviceRecordCalls.achievements)
export const useSaveAchievement = writeOf(deviceRecordCalls.saveAchievement, [deviceRecordCalls.achievements])
export const useRemoveAchievement = writeOf(deviceRecordCalls.removeAchievement, [
  deviceRecordCalls.achievements,
])

export const useTeachings = listOf(deviceRecordCalls.teachings)
export const useSaveTeaching = writeOf(deviceRecordCalls.saveTeaching, [deviceRecordCalls.teachings])
export const useRemoveTeaching = writeOf(deviceRecordCalls.removeTeaching, [deviceRecordCalls.teachings])

// A repair says whether the device works.
const repaired = [deviceRecordCalls.repairs, deviceCalls.info]
export const useRepairs = listOf(deviceRecordCalls.repairs)
export const useSaveRepair = writeOf(deviceRecordCalls.saveRepair, repaired)
export const useRemoveRepair = writeOf(deviceRecordCalls.removeRepair, repaired)
