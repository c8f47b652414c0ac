import type { Parsed } from '@portal/contract/kernel/call'
import type { workflowCalls } from '@portal/contract/workflow/calls'
import { workflowRefusals, type EventKind } from '@portal/contract/workflow/workflow'
import type { Event } from '@portal/process-kit/run/state'
import type { Ctx } from '../../kernel/ctx.ts'
import { notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import { addMinutes } from '../../kernel/time.ts'
import { take } from './engine.action.ts'
import { judgeStart } from './given.action.ts'
import { inboxStep, tellAwaited, tellPeople } from './inbox.action.ts'
import * as store from './instance.store.ts'
import { findActors } from './people.action.ts'
import { findOffice } from './people.store.ts'
import { isOffice, maySee, readPart } from './standing.action.ts'
import * as tasks from './task.store.ts'

// Actions on an instance other than a decision: by its starter or by the office.

type Calls = typeof workflowCalls

async function hold(ctx: Ctx, id: number): Promise<store.Instance> {
  const instance = await store.lock(ctx, id)
  if (!instance) throw notFound('流程')
  ctx.target = `workflow_instance ${id}`
  return instance
}
/** The refusal of an event that does not fit: the instance has ended, or only the step has. */
const over = ({ state }: store.Instance) =>
  state === 'running'
    ? refuse('STEP_OVER', workflowRefusals.STEP_OVER, { status: 409 })
    : refuse('INSTANCE_OVER', workflowRefusals.INSTANCE_OVER, { status: 409 })

const sayWithdrawn = (opinion: string | null) =>
  opinion === null ? '发起人已撤回，无须再办理。' : `发起人已撤回，无须再办理。说明：${opinion}`
export async function withdraw(ctx: Ctx, { params, body }: Parsed<Calls['withdraw']>) {
  const instance = await hold(ctx, params.id)
  ctx.allow(instance.starterId === ctx.me.id, '只有发起人可以撤回')
  const said = { opinion: body.opinion, outcome: 'withdrawn', actedFor: [] } as const
  if (instance.state !== 'running') throw over(instance)
  await store.log(ctx, instance.id, { kind: 'withdrawn', opinion: body.opinion })
  // Read before `take` closes their tasks.
  const awaited = await tasks.listAwaited(ctx.db, instance.id)
  await tellAwaited(ctx, instance, awaited, '已撤回', sayWithdrawn(body.opinion))
  if (!(await take(ctx, instance, { type: 'withdraw' }, said))) throw over(instance)
  return null
}

const URGED_AGAIN_MINUTES = 60
const NOBODY_ACTS = '该流程目前无人办理，请推进、退回或终止。'
const listOffice = async (ctx: Ctx, { starterId }: store.Instance): Promise<number[]> =>
  (await findOffice(ctx.db, starterId)).map((person) => person.id)
export async function urge(ctx: Ctx, { params, body }: Parsed<Calls['urge']>) {
  const instance = await hold(ctx, params.id)
  ctx.allow(instance.starterId === ctx.me.id || isOffice(ctx), '只有发起人和流程管理员可以催办')
  if (instance.state !== 'running') throw over(instance)
  if (instance.urgedAt && addMinutes(instance.urgedAt, URGED_AGAIN_MINUTES) > ctx.now)
    throw refuse('URGED_JUST_NOW', workflowRefusals.URGED_JUST_NOW, { status: 409 })
  await store.noteUrged(ctx, instance.id)
  await store.log(ctx, instance.id, { kind: 'urged', opinion: body.opinion })
  ctx.live(`workflow:${instance.id}`)
  const awaited = await tasks.listAwaited(ctx.db, instance.id)
  if (awaited.length > 0) await tellAwaited(ctx, instance, awaited, '催办', body.opinion ?? '请尽快办理。')
  // Only the office can move what waits for nobody.
  else await tellPeople(ctx, instance, await listOffice(ctx, instance), '催办', body.opinion ?? NOBODY_ACTS)
  return null
}

export async function comment(ctx: Ctx, { params, body }: Parsed<Calls['comment']>) {
  const instance = await hold(ctx, params.id)
  ctx.allow(await maySee(ctx, instance.id, await readPart(ctx, instance)), '只能评论自己参与的流程')
  const commenters = await store.listCommenters(ctx.db, instance.id)
  await store.log(ctx, instance.id, { kind: 'commented', opinion: body.text })
  ctx.live(`workflow:${instance.id}`)
  const awaited = await tasks.listAwaited(ctx.db, instance.id)
  await tellAwaited(ctx, instance, [instance.starterId, ...awaited, ...commenters], '评论', body.text)
  return null
}

export async function resubmit(ctx: Ctx, { params, body }: Parsed<Calls['resubmit']>) {
  const instance = await hold(ctx, params.id)
  ctx.allow(instance.starterId === ctx.me.id, '只有发起人可以重新提交')
  const visit = instance.run.visits.find((v) => instance.graph.nodes[v.node]?.kind === 'start')
  if (!visit || inboxStep(instance, instance.run) !== 'refill') throw over(instance)
  const { given, summary } = await judgeStart(ctx, instance, instance.id, body.values, instance.given)
  await store.keepGiven(ctx, instance.id, given, summary)
  await store.log(ctx, instance.id, { kind: 'resubmitted', opinion: body.opinion })
  const seat = visit.seats.findIndex((s) => s.state === 'waiting')
  const filled = { ...instance, given, summary }
  const said = {
    opinion: body.opinion,
    outcome: 'approved',
    actedFor: [ctx.me.id],
    seat: { visit: visit.no, seat },
  } as const
  if (!(await take(ctx, filled, { type: 'agree', visit: visit.no, seat }, said))) throw over(instance)
  return null
}

export async function move(ctx: Ctx, { params, body }: Parsed<Calls['move']>) {
  const instance = await hold(ctx, params.id)
  ctx.allow(isOffice(ctx), '只有流程管理员可以推进流程')
  ctx.allow(instance.starterId !== ctx.me.id, '不能推进自己发起的流程，请由其他流程管理员处理')
  const people = await listPeople(ctx, instance, body.userIds ?? [])
  const { visit, to } = body
  const node = instance.graph.nodes[instance.run.visits.find((v) => v.no === visit)?.node ?? '']
  if (body.how === 'assign' && node?.kind === 'start')
    throw refuseField('how', '该流程在等发起人修改，只能由发起人重新提交')
  // A person's agreement would pass the step as if the system had carried it out.
  if (body.how === 'assign' && node?.kind === 'service')
    throw refuseField('how', '该步骤由系统办理，不能指定办理人，请推进、退回或终止')
  const names = people.map((p) => p.name).join('、')
  const events: Record<typeof body.how, { event: Event; kind: EventKind; sentTo: string | null }> = {
    pass: { event: { type: 'pass', visit: visit ?? 0 }, kind: 'passed', sentTo: null },
    assign: {
      event: { type: 'assign', visit: visit ?? 0, people: people.map((p) => p.id) },
      kind: 'assigned',
      sentTo: names,
    },
    return: {
      event: { type: 'return', visit: visit ?? 0, seat: null, to },
      kind: 'returned',
      sentTo: nameStep(instance, to),
    },
    stop: { event: { type: 'stop' }, kind: 'stopped', sentTo: null },
  }
  const { event, kind, sentTo } = events[body.how]
  const step = node?.name ?? null
  await store.log(ctx, instance.id, { kind, step, opinion: body.reason, sentTo })
  if (body.how === 'stop') await tellStopped(ctx, instance, body.reason)
  const outcome = body.how === 'stop' || body.how === 'return' ? 'refused' : 'approved'
  if (!(await take(ctx, instance, event, { opinion: body.reason, outcome, actedFor: [] })))
    throw over(instance)
  return null
}
/** The starter is told of the end itself. Called before `take` closes the tasks. */
async function tellStopped(ctx: Ctx, instance: store.Instance, reason: string): Promise<void> {
  const awaited = (await tasks.listAwaited(ctx.db, instance.id)).filter((id) => id !== instance.starterId)
  await tellAwaited(ctx, instance, awaited, '已终止', `流程管理员已终止该流程，无须再办理。原因：${reason}`)
}
/** Refuses the starter, who may not decide on their own instance. */
async function listPeople(ctx: Ctx, { starterId }: store.Instance, ids: readonly number[]) {
  const asked = ids.map((id) => ({ kind: 'person', value: String(id), of: null, label: null }) as const)
  const people = await findActors(ctx, asked, { starterId, given: {} })
  if (people.length < new Set(ids).size)
    throw refuseField('userIds', '所选人员不存在、账号已停用，或是流程的发起人')
  return people
}
const nameStep = ({ graph, run }: store.Instance, to: number | null): string =>
  to === null ? '发起人' : (graph.nodes[run.firings.find((f) => f.no === to)?.node ?? '']?.name ?? '')
