import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import { day, flag, id, idParams, ifAsked, keyword, opinion } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'
import {
  achievementActions,
  achievementFields,
  achievementKindWords,
  achievementLevelWords,
  claimStates,
  hasLevel,
  levelMessage,
  type AchievementKind,
  type AchievementLevel,
} from './device-record.ts'

// Results that users enter for their group, with the instruments they acknowledge. The person in charge of
// each instrument confirms its part.

const kinds = Object.keys(achievementKindWords) as [AchievementKind, ...AchievementKind[]]
const levels = Object.keys(achievementLevelWords) as [AchievementLevel, ...AchievementLevel[]]

/** The relation of one instrument to a result. */
export const claim = z.object({
  device: ref.extend({ serialId: z.string() }),
  thanked: z.boolean().nullable(),
  state: z.enum(claimStates),
  reason: z.string().nullable(),
  /** The caller is in charge of this instrument and may confirm or refuse. */
  mayJudge: z.boolean(),
})
export type Claim = z.output<typeof claim>

export const resultRow = z.object({
  id: z.number(),
  kind: z.enum(kinds),
  level: z.enum(levels).nullable(),
  title: z.string(),
  people: z.string(),
  source: z.string().nullable(),
  number: z.string().nullable(),
  achievedOn: z.string(),
  remark: z.string().nullable(),
  /** The person who entered it; null: the people in charge of the instrument did. */
  owner: ref.nullable(),
  claims: z.array(claim),
  can: z.array(z.enum(achievementActions)),
})
export type ResultRow = z.output<typeof resultRow>

const MOST_DEVICES = 20
export const resultBody = achievementFields
  .extend({
    /** The result to change; left out: a new one. */
    id: id.nullish(),
    devices: z
      .array(
        z.object({
          deviceId: id,
          thanked: z.boolean({ error: '请选择是否致谢' }).default(true),
        }),
        { error: '请选择仪器' },
      )
      .min(1, '请选择仪器')
      .max(MOST_DEVICES, `一项成果最多登记 ${MOST_DEVICES} 台仪器`)
      .refine((all) => new Set(all.map((d) => d.deviceId)).size === all.length, '同一台仪器只能选择一次'),
  })
  .refine(hasLevel, levelMessage)

const filters = pageQuery.omit({ order_by: true }).extend({
  keyword,
  kind: ifAsked(z.enum(kinds, { error: '请选择成果类型' })),
  state: ifAsked(z.enum(claimStates, { error: '请选择状态' })),
  /** Only this result, for the messages about it. */
  id: ifAsked(id),
  from: day.optional(),
  to: day.optional(),
})

/** An instrument that the caller or their group has used, with the last booking's project details. */
export const usedDevice = ref.extend({
  serialId: z.string(),
  project: z.string().nullable(),
  projectNumber: z.string().nullable(),
})
export type UsedDevice = z.output<typeof usedDevice>

const owner = { onRow: '登记人' }
const mine = call({
  method: 'GET',
  path: '/api/v2/achievement/mine',
  summary: '我登记的成果',
  access: 'signed-in',
  query: filters,
  reply: definePage(resultRow),
})
const kept = call({
  method: 'GET',
  path: '/api/v2/achievement/list',
  summary: '仪器成果管理',
  access: 'signed-in',
  query: filters.extend({
    labId: labRef.optional(),
    deviceId: deviceRef.optional(),
    /** Only results that acknowledge the instrument. */
    thanked: flag,
  }),
  reply: definePage(resultRow),
})

export const achievementCalls = {
  myResults: mine,
  exportMyResults: defineExport(mine, '导出我登记的成果'),
  /** Results of the instruments that the caller is in charge of; people who manage instruments see all. */
  results: kept,
  exportResults: defineExport(kept, '导出仪器成果'),
  /** For the form: instruments of finished bookings of the caller or their group. */
  usedDevices: call({
    method: 'GET',
    path: '/api/v2/achievement/devices',
    summary: '本人及课题组用过的仪器',
    access: 'signed-in',
    reply: z.array(usedDevice),
  }),
  saveResult: call({
    method: 'POST',
    path: '/api/v2/achievement',
    summary: '登记成果',
    access: { onRow: '用过这些仪器的人及其课题组；修改时为登记人' },
    body: resultBody,
    reply: z.object({ id: z.number() }),
  }),
  removeResult: call({
    method: 'DELETE',
    path: '/api/v2/achievement/{id}',
    summary: '删除登记的成果',
    access: owner,
    params: idParams,
    reply: done,
  }),
  judgeResult: call({
    method: 'POST',
    path: '/api/v2/achievement/{id}/verdict',
    summary: '确认仪器成果',
    access: { onRow: '仪器管理员，设备审核员，本单位负责人，实验室主任、管理员' },
    params: idParams,
    body: z
      .object({
        deviceId: deviceRef,
        /** The state the caller saw; the second of two people is told who was first. */
        state: z.enum(claimStates, { error: '请刷新后再试' }),
        verdict: z.enum(['confirm', 'refuse'], { error: '请选择确认或不予确认' }),
        reason: opinion,
      })
      .refine((b) => b.verdict === 'confirm' || b.reason !== null, {
        path: ['reason'],
        message: '请填写原因',
      }),
    reply: resultRow,
  }),
}
