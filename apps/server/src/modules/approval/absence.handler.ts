import {
  absenceRefusals,
  mayHaveDeputy,
  MOST_ABSENCES_A_DAY,
  MOST_ABSENT_DAYS,
  type AbsenceRow,
  type absenceCalls,
} from '@portal/contract/approval/absence'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { listScreens } from '../../kernel/live.ts'
import { tell } from '../../kernel/outbox.store.ts'
import { forbidden, notFound, refuse, refuseField, violates } from '../../kernel/refuse.ts'
import { addDays, findInstant, findToday, shownAt } from '../../kernel/time.ts'
import { admitNaming, findActor } from '../people/people.service.ts'
import * as store from './absence.store.ts'
import { isOnCampus } from './policy.store.ts'

type Calls = typeof absenceCalls

const mayEnd = (ctx: Ctx, { userId }: store.Absence) => userId === ctx.me.id || ctx.holds('ADMIN')
function showRow(ctx: Ctx, a: store.Absence): Omit<AbsenceRow, 'from' | 'to'> & { from: Date; to: Date } {
  const state = a.to <= ctx.now || a.to <= a.from ? 'over' : a.from <= ctx.now ? 'current' : 'planned'
  return {
    id: a.id,
    user: { id: a.userId, name: a.user },
    deputy: { id: a.deputyId, name: a.deputy },
    from: a.from,
    to: a.to,
    reason: a.reason,
    state,
    can: state !== 'over' && mayEnd(ctx, a) ? ['end'] : [],
  }
}

export async function list(ctx: Ctx) {
  const [mine, forMe] = await Promise.all([
    store.listAbsences(ctx.db, ctx.me.id),
    store.listFor(ctx.db, ctx.me.id),
  ])
  return { mine: mine.map((a) => showRow(ctx, a)), forMe: forMe.map((a) => showRow(ctx, a)) }
}

export async function add(ctx: Ctx, { body }: Parsed<Calls['add']>) {
  const userId = body.userId ?? ctx.me.id
  if (userId !== ctx.me.id && !ctx.holds('ADMIN')) throw forbidden('只能安排自己的代理人')
  // Before the deputy is looked up: people from outside who decide nothing would only learn names and mail
  // staff.
  const absent = await findActor(ctx, userId)
  if (!absent || !mayHaveDeputy(absent)) throw refuseField('userId', absenceRefusals.ABSENT_BAD, 'ABSENT_BAD')
  admitNaming(ctx, [body.deputyId])
  if (body.deputyId === userId || !(await isOnCampus(ctx.db, body.deputyId)))
    throw refuseField('deputyId', absenceRefusals.DEPUTY_BAD, 'DEPUTY_BAD')
  const { fromDay, toDay, deputyId, reason } = body
  if (toDay < findToday(ctx) || toDay < fromDay)
    throw refuseField('toDay', absenceRefusals.ABSENCE_PAST, 'ABSENCE_PAST')
  if (toDay >= addDays(fromDay, MOST_ABSENT_DAYS))
    throw refuseField('toDay', absenceRefusals.ABSENCE_LONG, 'ABSENCE_LONG')
  const zone = ctx.env.CAMPUS_TZ
  const todayBegan = findInstant(findToday(ctx), 0, zone)
  if ((await store.countAdded(ctx.db, userId, todayBegan)) >= MOST_ABSENCES_A_DAY)
    throw refuse('ABSENCES_MANY', absenceRefusals.ABSENCES_MANY)
  const from = findInstant(fromDay, 0, zone)
  const to = findInstant(addDays(toDay, 1), 0, zone)
  // An absence whose first day has begun starts now: a deputy cannot act in the past.
  const begins = from < ctx.now ? ctx.now : from
  const id = await store.add(ctx, { userId, deputyId, from: begins, to, reason }).catch((e: unknown) => {
    throw violates(e, 'absence_no_overlap')
      ? refuse('ABSENCE_OVERLAP', absenceRefusals.ABSENCE_OVERLAP, { status: 409 })
      : e
  })
  const made = await require(ctx, id)
  // The deputy reads the reason in the portal. The mail leaves it out: it would carry any words and links.
  await tellDeputy(ctx, made, '请您代理审核', `请在此期间代为办理${made.user}的待办。`)
  return showRow(ctx, made)
}

async function require(ctx: Ctx, id: number): Promise<store.Absence> {
  const absence = await store.find(ctx.db, id)
  if (!absence) throw notFound('代理')
  ctx.target = `absence ${id}`
  return absence
}
async function tellDeputy(ctx: Ctx, a: store.Absence, title: string, body: string): Promise<void> {
  const zone = ctx.env.CAMPUS_TZ
  await tell(ctx, {
    userIds: [a.deputyId, a.userId],
    exceptUserId: ctx.me.id,
    kind: 'system',
    title,
    body: `${a.user} 由 ${a.deputy} 代理，${shownAt(a.from, zone)} 至 ${shownAt(a.to, zone)}。${body}`,
    link: '/account/audit-list',
    mail: true,
  })
  ctx.live('inbox', ...listScreens(a.deputyId, a.userId))
}

export async function end(ctx: Ctx, { params }: Parsed<Calls['end']>) {
  const absence = await require(ctx, params.id)
  ctx.allow(mayEnd(ctx, absence), '只能结束自己的代理')
  if (!(await store.end(ctx, absence.id)))
    throw refuse('ABSENCE_OVER', absenceRefusals.ABSENCE_OVER, { status: 409 })
  await tellDeputy(ctx, absence, '代理已结束', '代理已提前结束，待办由本人办理。')
  return null
}
