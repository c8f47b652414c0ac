import { achievementCalls } from '@portal/contract/device-record/achievements'
import { deviceRecordCalls } from '@portal/contract/device-record/device-record'
import type { Routes } from '../../kernel/serve.ts'
import * as achievement from './achievement.handler.ts'
import * as repair from './repair.handler.ts'
import * as result from './result.handler.ts'
import * as teaching from './teaching.handler.ts'

export const deviceRecordRoutes: Routes = (on) => {
  on(deviceRecordCalls.achievements, achievement.list)
  on(deviceRecordCalls.saveAchievement, achievement.save, { keeps: 'device_achievement' })
  on(deviceRecordCalls.removeAchievement, achievement.remove)
  on(achievementCalls.myResults, result.listMine)
  on(achievementCalls.exportMyResults, result.exportMine)
  on(achievementCalls.results, result.listKept)
  on(achievementCalls.exportResults, result.exportKept)
  on(achievementCalls.usedDevices, result.listUsedDevices)
  on(achievementCalls.saveResult, result.save)
  on(achievementCalls.removeResult, result.remove)
  on(achievementCalls.judgeResult, result.judge)
  on(deviceRecordCalls.teachings, teaching.list)
  on(deviceRecordCalls.saveTeaching, teaching.save, { keeps: 'device_teaching' })
  on(deviceRecordCalls.removeTeaching, teaching.remove)
  on(deviceRecordCalls.repairs, repair.list)
  on(deviceRecordCalls.saveRepair, repair.save, { keeps: 'device_repair' })
  on(deviceRecordCalls.removeRepair, repair.remove)
}
