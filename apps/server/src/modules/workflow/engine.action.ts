import type { Outcome } from '@portal/contract/approval/approval'
import type { TaskState } from '@portal/contract/workflow/workflow'
import type { Values } from '@portal/process-kit/run/holds'
import { applyEvent, startRun, type Outcome as Moved } from '@portal/process-kit/run/run'
import type { Effect, Event, State } from '@portal/process-kit/run/state'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { listScreens } from '../../kernel/live.ts'
import { addMinutes } from '../../kernel/time.ts'
import { inboxStep, keepInbox, tellAwaited, tellEnd, tellPeople } from './inbox.action.ts'
import type { Instance } from './instance.store.ts'
import * as store from './instance.store.ts'
import { findActors, findFor } from './people.action.ts'
import { serve } from './service.action.ts'
import * as tasks from './task.store.ts'

// Applies an event to a locked instance: process-kit computes the effects, and this module writes them in the
// transaction of the call. Only this module writes the state of an instance.

/** What the person who acts says with an event. */
export interface Said {
  opinion: string | null
  /** The outcome that the inbox keeps on the entry of the person who acted. */
  outcome: Outcome
  /** Owners of the seats that are decided: the person who acts, or those they stand in for. */
  actedFor: readonly number[]
  /** The seat that this event decides. */
  seat?: { visit: number; seat: number }
}
const BY_ITSELF: Said = { opinion: null, outcome: 'approved', actedFor: [] }

/** Starts an instance whose row has just been inserted. */
export const begin = (ctx: Ctx, instance: Instance): Promise<Instance> =>
  settle(ctx, instance, startRun(instance.graph, listValues(instance)), BY_ITSELF, { ids: [], step: 'act' })

/** Applies an event. False: it no longer fits, because the visit or the instance it names is over. */
export async function take(ctx: Ctx, instance: Instance, event: Event, said: Said = BY_ITSELF) {
  const moved = applyEvent(instance.graph, instance.run, event, listValues(instance))
  if (!moved) return false
  const before = {
    ids: await tasks.listAwaited(ctx.db, instance.id),
    step: inboxStep(instance, instance.run),
  }
  await settle(ctx, instance, moved, said, before)
  return true
}

/** The form's values, as stored in JSON. */
const listValues = (instance: Instance): Values => instance.given as Values

async function settle(
  ctx: Ctx,
  instance: Instance,
  first: Moved,
  said: Said,
  before: { ids: readonly number[]; step: 'act' | 'refill' },
): Promise<Instance> {
  let state: State = first.state
  const waiting = [...first.effects]
  for (let effect = waiting.shift(); effect; effect = waiting.shift()) {
    if (effect.type === 'service' && effect.visit !== undefined) {
      // If the service succeeds, the instance continues in this transaction; else it waits for the office.
      const { visit } = effect
      const node = instance.graph.nodes[effect.node]
      if (node?.kind !== 'service' || !(await serve(ctx, instance, node))) continue
      const next = applyEvent(instance.graph, state, { type: 'served', visit }, listValues(instance))
      if (!next) continue
      state = next.state
      waiting.push(...next.effects)
      continue
    }
    if (effect.type !== 'find') {
      await carryOut(ctx, instance, effect, said)
      continue
    }
    const { visit } = effect
    // Another effect of this event may already have ended the visit.
    if (!state.visits.some((v) => v.no === visit && v.finds !== null)) continue
    const { people, tooMany } = await findFor(ctx, instance.graph, effect, instance)
    const event: Event = { type: 'people', visit, people: people.map((p) => p.id), tooMany }
    const next = applyEvent(instance.graph, state, event, listValues(instance))
    if (!next) continue
    state = next.state
    waiting.push(...next.effects)
  }
  await store.keepRun(ctx, instance.id, state)
  const now = { ...instance, run: state, state: state.status }
  const acted = { ids: said.actedFor, outcome: said.outcome, reason: said.opinion }
  await keepInbox(ctx, now, before, acted)
  ctx.live(`workflow:${instance.id}`, ...listScreens(instance.starterId))
  if (state.status !== 'running') await finish(ctx, now, said)
  return now
}

async function finish(ctx: Ctx, instance: Instance, said: Said): Promise<void> {
  await store.log(ctx, instance.id, { kind: 'ended' })
  await tellEnd(ctx, instance, said.opinion)
  await announce(ctx, 'workflow.finished', {
    instanceId: instance.id,
    workflowId: instance.workflowId,
    state: instance.state,
    starterId: instance.starterId,
    given: instance.given,
  })
}

async function carryOut(ctx: Ctx, instance: Instance, effect: Effect, said: Said): Promise<void> {
  const { id, graph } = instance
  const nodeAt = (node: string) => graph.nodes[node] ?? { id: node, name: node, kind: 'end' as const }
  switch (effect.type) {
    case 'enter': {
      const node = nodeAt(effect.node)
      const name = node.name || (node.kind === 'start' ? '发起人修改' : '办理')
      return void (await tasks.enter(ctx, id, effect.visit, { id: node.id, name }))
    }
    case 'leave':
      return void (await tasks.leave(ctx, id, effect.visit))
    case 'open':
      return void (await tasks.open(ctx, id, effect))
    case 'close': {
      const isHis = said.seat?.visit === effect.visit && said.seat.seat === effect.seat
      // The engine's words for a closed seat are also the states of a task.
      const closed: { visit: number; seat: number; how: TaskState } = effect
      await tasks.close(ctx, id, closed, {
        by: isHis ? (ctx.actor?.id ?? null) : null,
        opinion: isHis ? said.opinion : null,
      })
      return
    }
    case 'timer':
      return void (await tasks.setDue(ctx, id, effect.visit, addMinutes(ctx.now, effect.hours * 60)))
    case 'remind': {
      const late = await tasks.listAwaited(ctx.db, id, effect.visit)
      await store.log(ctx, id, { kind: 'reminded' })
      await tellAwaited(ctx, instance, late, '已到时限', '该环节已到办理时限，请尽快办理。')
      return
    }
    case 'copy': {
      const node = nodeAt(effect.node)
      if (node.kind === 'task' || node.kind === 'service') await copyTo(ctx, instance, node.copies)
      return
    }
    case 'service': {
      const node = nodeAt(effect.node)
      if (node.kind !== 'service') return
      await serve(ctx, instance, node)
      return
    }
    case 'skipped':
      return void (await store.log(ctx, id, { kind: 'skipped', step: nodeAt(effect.node).name }))
    case 'find':
    case 'end':
      return
  }
}

async function copyTo(ctx: Ctx, instance: Instance, actors: Parameters<typeof findActors>[1]) {
  const people = await findActors(ctx, actors, instance)
  if (people.length === 0) return
  const fresh = await store.addCopies(
    ctx,
    instance.id,
    people.map((p) => p.id),
  )
  await tellPeople(ctx, instance, fresh, '抄送', `${instance.summary}。`)
}
