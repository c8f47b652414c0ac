import { deniedWords, eventKindWords, wayWords } from '@portal/contract/iot/door-access'
import type { ListColumn } from '../../kernel/sheet.ts'
import { makeRef } from '@portal/contract/kernel/rows'
import type { GatewayRow, GatewayState, Proof } from '@portal/contract/iot/iot'
import type { CardRecord, GrantRecord } from './access.store.ts'
import type { EventRecord } from './event.store.ts'
import type { GatewayRecord } from './gateway.store.ts'
import { isInReach, isOnline } from './grant.rules.ts'
import type { UnitRecord } from './unit.store.ts'

function findState(g: GatewayRecord, now: Date): GatewayState {
  if (g.retiredAt) return 'retired'
  if (!g.enrolledAt) return 'new'
  return isOnline({ ...g, foreign: g.mappingId !== null }, now) ? 'online' : 'offline'
}
function findProof({ certifiedUntil, certificate }: GatewayRecord, now: Date): Proof {
  if (!certifiedUntil) return 'password'
  if (certificate?.revokedAt) return 'revoked'
  return certifiedUntil > now ? 'certificate' : 'lapsed'
}
function showCertificate({ certificate: c }: GatewayRecord) {
  return (
    c && {
      fingerprint: (c.fingerprint.toUpperCase().match(/../g) ?? []).join(':'),
      subject: c.subject,
      serial: c.serial,
      validFrom: new Date(c.validFrom),
      validTo: new Date(c.validTo),
      boundAt: new Date(c.boundAt),
      boundBy: c.boundBy,
      revoked: c.revokedAt
        ? { at: new Date(c.revokedAt), by: c.revokedBy ?? '', reason: c.revokedWhy ?? '' }
        : null,
    }
  )
}
const showRestored = (r: { restoredAt: Date | null; restoreReason: string | null }) =>
  r.restoredAt && { at: r.restoredAt, reason: r.restoreReason ?? '' }

function listActions(g: GatewayRecord): GatewayRow['can'] {
  if (g.retiredAt) return ['restore']
  return [
    'edit',
    g.mappingId === null ? 'renew' : 'account',
    'addUnit',
    ...(g.enrolledAt ? (['bind'] as const) : []),
    ...(g.certificate && !g.certificate.revokedAt ? (['revoke'] as const) : []),
    ...(g.units === 0 ? (['retire'] as const) : []),
  ]
}
export const showGateway = (g: GatewayRecord, now: Date) => ({
  id: g.id,
  name: g.name,
  state: findState(g, now),
  room: makeRef(g.roomId, g.roomName),
  mapping: makeRef(g.mappingId, g.mappingName),
  remark: g.remark,
  hardware: g.hardware,
  firmware: g.firmware,
  signal: g.signal,
  seenAt: g.seenAt,
  line: g.spoke,
  enrolledAt: g.enrolledAt,
  codeUntil: g.codeUntil && g.codeUntil > now ? g.codeUntil : null,
  clockOffSeconds: g.clockOffMs === null ? null : Math.round(g.clockOffMs / 1000),
  units: g.units,
  listHeld: g.grantsSeq > 0 && g.grantsHeld === g.grantsSeq,
  listAt: g.grantsAt,
  retireReason: g.retireReason,
  proof: findProof(g, now),
  certificate: showCertificate(g),
  restored: showRestored(g),
  can: listActions(g),
})

/**
 * Rights of the caller: `office` manages all sub-devices,
 * `acts` operates the doors and switches that the caller keeps.
 */
export interface Standing {
  office: boolean
  acts: boolean
}
export function showUnit(u: UnitRecord, { office, acts }: Standing, now: Date) {
  const live = u.retiredAt === null
  const offices = !office
    ? []
    : live
      ? (['edit', 'replace', 'retire'] as const)
      : u.replacedBy === null
        ? (['restore'] as const)
        : []
  // A grant waits at the portal until its gateway is there again, a command does not.
  const inReach = isInReach(u, now)
  const doors = u.kind === 'door' ? [...(inReach ? (['open'] as const) : []), 'grant' as const] : []
  const switches =
    u.kind === 'air_switch' ? [...(inReach ? (['switch'] as const) : []), 'grant' as const] : []
  return {
    id: u.id,
    number: u.number,
    kind: u.kind,
    name: u.name,
    model: u.model,
    href: u.href,
    gateway: { id: u.gatewayId, name: u.gatewayName },
    online: live && isOnline(u, now),
    room: makeRef(u.roomId, u.roomName),
    lab: makeRef(u.labId, u.labName),
    device:
      u.deviceId === null ? null : { id: u.deviceId, name: u.deviceName ?? '', serialId: u.serialId ?? '' },
    leadMinutes: u.leadMinutes,
    graceMinutes: u.graceMinutes,
    warnMinutes: u.warnMinutes,
    stage: u.stage,
    failSafe: u.failSafe,
    remark: u.remark,
    open: u.state?.open ?? null,
    on: u.state?.on ?? null,
    stateAt: u.stateAt,
    amps: u.reading?.amps ?? null,
    watts: u.reading?.watts ?? null,
    kwh: u.reading?.kwh ?? null,
    celsius: u.reading?.celsius ?? null,
    humidity: u.reading?.humidity ?? null,
    readingAt: u.readingAt,
    retiredAt: u.retiredAt,
    restored: showRestored(u),
    replaces: u.replaces,
    replacedBy: u.replacedBy,
    can: [...offices, ...(acts && live ? [...doors, ...switches] : [])],
  }
}

export const showGrant = (g: GrantRecord, mayWithdraw: boolean, now: Date) => ({
  id: g.id,
  unit: { id: g.unitId, name: g.unitName },
  kind: g.kind,
  person: makeRef(g.userId, g.userName),
  from: g.fromAt,
  to: g.toAt,
  weekdays: g.weekdays,
  fromMinute: g.fromMinute,
  toMinute: g.toMinute,
  reason: g.reason,
  grantedBy: { id: g.grantedById, name: g.grantedByName },
  grantedAt: g.grantedAt,
  withdrawn: g.withdrawnAt && { at: g.withdrawnAt, reason: g.withdrawReason ?? '' },
  can: mayWithdraw && !g.withdrawnAt && (!g.toAt || g.toAt > now) ? ['withdraw' as const] : [],
})

export const showCard = (c: CardRecord) => ({
  id: c.id,
  number: c.number,
  person: { id: c.userId, name: c.userName },
  boundAt: c.boundAt,
  unboundAt: c.unboundAt,
  unboundWhy: c.unboundWhy,
  can: c.unboundAt ? [] : ['unbind' as const],
})

export const showEvent = (e: EventRecord) => ({
  id: e.id,
  gateway: { id: e.gatewayId, name: e.gatewayName },
  unit: makeRef(e.unitId, e.unitName),
  kind: e.kind,
  way: e.way,
  at: e.at,
  receivedAt: e.receivedAt,
  person: makeRef(e.userId, e.userName),
  bookingId: e.bookingId,
  command: e.commandBy === null ? null : { by: e.commandBy, reason: e.commandReason ?? '' },
  note: e.note,
  acknowledged:
    e.acknowledgedAt === null
      ? null
      : { by: e.acknowledgedBy ?? '', at: e.acknowledgedAt, note: e.acknowledgedNote ?? '' },
  can: e.alarm && e.acknowledgedAt === null ? (['acknowledge'] as const).slice() : [],
})

/** Export columns for events, used by the event list and the monitor. */
export const eventColumns: ListColumn<EventRecord>[] = [
  { header: '时间', value: (r) => r.at },
  { header: '收到时间', value: (r) => r.receivedAt },
  { header: '网关', width: 24, value: (r) => r.gatewayName },
  { header: '门禁或开关', width: 24, value: (r) => r.unitName },
  { header: '事件', value: (r) => eventKindWords[r.kind] },
  { header: '方式', value: (r) => r.way && wayWords[r.way] },
  { header: '人员', value: (r) => r.userName },
  { header: '预约编号', value: (r) => r.bookingId },
  { header: '远程操作人', value: (r) => r.commandBy },
  { header: '操作原因', width: 30, value: (r) => r.commandReason },
  { header: '说明', width: 30, value: (r) => r.note && (deniedWords[r.note] ?? r.note) },
  { header: '告警处理人', value: (r) => r.acknowledgedBy },
  { header: '处理时间', value: (r) => r.acknowledgedAt },
  { header: '处理情况', width: 30, value: (r) => r.acknowledgedNote },
]
