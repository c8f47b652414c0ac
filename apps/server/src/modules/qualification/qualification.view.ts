import { makeRef } from '@portal/contract/kernel/rows'
import {
  qualificationStateWords,
  type MyQualificationRow,
  type QualificationRow,
} from '@portal/contract/qualification/qualification'
import type { Ctx } from '../../kernel/ctx.ts'
import type { SheetColumn } from '../../kernel/sheet.ts'
import { shownAt } from '../../kernel/time.ts'
import { findLastDay, findState } from './qualification.rules.ts'
import * as store from './qualification.store.ts'

const findTerm = (ctx: Ctx, q: store.QualifiedRow | store.OwnRow) => ({
  grantedBy: makeRef(q.granterId, q.granterName),
  grantedAt: q.grantedAt,
  validTo: q.validUntil && findLastDay(q.validUntil, ctx.env.CAMPUS_TZ),
  state: findState(q.validUntil, ctx.now),
  note: q.note,
})
export const showRow = (
  ctx: Ctx,
  q: store.QualifiedRow,
): Omit<QualificationRow, 'grantedAt'> & { grantedAt: Date } => ({
  user: { id: q.userId, name: q.userName, username: q.username, deptName: q.deptName },
  ...findTerm(ctx, q),
  can: ['renew', 'withdraw'],
})
export function showOwn(
  ctx: Ctx,
  q: store.OwnRow,
): Omit<MyQualificationRow, 'grantedAt'> & { grantedAt: Date } {
  const term = findTerm(ctx, q)
  return {
    device: { id: q.deviceId, name: q.deviceName, serialId: q.deviceSerialId },
    lab: { id: q.labId, name: q.labName },
    ...term,
    can: q.bookable && term.state !== 'expired' ? ['book'] : [],
  }
}

export const listColumns = (ctx: Ctx): SheetColumn<store.QualifiedRow>[] => [
  { header: '姓名', width: 12, value: (q) => q.userName },
  { header: '用户名', value: (q) => q.username },
  { header: '单位', width: 28, value: (q) => q.deptName },
  {
    header: '有效期至',
    value: (q) => (q.validUntil ? findLastDay(q.validUntil, ctx.env.CAMPUS_TZ) : '长期'),
  },
  { header: '状态', width: 12, value: (q) => qualificationStateWords[findState(q.validUntil, ctx.now)] },
  { header: '授予人', width: 12, value: (q) => q.granterName },
  { header: '授予时间', width: 18, value: (q) => shownAt(q.grantedAt, ctx.env.CAMPUS_TZ) },
  { header: '备注', width: 30, value: (q) => q.note },
]
