import type { Json } from '@portal/form-kit/form/form'
import { limits, type Actor, type Graph } from '@portal/process-kit/model/graph'
import type { Whom } from '@portal/process-kit/run/state'
import type { Ctx } from '../../kernel/ctx.ts'
import * as store from './people.store.ts'
import { findNumbers } from './workflow.rules.ts'

export interface About {
  starterId: number | null
  given: Readonly<Record<string, unknown>>
}

const readField = (given: About['given'], field: string | null): Json | undefined =>
  field !== null && Object.hasOwn(given, field) ? (given[field] as Json) : undefined // it came out of JSON

/** Ids of the people that the form's values name for these actors. */
export const listFilledIn = (actors: readonly Actor[], given: About['given']): number[] =>
  actors.flatMap(({ kind, value }) => (kind === 'formField' ? findNumbers(readField(given, value)) : []))

/** The people that the actors of a diagram name, each once. */
export function findActors(ctx: Ctx, actors: readonly Actor[], { starterId, given }: About) {
  return store.findPeople(
    ctx.db,
    actors.map((actor) => ({
      kind: actor.kind,
      value: actor.value,
      named: findNumbers(readField(given, actor.kind === 'labRole' ? actor.of : actor.value)),
      namesLabs: actor.of !== null,
      starterId,
    })),
  )
}

export interface Found {
  people: { id: number; name: string }[]
  /**
   * Number of people named. If a step would take too many, `people` is empty and the office is asked instead.
   */
  meant: number
  tooMany: boolean
}
/** Finds the people to ask at a visit. */
export async function findFor(
  ctx: Ctx,
  graph: Graph,
  { node: id, whom }: { node: string; whom: Whom },
  about: About,
): Promise<Found> {
  const people = await findMeant(ctx, graph, { node: id, whom }, about)
  const meant = people.length
  const tooMany = isTooMany(people)
  return { people: tooMany ? [] : people, meant, tooMany }
}
export const isTooMany = (people: readonly unknown[]): boolean => people.length > limits.people

async function findMeant(
  ctx: Ctx,
  graph: Graph,
  { node: id, whom }: { node: string; whom: Whom },
  about: About,
): Promise<Found['people']> {
  const node = graph.nodes[id]
  const starter: Actor = { kind: 'starter', value: null, of: null, label: null }
  if (whom === 'admins') return store.findOffice(ctx.db, about.starterId ?? 0)
  if (node?.kind === 'start') return findActors(ctx, [starter], about)
  if (node?.kind !== 'task') return []
  const actors = whom === 'handOn' ? (node.timer?.to ? [node.timer.to] : []) : node.actors
  return findActors(ctx, actors, about)
}
