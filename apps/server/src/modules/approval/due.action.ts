import { actorWords, type AskedRole, type Business, waitingWord } from '@portal/contract/approval/approval'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { listSilences } from '../../kernel/job-run.store.ts'
import { eachAlone, inTransaction } from '../../kernel/jobs.ts'
import { tell, type Tell } from '../../kernel/outbox.store.ts'
import { addMinutes, shownAt } from '../../kernel/time.ts'
import { listDeputiesAt } from './absence.store.ts'
import { findPeople } from './actors.store.ts'
import { waitsAt } from './approval.store.ts'
import { stepsFor } from './tasks.action.ts'
import type { StepRule } from './policy.rules.ts'
import * as store from './due.store.ts'

const INBOX_LINK = '/account/audit-list'
/** If the owner did not take a step that was due, it is announced again after this many minutes. */
const AGAIN_MINUTES = 60
const TITLES = 5

/**
 * Handles overdue tasks by the policy as it is now, not as it was when the task opened; the facts by which it
 * decides are those of the opening.
 */
export async function handleDue(ctx: Ctx): Promise<number> {
  await spareDeadlines(ctx)
  const due = await Promise.all(
    (await store.listDue(ctx)).map(async (task) => ({ task, rule: await findRule(ctx, task) })),
  )
  const acting = due.filter(({ rule }) => rule.onTimeout === 'approve' || rule.onTimeout === 'refuse')
  const acted = await eachAlone(ctx, acting, async (alone, { task, rule }) => {
    // Postponed first: if the owner does not close the task, it is announced again later, but not every
    // minute.
    const mine = await store.postpone(alone, [{ id: task.id, dueAt: addMinutes(ctx.now, AGAIN_MINUTES) }])
    if (!mine.has(task.id)) return
    const action = rule.onTimeout === 'approve' ? 'approve' : 'refuse'
    const { business, rowId, step } = task
    await announce(alone, 'approval.due', { business, rowId, step, action })
    // A yes may have to name a time or a card. The people asked may rely on the system: they are told once.
    if (task.remindedAt === null && (await waitsAt(alone.db, { task: task.id, business, rowId })))
      await tellWaiting(alone, [task], findUnable)
  })
  return (
    acted +
    (await remind(
      ctx,
      due.filter((d) => !acting.includes(d)),
    ))
  )
}

/**
 * Adds the time in which the portal was down to the deadlines, because nobody could answer. Runs in a
 * transaction of its own, so that the tasks are not locked when each is handled.
 */
async function spareDeadlines(job: Ctx): Promise<void> {
  const silences = await listSilences(job.db, 'approval-due', job.now)
  if (silences.length === 0) return
  await inTransaction(job.deps, job.requestId, job.now, async (ctx) => {
    for (const silence of silences) await store.spare(ctx, silence)
  })
}

async function findRule(ctx: Ctx, task: store.DueTask): Promise<StepRule> {
  const steps: Partial<Record<string, StepRule>> = await stepsFor(ctx, {
    business: task.business,
    ...task.facts,
  })
  return steps[task.step] ?? { required: true, timeoutHours: null, onTimeout: null, deputyId: null }
}

/** Reminds of tasks on which the policy does not act, and postpones them. Returns how many. */
async function remind(ctx: Ctx, due: readonly { task: store.DueTask; rule: StepRule }[]): Promise<number> {
  const mine = await store.postpone(
    ctx,
    due.map(({ task, rule }) => ({
      id: task.id,
      dueAt: rule.timeoutHours === null ? null : addMinutes(ctx.now, rule.timeoutHours * 60),
    })),
  )
  const tasks = due.map((d) => d.task).filter((t) => mine.has(t.id))
  await tellWaiting(ctx, tasks, findReminder)
  return tasks.length
}

type Words = (tasks: readonly store.DueTask[]) => Pick<Tell, 'kind' | 'title' | 'body'>

/** Tells everybody who can act on these tasks, deputies included: one message for each person. */
async function tellWaiting(ctx: Ctx, tasks: readonly store.DueTask[], word: Words): Promise<void> {
  const people = await findPeople(
    ctx,
    tasks.map((t) => ({
      role: t.role,
      userId: t.userId,
      labId: t.labId,
      deviceId: t.deviceId,
      deptId: t.deptId,
      exceptUserId: t.requesterId,
      barredId: t.barredId,
      deputyId: t.deputyId,
    })),
  )
  const deputies = Map.groupBy(
    await listDeputiesAt(
      ctx.db,
      ctx.now,
      tasks.map((t) => t.id),
    ),
    (d) => d.taskId,
  )
  const waiting = Map.groupBy(
    tasks.flatMap((task, i) => {
      const acting = (deputies.get(task.id) ?? []).map((d) => d.deputyId)
      return [...new Set([...(people[i]?.ids ?? []), ...acting])].map((userId) => ({ userId, task }))
    }),
    (w) => w.userId,
  )
  for (const [userId, theirs] of waiting)
    await tell(ctx, {
      userIds: [userId],
      link: INBOX_LINK,
      mail: true,
      ...word(theirs.map((w) => w.task)),
    })
}

const UNABLE =
  '已到处理时限，但须由办理人填写必要的内容（如测试时间、经费卡），系统不能代为处理，请及时处理。'
const findUnable: Words = (tasks) => ({
  kind: tasks[0]?.business ?? 'system',
  title: '待办未能自动处理，请您处理',
  body: `${tasks.map((t) => t.title).join('；')}。${UNABLE}`,
})

const findReminder: Words = (tasks) => {
  const titles = tasks.slice(0, TITLES).map((t) => t.title)
  const body = `${titles.join('；')}${tasks.length > TITLES ? `；等 ${tasks.length} 项` : ''}。请及时处理。`
  const [kind, ...others] = new Set(tasks.map((t) => t.business))
  return {
    kind: kind && others.length === 0 ? kind : ('system' as const),
    title: `您有 ${tasks.length} 项待办事项已到处理时限`,
    body,
  }
}

/** After people came or went: moves waiting tasks to those who can act now, and tells them. */
export async function reassign(ctx: Ctx, change?: store.Change): Promise<number> {
  return tellMoved(ctx, await store.reassign(ctx, change))
}

/** Returns tasks to people who are back (account reopened, role given again). The job runs every minute. */
export const giveBack = async (ctx: Ctx): Promise<number> => tellMoved(ctx, await store.giveBack(ctx))

/** Administrators are left out: `tellOfOrphans` tells them within a minute, with how to name somebody. */
async function tellMoved(ctx: Ctx, moved: readonly store.Moved[]): Promise<number> {
  for (const task of moved.filter((t) => t.role !== 'sysadmin'))
    await tellActors(
      ctx,
      task,
      `${waitingWord(task.business, task.step)}：${task.title}`,
      `该事项已转由${task.role === 'person' ? '您' : actorWords[task.role]}处理，${wordWhen(ctx, task)}。`,
    )
  if (moved.length > 0) ctx.live('inbox')
  return moved.length
}

const wordWhen = (ctx: Ctx, { dueAt }: store.Moved): string =>
  dueAt && dueAt > ctx.now ? `请于 ${shownAt(dueAt, ctx.env.CAMPUS_TZ)} 前处理` : '请及时处理'

/** Moves the waiting tasks of these rows to another laboratory. */
export async function handOver(
  ctx: Ctx,
  about: { business: Business; rowIds: readonly number[]; labId: number },
): Promise<void> {
  if ((await store.handOver(ctx, about)) === 0) return
  await reassign(ctx, { labId: about.labId })
  ctx.live('inbox')
}

/** What the administrators are told about a role without people: how to name some, and on which page. */
const missing: Record<AskedRole, { who: string; how: string; link: string }> = {
  person: {
    who: '指定的办理人',
    how: '其账号已停用：请在“用户管理”中启用，或另行指定人员；不须本人签署或填写的可代为办理',
    link: '/maintain/campus-user',
  },
  reviewer: { who: '设备审核员', how: '请在“实验室管理 → 管理员”中指定审核员', link: '/maintain/laboratory' },
  lab_director: {
    who: '实验室主任',
    how: '请在“实验室管理 → 管理员”中指定主任',
    link: '/maintain/laboratory',
  },
  finance: { who: '财务人员', how: '请在“角色管理”中把财务角色授予办理人', link: '/maintain/roles' },
  dept_head: {
    who: '院系负责人',
    how: '请把“院系负责人”角色授予该单位或其上级单位的人员',
    link: '/maintain/campus-user',
  },
  equip_office: { who: '设备处人员', how: '请在“角色管理”中把设备处角色授予办理人', link: '/maintain/roles' },
  tender_office: {
    who: '招标办人员',
    how: '请在“角色管理”中把招标办角色授予办理人',
    link: '/maintain/roles',
  },
}
/**
 * Tells the administrators, even one who is the requester, of tasks whose asked role has no people left. Each
 * task is reported once a day, whatever its business.
 */
export async function tellOfOrphans(ctx: Ctx): Promise<number> {
  const found = await store.takeOrphans(ctx)
  for (const [role, tasks] of Map.groupBy(found, (t) => t.askedRole)) {
    const { who, how, link } = missing[role]
    const lines = tasks
      .slice(0, TITLES)
      .map(
        (t) =>
          `${t.title}（${t.labName ?? t.deptName ?? '全校'}）${t.anybody ? '' : '：除申请人外无人可以办理'}`,
      )
    const more = tasks.length > TITLES ? `\n等 ${tasks.length} 项` : ''
    const body = `${lines.join('\n')}${more}\n${how}。指定后一分钟内自动转给该人员；在此之前由系统管理员代办，申请人不能审批自己的申请。`
    await tell(ctx, {
      role: { role: 'sysadmin' },
      kind: 'system',
      title: `${tasks.length} 项待办缺少${who}`,
      body,
      link,
      mail: true,
    })
  }
  return found.length
}

async function tellActors(ctx: Ctx, task: store.Moved, title: string, body: string): Promise<void> {
  const who =
    task.role === 'person'
      ? { userIds: task.userId === null ? [] : [task.userId] }
      : { role: { role: task.role, labId: task.labId, deviceId: task.deviceId, deptId: task.deptId } }
  await tell(ctx, {
    ...who,
    exceptUserId: task.requesterId,
    requesterId: task.requesterId,
    barredId: task.barredId,
    kind: task.business,
    title,
    body,
    link: INBOX_LINK,
    mail: true,
  })
}
