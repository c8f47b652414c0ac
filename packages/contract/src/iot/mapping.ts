import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { at, id, idParams, keyword, line, optionalLine, seenRevision, text } from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { iotOffice } from './iot.ts'

// Devices of other makers (decision 101): lines translate their messages, templates build their commands.
// Mappings are data only: no program or regular expression in them is executed.

export const mappedWords = {
  open: '门（开/关）',
  on: '电源（通/断）',
  amps: '电流（A）',
  watts: '功率（W）',
  kwh: '电量（kWh）',
  celsius: '温度（℃）',
  humidity: '湿度（%）',
  signal: '信号（dBm）',
  firmware: '固件版本',
} as const
export type Mapped = keyof typeof mappedWords
const mappedKinds = Object.keys(mappedWords) as [Mapped, ...Mapped[]]
/** Does the value belong to the gateway itself, not to a sub-device? */
export const ofGateway = (to: Mapped): boolean => to === 'signal' || to === 'firmware'
export const isState = (to: Mapped): boolean => to === 'open' || to === 'on'

export const orderWords = { open: '开门', on: '通电', off: '断电' } as const
export type MappedOrder = keyof typeof orderWords
const orders = Object.keys(orderWords) as [MappedOrder, ...MappedOrder[]]

export const mappingRefusals = {
  MAPPING_NAME_TAKEN: '已有同名的设备协议',
  MAPPING_NONE: '该网关没有选择设备协议，使用注册码接入',
} as const

/** Placeholder for the number of a sub-device. */
export const UNIT_MARK = '{unit}'
const TOPIC = /^[A-Za-z0-9_.:{}-]+(\/[A-Za-z0-9_.:{}-]+){0,7}$/
const topic = line('主题', 120)
  .regex(TOPIC, '主题由字母、数字和 / 组成，可用 {unit} 代表端口号，不能使用通配符')
  .refine((t) => t.split(UNIT_MARK).length <= 2, '主题中 {unit} 只能出现一次')
  .refine((t) => !/[{}]/.test(t.replace(UNIT_MARK, '')), '主题中的花括号只能用于 {unit}')
const UNSAFE = new Set(['__proto__', 'prototype', 'constructor'])
const path = optionalLine('取值路径', 120)
  .refine(
    (p) => p === null || /^[\w -]+(\.[\w -]+){0,7}$/.test(p),
    '取值路径形如 ENERGY.Power 或 data.0.value',
  )
  .refine((p) => p === null || !p.split('.').some((key) => UNSAFE.has(key)), '取值路径含有不能使用的名称')
const figure = (label: string, otherwise: number) =>
  z
    .number({ error: `${label}应为数字` })
    .min(-1e6, `${label}不能小于 -1000000`)
    .max(1e6, `${label}不能大于 1000000`)
    .nullish()
    .transform((n) => n ?? otherwise)

// Registers, as a DTU relays them from a bus: the message holds bytes, and a line says where its value begins
// and how it is encoded.
export const encodingWords = { hex: '十六进制', base64: 'Base64' } as const
export type Encoding = keyof typeof encodingWords
export const registerTypeWords = {
  u16: '16 位无符号',
  s16: '16 位有符号',
  u32: '32 位无符号',
  s32: '32 位有符号',
  f32: '32 位浮点',
  bit: '位（0/1）',
} as const
export const wordOrderWords = { high: '高字在前', low: '低字在前' } as const
const keys = <T extends object>(of: T) => Object.keys(of) as [keyof T & string, ...(keyof T & string)[]]
export const MOST_REGISTER = 65_535
const registerNumber = (label: string) =>
  z
    .number({ error: `${label}应为数字` })
    .int(`${label}应为整数`)
    .min(0, `${label}为 0–65535`)
    .max(MOST_REGISTER, `${label}为 0–65535`)
const slave = z
  .number({ error: '从站地址应为数字' })
  .int()
  .min(1, '从站地址为 1–247')
  .max(247, '从站地址为 1–247')
export const register = z.object({
  encoding: z.enum(keys(encodingWords), { error: '请选择编码' }),
  /**
   * Slave address. If given, the message is a whole Modbus RTU answer, whose slave and checksum are checked;
   * null: the message holds only the registers.
   */
  slave: slave.nullish().transform((n) => n ?? null),
  /** Number of the first register in the message. */
  first: registerNumber('起始寄存器')
    .nullish()
    .transform((n) => n ?? 0),
  at: registerNumber('寄存器地址'),
  type: z.enum(keys(registerTypeWords), { error: '请选择数据类型' }),
  order: z
    .enum(keys(wordOrderWords), { error: '请选择字序' })
    .nullish()
    .transform((o) => o ?? 'high'),
  /** Bit number, 0 is the lowest. */
  bit: z
    .number({ error: '位号应为数字' })
    .int('位号为 0–15')
    .min(0, '位号为 0–15')
    .max(15, '位号为 0–15')
    .nullish()
    .transform((n) => n ?? 0),
})
export type Register = z.output<typeof register>
const words = (label: string) => optionalLine(label, 100)

export const mappingLine = z
  .object({
    topic,
    /** Keys and array positions in the JSON, separated by dots; null: the message itself is the value. */
    path,
    to: z.enum(mappedKinds, { error: '请选择含义' }),
    /** Number of the sub-device, if the topic does not contain it. */
    unit: z
      .number({ error: '端口号应为数字' })
      .int('端口号应为整数')
      .min(1, '端口号为 1–255')
      .max(255, '端口号为 1–255')
      .nullish()
      .transform((n) => n ?? null),
    factor: figure('倍率', 1),
    offset: figure('偏移', 0),
    /** Texts that mean open or on (`yes`) and closed or off (`no`); several are separated by commas. */
    yes: words('“开、通”的写法'),
    no: words('“关、断”的写法'),
    /** Null: the value is not encoded in registers. */
    register: register.nullish().transform((r) => r ?? null),
  })
  .refine((l) => l.register === null || l.register.at >= l.register.first, {
    error: '寄存器地址不能小于起始寄存器',
    path: ['register', 'at'],
  })
  .refine((l) => l.register === null || l.to !== 'firmware', {
    error: '固件版本不能从寄存器读取',
    path: ['to'],
  })
  .refine((l) => ofGateway(l.to) || l.unit !== null || l.topic.includes(UNIT_MARK), {
    error: '请填写端口号，或在主题中使用 {unit}',
    path: ['unit'],
  })
  .refine((l) => !isState(l.to) || (l.yes !== null && l.no !== null), {
    error: '请填写“开、通”和“关、断”的写法，如 ON 和 OFF',
    path: ['yes'],
  })
export type MappingLine = z.output<typeof mappingLine>
export const mappingCommand = z.object({
  what: z.enum(orders, { error: '请选择操作' }),
  topic,
  /** `{unit}` is replaced here too. */
  payload: line('指令内容', 300),
})

const rules = {
  lines: z.array(mappingLine).min(1, '请至少填写一行').max(60, '最多 60 行'),
  commands: z
    .array(mappingCommand)
    .max(3, '每种操作一行')
    .default([])
    .refine((all) => new Set(all.map((c) => c.what)).size === all.length, '每种操作只能填写一行'),
}
export const mappingRules = z.object(rules)
export type MappingRules = z.output<typeof mappingRules>
export const mappingBody = z.object({ name: line('协议名称', 60), remark: text('备注', 500), ...rules })

export const mappingRow = z.object({
  id: z.number(),
  name: z.string(),
  remark: z.string().nullable(),
  version: z.number().int(),
  by: z.string(),
  at,
  gateways: z.number().int(),
})
export type MappingRow = z.output<typeof mappingRow>
export const mappingDetail = mappingRow.extend({
  rules: mappingRules,
  versions: z.array(z.object({ version: z.number().int(), by: z.string(), at, rules: mappingRules })),
})
export type MappingDetail = z.output<typeof mappingDetail>

/** The values that the mapping reads from one message. */
const translation = z.object({
  topic: z.string(),
  said: z.string(),
  at,
  found: z.array(
    z.object({
      line: z.number().int(),
      unit: z.number().int().nullable(),
      to: z.enum(mappedKinds),
      value: z.union([z.number(), z.boolean(), z.string()]).nullable(),
      /** Why there is no value. */
      why: z.string().nullable(),
    }),
  ),
})
export type Translation = z.output<typeof translation>

export const mappingCalls = {
  mappings: call({
    method: 'GET',
    path: '/api/v2/iot/mappings',
    summary: '设备协议',
    access: { anyOf: iotOffice },
    query: pageQuery.omit({ order_by: true }).extend({ keyword }),
    reply: definePage(mappingRow),
  }),
  mapping: call({
    method: 'GET',
    path: '/api/v2/iot/mappings/{id}',
    summary: '设备协议详情',
    access: { anyOf: iotOffice },
    params: idParams,
    reply: mappingDetail,
  }),
  createMapping: call({
    method: 'POST',
    path: '/api/v2/iot/mappings',
    summary: '新增设备协议',
    access: { anyOf: iotOffice },
    body: mappingBody,
    reply: mappingDetail,
  }),
  /** Saves a new version, which applies at once to all gateways with this mapping. */
  reviseMapping: call({
    method: 'POST',
    path: '/api/v2/iot/mappings/{id}/versions',
    summary: '保存设备协议的新版本',
    access: { anyOf: iotOffice },
    params: idParams,
    /** `seenVersion`: the version that the form began with. */
    body: mappingBody.extend({ seenVersion: seenRevision }),
    reply: mappingDetail,
  }),
  /** Shows what the mapping reads from the last messages of a live device; nothing is saved. */
  tryMapping: call({
    method: 'POST',
    path: '/api/v2/iot/mappings/try',
    summary: '试用设备协议',
    access: { anyOf: iotOffice },
    body: mappingRules.extend({ gatewayId: id }),
    reply: z.object({ messages: z.array(translation) }),
  }),
  /**
   * Credentials for hardware that cannot exchange a code. They are shown once; earlier credentials become
   * void.
   */
  gatewayAccount: call({
    method: 'POST',
    path: '/api/v2/iot/gateways/{id}/account',
    summary: '签发设备账号',
    access: { anyOf: iotOffice },
    params: idParams,
    reply: z.object({
      user: z.string(),
      password: z.string(),
      /** Prefix of all its topics. */
      prefix: z.string(),
      mqttPort: z.number().nullable(),
    }),
  }),
}
