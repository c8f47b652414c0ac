import { z } from 'zod'
import { amountFen, day, id, line, optionalLine, text } from '../kernel/fields.ts'
import { labRef } from '../kernel/refs.ts'

// The fields of a device's record. The choices are those of the national platform's 单台套 report and of the
// ministry's tables.

export const deviceStatuses = ['normal', 'maintenance', 'broken', 'scrapped'] as const
export type DeviceStatus = (typeof deviceStatuses)[number]
export const deviceStatusWords: Record<DeviceStatus, string> = {
  normal: '正常',
  maintenance: '维护中',
  broken: '故障',
  scrapped: '已报废',
}

export const deviceOriginWords = {
  bought: '购置',
  built: '研制',
  donated: '捐赠',
  transferred: '调入',
  other: '其他',
} as const
export const deviceFundingWords = {
  central: '中央财政',
  local: '地方财政',
  own: '单位自有',
  other: '其他',
} as const
export const deviceDesignWords = { general: '通用', special: '专用' } as const
export const devicePurposeWords = { teaching: '教学', research: '科研', both: '教学与科研' } as const
export const shareModeWords = { inside: '内部共享', outside: '外部共享', none: '不共享' } as const
export const deviceRunningWords = {
  good: '正常',
  occasional: '偶有故障',
  frequent: '故障频繁',
  repair: '待修',
  scrap: '待报废',
} as const

const keys = <T extends Record<string, string>>(words: T) =>
  Object.keys(words) as [keyof T & string, ...(keyof T & string)[]]
const choice = <T extends Record<string, string>>(words: T, label: string) =>
  z
    .enum(keys(words), { error: `请选择${label}` })
    .nullish()
    .transform((v) => v ?? null)
const optionalCode = (label: string, pattern: RegExp, hint: string) =>
  optionalLine(label, 20).refine((s) => s === null || pattern.test(s), hint)
const optionalDay = day.nullish().transform((v) => v ?? null)
const optionalId = id.nullish().transform((v) => v ?? null)

/** Identity, ownership and place of the device. */
export const deviceBase = z.object({
  serialId: line('资产编号', 40).regex(/^[\w.\-/]+$/, '资产编号只能使用字母、数字和 . - _ /'),
  name: line('仪器名称', 100),
  englishName: optionalLine('英文名称', 200),
  alias: optionalLine('常用名', 100),
  model: optionalLine('型号', 100),
  spec: text('规格', 2000),
  manufacturer: optionalLine('生产厂家', 100),
  country: optionalLine('产地国别', 50),
  factoryNumber: optionalLine('出厂编号', 60),
  madeOn: optionalDay,
  supplier: optionalLine('供货商', 100),
  categoryId: optionalId,
  /** Codes of GB/T 14885, and of the ministry's 高等学校固定资产分类及编码. */
  gbtCode: optionalCode('国标分类号', /^[A-Z]?\d{7,8}$/, '国标分类号应为 7–8 位数字，新版以字母开头'),
  moeCode: optionalCode('教育部分类号', /^\d{8}$/, '教育部分类号应为 8 位数字'),
  labId: labRef,
  roomId: optionalId,
  contactId: optionalId,
  origin: choice(deviceOriginWords, '仪器来源'),
  funding: choice(deviceFundingWords, '经费来源'),
  priceFen: amountFen.nullish().transform((v) => v ?? null),
  boughtOn: optionalDay,
  enabledOn: optionalDay,
  warrantyUntil: optionalDay,
  design: choice(deviceDesignWords, '仪器类型'),
  purpose: choice(devicePurposeWords, '使用方向'),
  imported: z.boolean({ error: '请选择是否进口' }).default(false),
  underCustoms: z.boolean({ error: '请选择是否海关监管' }).default(false),
  running: choice(deviceRunningWords, '运行状态'),
  status: z.enum(deviceStatuses, { error: '请选择状态' }).default('normal'),
  statusNote: text('状态说明', 200),
  shared: z.boolean().default(false),
  shareMode: choice(shareModeWords, '共享模式'),
})
export type DeviceBase = z.output<typeof deviceBase>

/** Abilities of the device, and the terms of its use. */
export const deviceDetails = z.object({
  functions: text('主要功能', 3000),
  indicators: text('主要技术指标', 3000),
  accessories: text('主要附件及配置', 3000),
  /** Radiation, high voltage, lasers and other dangers that users must know. */
  hazards: text('危险源与安全要求', 1000),
  services: text('服务内容', 3000),
  results: text('服务典型成果', 3000),
  sharingRules: text('开放共享规定', 3000),
  feeNote: text('参考收费标准', 3000),
  notes: text('用户须知', 3000),
  subjects: z.array(line('学科领域', 30)).max(4, '最多 4 个学科领域').default([]),
  tags: z.array(line('标签', 20)).max(10, '最多 10 个标签').default([]),
})
export type DeviceDetails = z.output<typeof deviceDetails>

export const deviceBody = deviceBase.extend(deviceDetails.shape)
export type DeviceBody = z.output<typeof deviceBody>
