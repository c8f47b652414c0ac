import { z } from 'zod'
import { call, done } from '../kernel/call.ts'
import { at, day, id, idParams, text } from '../kernel/fields.ts'
import { isAdmitted, type Holder } from '../kernel/permissions.ts'
import { ref } from '../kernel/rows.ts'
import type { RoleCode } from '../people/people.ts'
import { offices } from './approval.ts'

// 代理: a person who is absent names a deputy, who acts for them at every step of every flow.

/** Longest absence, in days. */
export const MOST_ABSENT_DAYS = 366
/** Most absences of one person that are entered on one campus day, because each is mailed to a deputy. */
export const MOST_ABSENCES_A_DAY = 20

/** Roles that come with posts at which something waits for a decision. */
const deciders: readonly RoleCode[] = ['LAB_DIRECTOR', 'LAB_ADMIN', 'REVIEWER', 'DEPT_HEAD']
const officeCodes = Object.values(offices).flat()
/**
 * May the person have a deputy? Everybody of the campus may; of the people from outside only those who decide
 * for the university, as the first administrator does.
 */
export const mayHaveDeputy = (person: Holder & { onCampus: boolean }): boolean =>
  person.onCampus || isAdmitted(person, officeCodes, deciders)

export const absenceStates = ['planned', 'current', 'over'] as const
export const absenceStateWords: Record<(typeof absenceStates)[number], string> = {
  planned: '未开始',
  current: '代理中',
  over: '已结束',
}
export const absenceRow = z.object({
  id: z.number(),
  user: ref,
  deputy: ref,
  from: at,
  /** When the person is back. */
  to: at,
  reason: z.string().nullable(),
  state: z.enum(absenceStates),
  /** The person or an administrator may end it; ending an absence that has not begun cancels it. */
  can: z.array(z.enum(['end'])),
})
export type AbsenceRow = z.output<typeof absenceRow>

export const absenceRefusals = {
  ABSENT_BAD: '只能为账号在用的本校人员，或担任管理、审核职务的校外人员安排代理人',
  DEPUTY_BAD: '代理人须为本校人员、账号在用且不是本人，请选择其他人员',
  ABSENCE_OVERLAP: '这段时间已经安排了代理，请先结束原来的代理',
  ABSENCE_PAST: '结束日期不能早于今天，也不能早于开始日期',
  ABSENCE_LONG: `一次最多安排 ${MOST_ABSENT_DAYS} 天的代理`,
  ABSENCES_MANY: `一天最多安排 ${MOST_ABSENCES_A_DAY} 次代理，请明天再安排`,
  ABSENCE_OVER: '该代理已结束，请刷新后查看',
} as const

export const absenceCalls = {
  /** The caller's absences, and those in which the caller is the deputy, latest first. */
  list: call({
    method: 'GET',
    path: '/api/v2/approval/absences',
    summary: '我的代理安排',
    access: 'signed-in',
    reply: z.object({ mine: z.array(absenceRow), forMe: z.array(absenceRow) }),
  }),
  add: call({
    method: 'POST',
    path: '/api/v2/approval/absences',
    summary: '安排代理人',
    access: 'signed-in',
    body: z.object({
      /** Only for administrators: the person for whom they enter the absence; null: the caller. */
      userId: id.nullish().transform((v) => v ?? null),
      deputyId: id,
      /** Whole campus days, both included. */
      fromDay: day,
      toDay: day,
      reason: text('原因', 200),
    }),
    reply: absenceRow,
  }),
  end: call({
    method: 'POST',
    path: '/api/v2/approval/absences/{id}/end',
    summary: '结束代理',
    access: { onRow: '本人、系统管理员' },
    params: idParams,
    reply: done,
  }),
}
