import { achievementCalls } from '@portal/contract/device-record/achievements'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceRecordCalls } from '@portal/contract/device-record/device-record'
import { listOf, readOf, saveOf, takeOf, writeOf } from '../../lib/query.ts'

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

// Results that users enter for their group.
const results = [achievementCalls.myResults, achievementCalls.results, deviceRecordCalls.achievements]
export const useMyResults = listOf(achievementCalls.myResults)
export const useKeptResults = listOf(achievementCalls.results)
export const saveMyResults = saveOf(achievementCalls.exportMyResults, '我登记的成果.xlsx')
export const saveKeptResults = saveOf(achievementCalls.exportResults, '仪器成果.xlsx')
export const useUsedDevices = readOf(achievementCalls.usedDevices)
export const useSaveResult = writeOf(achievementCalls.saveResult, results)
export const removeResult = takeOf(achievementCalls.removeResult, results)
export const judgeResult = takeOf(achievementCalls.judgeResult, results)
