import type { Parsed } from '@portal/contract/kernel/call'
import type { workflowCalls } from '@portal/contract/workflow/calls'
import { instanceStateWords, workflowRefusals, type EventKind } from '@portal/contract/workflow/workflow'
import type { Ctx } from '../../kernel/ctx.ts'
import { eachByItself } from '../../kernel/batch.ts'
import { notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { take, type Said } from './engine.action.ts'
import { judgeStep } from './given.action.ts'
import { findActable } from './inbox.action.ts'
import * as instances from './instance.store.ts'
import { findActors } from './people.action.ts'
import * as store from './task.store.ts'
import { listWrites } from './workflow.rules.ts'

// A person decides, or hands a task to someone else. The instance is locked first, so that of two concurrent
// calls the second sees what the first has done.

type Calls = typeof workflowCalls
interface Held {
  instance: instances.Instance
  task: store.TaskRow
}

const over = () => refuse('TASK_OVER', workflowRefusals.TASK_OVER, { status: 409 })

/** A waiting task of the caller, or of someone whose deputy the caller is. */
async function hold(ctx: Ctx, id: number): Promise<Held> {
  const found = await store.find(ctx.db, id)
  const instance = found && (await instances.lock(ctx, found.instanceId))
  const task = instance && (await store.find(ctx.db, id))
  if (!instance || !task) throw notFound('任务')
  ctx.target = `workflow_instance ${instance.id}`
  const actsFor = await findActable(ctx, instance)
  const was = [task.assigneeId, task.decidedById].includes(ctx.me.id)
  ctx.allow(actsFor.has(task.assigneeId) || was, '该任务不由您办理')
  if (task.state !== 'waiting' || !actsFor.has(task.assigneeId)) throw over()
  return { instance, task }
}

const listSaid = (task: store.TaskRow, opinion: string | null, outcome: Said['outcome']): Said => ({
  opinion,
  outcome,
  actedFor: [task.assigneeId],
  seat: { visit: task.visit, seat: task.seat },
})
const countMinutes = (ctx: Ctx, task: store.TaskRow) =>
  Math.round((ctx.now.getTime() - task.openedAt.getTime()) / 60_000)

type Decision = Pick<Parsed<Calls['decide']>['body'], 'verdict' | 'opinion' | 'to' | 'values'>
const kinds: Record<Decision['verdict'], EventKind> = {
  agree: 'agreed',
  refuse: 'refused',
  return: 'returned',
}

async function takeDecision(ctx: Ctx, { instance, task }: Held, d: Decision): Promise<void> {
  if (instance.graph.nodes[task.node]?.kind === 'start')
    throw refuse('TASK_OVER', '该流程已退回发起人，请修改后重新提交或撤回')
  if (d.verdict === 'return' && task.ownerId !== null)
    throw refuse('TASK_DELEGATED', workflowRefusals.TASK_DELEGATED, { status: 409 })
  const filled = d.verdict === 'agree' ? await fill(ctx, instance, task, d.values ?? {}) : instance
  const target = instance.run.firings.find((f) => f.no === d.to)
  if (d.verdict === 'return' && d.to !== null && !target) throw refuseField('to', workflowRefusals.TASK_TO)
  await instances.log(ctx, instance.id, {
    kind: kinds[d.verdict],
    step: task.step,
    opinion: d.opinion,
    sentTo:
      d.verdict === 'return' ? (target ? (instance.graph.nodes[target.node]?.name ?? '') : '发起人') : null,
    minutes: countMinutes(ctx, task),
  })
  const at = { visit: task.visit, seat: task.seat }
  const event =
    d.verdict === 'return' ? { type: 'return' as const, ...at, to: d.to } : { type: d.verdict, ...at }
  const outcome = d.verdict === 'agree' ? 'approved' : 'refused'
  if (!(await take(ctx, filled, event, listSaid(task, d.opinion, outcome)))) {
    if (d.verdict === 'return') throw refuseField('to', workflowRefusals.TASK_TO)
    throw over()
  }
}

/** Validates and saves the fields that this step writes; an agreement without required ones is refused. */
async function fill(
  ctx: Ctx,
  instance: instances.Instance,
  task: store.TaskRow,
  values: Record<string, unknown>,
): Promise<instances.Instance> {
  const writes = listWrites(instance.graph, task.node)
  const strange = Object.keys(values).find((field) => !writes.includes(field))
  if (strange !== undefined) throw refuseField(strange, '该环节不能填写此项')
  if (writes.length === 0) return instance
  const { given, summary } = await judgeStep(ctx, instance, writes, values)
  await instances.keepGiven(ctx, instance.id, given, summary)
  return { ...instance, given, summary }
}

export async function decide(ctx: Ctx, { params, body }: Parsed<Calls['decide']>) {
  await takeDecision(ctx, await hold(ctx, params.id), body)
  return null
}

/**
 * Decides, for each inbox entry, the task that waited for the caller when they saw it; if several steps wait
 * for them, the first. A repeated call, or one from an outdated page, does not decide the next step, which
 * the caller has not read.
 */
export async function decideAll(ctx: Ctx, { body }: Parsed<Calls['decideAll']>) {
  if (body.verdict === 'refuse' && body.opinion === null) throw refuseField('opinion', '请填写意见')
  return eachByItself(ctx, body.items, async ({ id, task: entry }) => {
    const instance = await instances.lock(ctx, id)
    if (!instance) throw notFound('流程')
    const actsFor = await findActable(ctx, instance, entry)
    const all = await store.listTasks(ctx.db, id)
    const task = all.find((t) => t.state === 'waiting' && actsFor.has(t.assigneeId))
    const was = all.some((t) => [t.assigneeId, t.decidedById].includes(ctx.me.id))
    ctx.allow(task !== undefined || was, '该流程不由您办理')
    if (!task) throw over()
    if (!instance.graph.batch) throw refuse('NO_BATCH', workflowRefusals.NO_BATCH)
    const { verdict, opinion } = body
    await takeDecision(ctx, { instance, task }, { verdict, opinion, to: null, values: null })
    const now = await instances.find(ctx.db, id)
    const state = now?.state ?? 'running'
    return { state, message: state === 'running' ? '已办理' : instanceStateWords[state] }
  })
}

export async function handOver(ctx: Ctx, { params, body }: Parsed<Calls['handOver']>) {
  const { instance, task } = await hold(ctx, params.id)
  const [person] = await findActors(
    ctx,
    [{ kind: 'person', value: String(body.userId), of: null, label: null }],
    { starterId: instance.starterId, given: {} },
  )
  if (!person) throw refuseField('userId', '所选人员不存在、账号已停用，或是流程的发起人')
  await instances.log(ctx, instance.id, {
    kind: body.how === 'delegate' ? 'delegated' : 'transferred',
    step: task.step,
    opinion: body.opinion,
    sentTo: person.name,
    minutes: countMinutes(ctx, task),
  })
  const event = { type: body.how, visit: task.visit, seat: task.seat, to: person.id }
  if (!(await take(ctx, instance, event, listSaid(task, body.opinion, 'approved'))))
    throw refuseField('userId', workflowRefusals.TASK_SEAT)
  return null
}

export async function claim(ctx: Ctx, { params }: Parsed<Calls['claim']>) {
  const { instance, task } = await hold(ctx, params.id)
  await instances.log(ctx, instance.id, { kind: 'claimed', step: task.step })
  const event = { type: 'claim' as const, visit: task.visit, seat: task.seat }
  if (!(await take(ctx, instance, event))) throw over()
  return null
}
