import { achievementCalls } from '@portal/contract/device-record/achievements'
import { deviceCalls } from '@portal/contract/device/device'
import { deviceRecordCalls } from '@portal/contract/device-record/device-record'
import { defineList, defineRead, defineSave, defineTake, defineWrite } from '../../lib/query.ts'

export const useAchievements = defineList(deviceRecordCalls.achievements)
export const useSaveAchievement = defineWrite(deviceRecordCalls.saveAchievement, [
  deviceRecordCalls.achievements,
])
export const useRemoveAchievement = defineWrite(deviceRecordCalls.removeAchievement, [
  deviceRecordCalls.achievements,
])

export const useTeachings = defineList(deviceRecordCalls.teachings)
export const useSaveTeaching = defineWrite(deviceRecordCalls.saveTeaching, [deviceRecordCalls.teachings])
export const useRemoveTeaching = defineWrite(deviceRecordCalls.removeTeaching, [deviceRecordCalls.teachings])

// A repair changes whether the device works.
const repaired = [deviceRecordCalls.repairs, deviceCalls.info]
export const useRepairs = defineList(deviceRecordCalls.repairs)
export const useSaveRepair = defineWrite(deviceRecordCalls.saveRepair, repaired)
export const useRemoveRepair = defineWrite(deviceRecordCalls.removeRepair, repaired)

// Results that users enter for their group.
const results = [achievementCalls.myResults, achievementCalls.results, deviceRecordCalls.achievements]
export const useMyResults = defineList(achievementCalls.myResults)
export const useKeptResults = defineList(achievementCalls.results)
export const saveMyResults = defineSave(achievementCalls.exportMyResults, '我登记的成果.xlsx')
export const saveKeptResults = defineSave(achievementCalls.exportResults, '仪器成果.xlsx')
export const useUsedDevices = defineRead(achievementCalls.usedDevices)
export const useSaveResult = defineWrite(achievementCalls.saveResult, results)
export const removeResult = defineTake(achievementCalls.removeResult, results)
export const judgeResult = defineTake(achievementCalls.judgeResult, results)
