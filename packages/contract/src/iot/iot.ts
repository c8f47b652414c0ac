import { z } from 'zod'
import { call } from '../kernel/call.ts'
import { defineExport } from '../kernel/export.ts'
import {
  at,
  flag,
  id,
  idParams,
  ifAsked,
  keyword,
  line,
  optionalLine,
  requiredText,
  text,
} from '../kernel/fields.ts'
import { definePage, pageQuery } from '../kernel/page.ts'
import { edit, view } from '../kernel/permissions.ts'
import { deviceRef, labRef } from '../kernel/refs.ts'
import { ref } from '../kernel/rows.ts'

// Gateways and their sub-devices (decision 090). The smart-monitoring office manages all of them; directors
// and administrators of a laboratory see and open those that serve it.

/**
 * Days before a certificate expires at which the gateway's page shows a warning and the office is notified.
 */
export const CERTIFICATE_WARNING_DAYS = 30

export const iotOffice = ['GATE_MONITOR_ALL'] as const
/**
 * Permissions to see these screens. For people of a laboratory the server checks instead which doors serve
 * it.
 */
export const iotViewers = view('GATE_MONITOR')
export const iotActors = edit('GATE_MONITOR')

export const unitKindWords = {
  door: '门禁',
  air_switch: '空气开关',
  meter: '电表',
  card_reader: '读卡器',
  camera: '摄像头',
  climate: '温湿度传感器',
} as const
export type UnitKind = keyof typeof unitKindWords
export const unitKinds = Object.keys(unitKindWords) as [UnitKind, ...UnitKind[]]

export const gatewayStateWords = {
  new: '待注册',
  online: '在线',
  offline: '离线',
  retired: '已停用',
} as const
export type GatewayState = keyof typeof gatewayStateWords
const gatewayStates = Object.keys(gatewayStateWords) as [GatewayState, ...GatewayState[]]

/** How a gateway authenticates. */
export const proofWords = {
  password: '密码',
  certificate: '证书',
  lapsed: '证书已过期',
  revoked: '证书已撤销',
} as const
export type Proof = keyof typeof proofWords
const proofs = Object.keys(proofWords) as [Proof, ...Proof[]]

/** The protocol of the gateway's last contact. */
export const lineWords = { mqtt: 'MQTT', http: 'HTTP' } as const
export type GatewayLine = keyof typeof lineWords
const lines = Object.keys(lineWords) as [GatewayLine, ...GatewayLine[]]

export const failSafeWords = { off: '断电', stay: '保持原状' } as const
export type FailSafe = keyof typeof failSafeWords

export const iotRefusals = {
  CODE_WRONG: '注册码不正确，或已使用、已过期',
  GATEWAY_RETIRED: '网关已停用',
  GATEWAY_IN_USE: '网关下还有使用中的子设备，请先停用或更换',
  GATEWAY_NEW: '网关尚未注册，请先在网关上使用注册码',
  CERTIFICATE_NO_TLS: '消息服务器没有启用加密连接（TLS），网关不能使用证书',
  CERTIFICATE_UNREADABLE: '不是 PEM 格式的证书',
  CERTIFICATE_SECRET: '文件中含有私钥。请只上传证书；这把私钥已经外传，请更换后重新生成证书',
  CERTIFICATE_SEVERAL: '文件中有多张证书，请只上传网关自己的一张',
  CERTIFICATE_LAPSED: '证书已过期',
  CERTIFICATE_EARLY: '证书尚未生效',
  CERTIFICATE_WEAK: '证书的密钥过短：RSA 不少于 2048 位，椭圆曲线不少于 256 位',
  CERTIFICATE_NAME: '消息服务器按证书的 CN 识别网关，CN 应为网关编号',
  CERTIFICATE_BOUND: '该证书已绑定本网关',
  CERTIFICATE_TAKEN: '该证书已绑定其他网关',
  CERTIFICATE_REVOKED: '该证书已撤销，不能再次绑定',
  CERTIFICATE_NONE: '网关没有使用中的证书',
  RELAY_FORGED: '网关编号或签名不正确',
  RELAY_CLOCK: '网关时钟与平台相差超过 60 秒，请先校时',
  RELAY_REPLAYED: '该请求已提交过，每次请求应使用新的随机数',
  RELAY_CERTIFIED: '该网关使用证书接入，不能通过 HTTP 通信',
  UNIT_NUMBER_TAKEN: '该网关已有同号的子设备',
  UNIT_RETIRED: '子设备已停用',
  UNIT_LIVE: '子设备没有停用',
  UNIT_REPLACED: '子设备已更换，请使用新设备',
  UNIT_TWICE: '同一端口一次只恢复最近的一个',
  GATEWAY_LIVE: '网关没有停用',
  CODE_UNFIT: '已停用的网关和使用设备协议的网关不能签发注册码',
  UNIT_TIED_TWICE: '房间、实验室、仪器只能选择一个',
  COMMAND_UNFIT: '该类设备不能执行这个操作',
  ALARM_OVER: '告警已处理',
  GATEWAY_AWAY: '网关不在线，无法远程操作，请到现场处理，或检查网关的电源和网络',
  GRANT_OVER: '授权已收回',
  GRANT_UNFIT: '人员授权用于门禁，手动供电用于空气开关',
  CARD_TAKEN: '这张卡已绑定其他人，请先解绑',
  CARD_BOUND: '这张卡已绑定这位人员',
  CARD_OVER: '这张卡已解绑',
  PERSON_UNKNOWN: '找不到这位人员，或其账号已停用',
} as const

const gatewayCertificate = z.object({
  /** SHA-256 in hexadecimal, in the format of `openssl x509 -fingerprint -sha256`. */
  fingerprint: z.string(),
  subject: z.string(),
  serial: z.string(),
  validFrom: at,
  validTo: at,
  boundAt: at,
  boundBy: z.string(),
  revoked: z.object({ at, by: z.string(), reason: z.string() }).nullable(),
})

export const gatewayRow = z.object({
  id: z.number(),
  name: z.string(),
  state: z.enum(gatewayStates),
  room: ref.nullable(),
  /** The protocol mapping of another maker's gateway; null: it speaks the portal's own protocol. */
  mapping: ref.nullable(),
  remark: z.string().nullable(),
  hardware: z.string().nullable(),
  firmware: z.string().nullable(),
  /** Signal strength in dBm. */
  signal: z.number().nullable(),
  seenAt: at.nullable(),
  line: z.enum(lines).nullable(),
  enrolledAt: at.nullable(),
  /** When the issued enrolment code expires. */
  codeUntil: at.nullable(),
  /** Seconds by which the gateway's clock is ahead of the portal's. */
  clockOffSeconds: z.number().nullable(),
  units: z.number().int(),
  /** The gateway has the newest list of entitled people. */
  listHeld: z.boolean(),
  listAt: at.nullable(),
  retireReason: z.string().nullable(),
  proof: z.enum(proofs),
  /** The certificate it uses now, or used last since it enrolled; null: it uses its password. */
  certificate: gatewayCertificate.nullable(),
  /** When and why it was last put back into service. */
  restored: z.object({ at, reason: z.string() }).nullable(),
  can: z.array(z.enum(['edit', 'renew', 'account', 'retire', 'addUnit', 'bind', 'revoke', 'restore'])),
})
export type GatewayRow = z.output<typeof gatewayRow>
const codeReply = z.object({ gateway: gatewayRow, code: z.string(), until: at })

export const unitRow = z.object({
  id: z.number(),
  number: z.number().int(),
  kind: z.enum(unitKinds),
  name: z.string(),
  model: z.string().nullable(),
  href: z.string().nullable(),
  gateway: ref,
  online: z.boolean(),
  room: ref.nullable(),
  lab: ref.nullable(),
  device: ref.extend({ serialId: z.string() }).nullable(),
  leadMinutes: z.number().int(),
  graceMinutes: z.number().int(),
  warnMinutes: z.number().int(),
  stage: z.number().int(),
  failSafe: z.enum(['stay', 'off']),
  remark: z.string().nullable(),
  /** As the gateway last reported; null if it reports no such value. */
  open: z.boolean().nullable(),
  on: z.boolean().nullable(),
  stateAt: at.nullable(),
  amps: z.number().nullable(),
  watts: z.number().nullable(),
  kwh: z.number().nullable(),
  celsius: z.number().nullable(),
  humidity: z.number().nullable(),
  readingAt: at.nullable(),
  retiredAt: at.nullable(),
  restored: z.object({ at, reason: z.string() }).nullable(),
  replaces: z.number().nullable(),
  replacedBy: z.number().nullable(),
  can: z.array(z.enum(['edit', 'replace', 'retire', 'restore', 'open', 'switch', 'grant'])),
})
export type UnitRow = z.output<typeof unitRow>

export const curveSpanWords = { day: '24 小时', week: '7 天', month: '30 天', year: '一年' } as const
export type CurveSpan = keyof typeof curveSpanWords
const curveSpans = Object.keys(curveSpanWords) as [CurveSpan, ...CurveSpan[]]
const curvePoint = z.object({
  at,
  amps: z.number().nullable(),
  watts: z.number().nullable(),
  /** Reading of the energy counter at the end of the point's interval. */
  kwh: z.number().nullable(),
  celsius: z.number().nullable(),
  humidity: z.number().nullable(),
})
export type CurvePoint = z.output<typeof curvePoint>

const minutes = (label: string, max: number) =>
  z
    .number({ error: `请填写${label}` })
    .int(`${label}应为整数`)
    .min(0, `${label}不能为负数`)
    .max(max, `${label}不能超过 ${max} 分钟`)

const gatewayBody = z.object({
  name: line('网关名称', 60),
  roomId: id.nullish(),
  mappingId: id.nullish(),
  remark: text('备注', 500),
})
const unitFields = {
  name: line('名称', 60),
  model: optionalLine('型号', 60),
  href: optionalLine('画面地址', 300).refine(
    (s) => s === null || /^https?:\/\/\S+$/.test(s),
    '画面地址应以 http:// 或 https:// 开头',
  ),
  roomId: id.nullish(),
  labId: labRef.nullish(),
  deviceId: deviceRef.nullish(),
  leadMinutes: minutes('提前时间', 240).default(10),
  graceMinutes: minutes('宽限时间', 240).default(15),
  warnMinutes: minutes('断电前提醒', 60).default(5),
  stage: z
    .number({ error: '请填写断电次序' })
    .int('断电次序应为整数')
    .min(0, '断电次序不能为负数')
    .max(20, '断电次序不能超过 20')
    .default(0),
  failSafe: z.enum(['stay', 'off'], { error: '请选择失联时的动作' }).default('off'),
  remark: text('备注', 500),
}
const tiedOnce = (b: { roomId?: unknown; labId?: unknown; deviceId?: unknown }) =>
  [b.roomId, b.labId, b.deviceId].filter((v) => v != null).length <= 1
const tie = { error: iotRefusals.UNIT_TIED_TWICE, path: ['deviceId'] }
const number = z
  .number({ error: '请填写端口号' })
  .int('端口号应为整数')
  .min(1, '端口号为 1–255')
  .max(255, '端口号为 1–255')
export const unitBody = z.object(unitFields).refine(tiedOnce, tie)
export const newUnitBody = z
  .object({ gatewayId: id, number, kind: z.enum(unitKinds, { error: '请选择类型' }), ...unitFields })
  .refine(tiedOnce, tie)

/** Most rows of a batch; browsers send a longer one in parts. */
export const MOST_CHOSEN = 200
/** Ids of the rows selected in a list, at most {@link MOST_CHOSEN}, without duplicates. */
const chosen = (what: string) =>
  z
    .array(id)
    .min(1, `请选择${what}`)
    .max(MOST_CHOSEN, `一次最多处理 ${MOST_CHOSEN} 个${what}`)
    .transform((ids) => [...new Set(ids)])

/** The rows that were changed, and those left unchanged with the reason. */
const someDone = <T extends z.ZodType>(row: T) =>
  z.object({ done: z.array(row), skipped: z.array(ref.extend({ why: z.string() })) })
export type Skipped = { id: number; name: string; why: string }

const gateways = call({
  method: 'GET',
  path: '/api/v2/iot/gateways',
  summary: '物联网关',
  access: { anyOf: iotOffice },
  query: pageQuery.omit({ order_by: true }).extend({
    keyword,
    state: ifAsked(z.enum(gatewayStates, { error: '状态不正确' })),
  }),
  reply: definePage(gatewayRow),
})
const units = call({
  method: 'GET',
  path: '/api/v2/iot/units',
  summary: '网关子设备',
  access: { anyOf: iotViewers },
  query: pageQuery.omit({ order_by: true }).extend({
    keyword,
    kind: ifAsked(z.enum(unitKinds, { error: '类型不正确' })),
    gatewayId: ifAsked(id),
    deviceId: deviceRef.optional(),
    labId: labRef.optional(),
    /** Include units that were replaced or retired. */
    retired: flag,
  }),
  reply: definePage(unitRow),
})

export const iotCalls = {
  gateways,
  exportGateways: defineExport(gateways, '导出物联网关'),
  gateway: call({
    method: 'GET',
    path: '/api/v2/iot/gateways/{id}',
    summary: '物联网关详情',
    access: { anyOf: iotOffice },
    params: idParams,
    reply: gatewayRow,
  }),
  createGateway: call({
    method: 'POST',
    path: '/api/v2/iot/gateways',
    summary: '新增网关',
    access: { anyOf: iotOffice },
    body: gatewayBody,
    reply: codeReply,
  }),
  editGateway: call({
    method: 'PUT',
    path: '/api/v2/iot/gateways/{id}',
    summary: '修改网关',
    access: { anyOf: iotOffice },
    keeps: true,
    params: idParams,
    body: gatewayBody,
    reply: gatewayRow,
  }),
  /**
   * For hardware that was lost or replaced: the history stays, and the old credentials end when the code is
   * used.
   */
  renewCode: call({
    method: 'POST',
    path: '/api/v2/iot/gateways/{id}/code',
    summary: '重新签发注册码',
    access: { anyOf: iotOffice },
    params: idParams,
    reply: codeReply,
  }),
  /** For gateways imported from a file, or replaced together. If one cannot get a code, none does. */
  renewCodes: call({
    method: 'POST',
    path: '/api/v2/iot/gateways/codes',
    summary: '批量签发注册码',
    access: { anyOf: iotOffice },
    body: z.object({ ids: chosen('网关') }),
    reply: z.array(codeReply),
  }),
  retireGateway: call({
    method: 'POST',
    path: '/api/v2/iot/gateways/{id}/retire',
    summary: '停用网关',
    access: { anyOf: iotOffice },
    params: idParams,
    body: z.object({ reason: requiredText('停用原因', 200) }),
    reply: gatewayRow,
  }),
  /** The gateway uses this certificate from now on, in place of its password or an earlier certificate. */
  bindCertificate: call({
    method: 'POST',
    path: '/api/v2/iot/gateways/{id}/certificate',
    summary: '绑定网关证书',
    access: { anyOf: iotOffice },
    params: idParams,
    body: z.object({
      pem: z
        .string({ error: '请选择或粘贴证书' })
        .trim()
        .min(1, '请选择或粘贴证书')
        .max(16_000, '证书不能超过 16000 个字符'),
    }),
    reply: gatewayRow,
  }),
  revokeCertificate: call({
    method: 'POST',
    path: '/api/v2/iot/gateways/{id}/certificate/revoke',
    summary: '撤销网关证书',
    access: { anyOf: iotOffice },
    params: idParams,
    body: z.object({ reason: requiredText('撤销原因', 200) }),
    reply: gatewayRow,
  }),
  /** Gateways that still serve something are skipped. */
  retireGateways: call({
    method: 'POST',
    path: '/api/v2/iot/gateways/retire',
    summary: '批量停用网关',
    access: { anyOf: iotOffice },
    body: z.object({ ids: chosen('网关'), reason: requiredText('停用原因', 200) }),
    reply: someDone(gatewayRow),
  }),
  /** Restored gateways enrol with a new code, because their old credentials are void. */
  restoreGateways: call({
    method: 'POST',
    path: '/api/v2/iot/gateways/restore',
    summary: '批量恢复网关',
    access: { anyOf: iotOffice },
    body: z.object({ ids: chosen('网关'), reason: requiredText('恢复原因', 200) }),
    reply: someDone(gatewayRow),
  }),
  /** A gateway calls it once, with the code that the office typed into it. */
  enrol: call({
    method: 'POST',
    path: '/api/v2/iot/enrol',
    summary: '网关注册',
    access: 'public',
    perMinute: 20,
    body: z.object({
      code: line('注册码', 40),
      hardware: optionalLine('硬件编号', 60),
      firmware: optionalLine('固件版本', 40),
    }),
    reply: z.object({
      gatewayId: z.number(),
      user: z.string(),
      password: z.string(),
      key: z.string(),
      /** Port of the broker beside the portal; null: the operator runs another broker and names it. */
      mqttPort: z.number().nullable(),
    }),
  }),
  /**
   * For gateways that speak only HTTP (decision 113): each contact carries the messages that others exchange
   * over MQTT. `mac` is HMAC-SHA256 with the gateway's key, base64url without padding, over `POST`, the path,
   * `at`, `nonce` and `says`, one per line.
   */
  relay: call({
    method: 'POST',
    path: '/api/v2/iot/relay',
    summary: '网关 HTTP 通信',
    access: 'public',
    // The handler opens one transaction per message, as the MQTT broker's handler does.
    writes: false,
    countedApart: true,
    body: z.object({
      gatewayId: id,
      /** Seconds since 1970-01-01. */
      at: z
        .number({ error: '请填写时间' })
        .int('时间应为 1970 年以来的整秒数')
        .min(0, '时间不正确')
        .max(4_102_444_800, '时间不正确'),
      nonce: line('随机数', 64).min(16, '随机数应为 16–64 个字符'),
      /** JSON: `{"words": [{"kind": "state", "text": "<mac>.<json>"}, …]}`, at most 20 of them. */
      says: z.string({ error: '请填写内容' }).max(500_000, '内容过长'),
      mac: line('签名', 64),
    }),
    reply: z.object({
      /** The portal's clock, in seconds since 1970-01-01. */
      at: z.number(),
      words: z.array(z.object({ kind: z.enum(['grants', 'command', 'received']), text: z.string() })),
    }),
  }),
  units,
  exportUnits: defineExport(units, '导出网关子设备'),
  unit: call({
    method: 'GET',
    path: '/api/v2/iot/units/{id}',
    summary: '网关子设备详情',
    access: { onRow: '智能监控管理员，所在实验室的主任、管理员' },
    params: idParams,
    reply: unitRow,
  }),
  /** Readings of a meter, switch or sensor; one point stands for ten minutes, an hour or a day. */
  curve: call({
    method: 'GET',
    path: '/api/v2/iot/units/{id}/curve',
    summary: '读数曲线',
    access: { onRow: '智能监控管理员，所在实验室的主任、管理员' },
    params: idParams,
    query: z.object({ span: z.enum(curveSpans, { error: '时间范围不正确' }).default('day') }),
    reply: z.object({ points: z.array(curvePoint), from: at, to: at }),
  }),
  createUnit: call({
    method: 'POST',
    path: '/api/v2/iot/units',
    summary: '新增子设备',
    access: { anyOf: iotOffice },
    body: newUnitBody,
    reply: unitRow,
  }),
  editUnit: call({
    method: 'PUT',
    path: '/api/v2/iot/units/{id}',
    summary: '修改子设备',
    access: { anyOf: iotOffice },
    keeps: true,
    params: idParams,
    body: unitBody,
    reply: unitRow,
  }),
  /**
   * Replaces the hardware: the new unit takes over number, place, settings and grants; the history stays with
   * the old unit.
   */
  replaceUnit: call({
    method: 'POST',
    path: '/api/v2/iot/units/{id}/replace',
    summary: '更换子设备',
    access: { anyOf: iotOffice },
    params: idParams,
    body: z.object({ model: optionalLine('新设备型号', 60), remark: text('更换说明', 500) }),
    reply: unitRow,
  }),
  retireUnit: call({
    method: 'POST',
    path: '/api/v2/iot/units/{id}/retire',
    summary: '停用子设备',
    access: { anyOf: iotOffice },
    params: idParams,
    body: z.object({ reason: requiredText('停用原因', 200) }),
    reply: unitRow,
  }),
  /** Assigns the units to one room or one laboratory; null in both removes the assignment. */
  tieUnits: call({
    method: 'POST',
    path: '/api/v2/iot/units/tie',
    summary: '批量关联子设备',
    access: { anyOf: iotOffice },
    body: z
      .object({ ids: chosen('子设备'), roomId: id.nullish(), labId: labRef.nullish() })
      .refine(tiedOnce, { error: iotRefusals.UNIT_TIED_TWICE, path: ['labId'] }),
    reply: z.array(unitRow),
  }),
  retireUnits: call({
    method: 'POST',
    path: '/api/v2/iot/units/retire',
    summary: '批量停用子设备',
    access: { anyOf: iotOffice },
    body: z.object({ ids: chosen('子设备'), reason: requiredText('停用原因', 200) }),
    reply: someDone(unitRow),
  }),
  /** Restores the units to their places, with their settings and grants. */
  restoreUnits: call({
    method: 'POST',
    path: '/api/v2/iot/units/restore',
    summary: '批量恢复子设备',
    access: { anyOf: iotOffice },
    body: z.object({ ids: chosen('子设备'), reason: requiredText('恢复原因', 200) }),
    reply: someDone(unitRow),
  }),
}
