import { workflowRefusals, workflowServices } from '@portal/contract/workflow/workflow'
import { listFields } from '@portal/process-kit/judge/fields'
import { judgeGraph } from '@portal/process-kit/judge/judge'
import { judgeVeils } from '@portal/process-kit/judge/veils'
import {
  limits,
  type Actor,
  type Fault,
  type Graph,
  type Service,
  type Task,
} from '@portal/process-kit/model/graph'
import { readDiagram } from '@portal/process-kit/read/read'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse } from '../../kernel/refuse.ts'
import { listCodes } from '../dictionary/dictionary.service.ts'
import { findVersion, requireForm } from '../form/form.service.ts'
import { findActors, isTooMany } from './people.action.ts'
import { judgeServices } from './service.action.ts'
import { listUnknownStarters, type Published } from './workflow.store.ts'
import { isKnownBefore } from './workflow.rules.ts'

/** The version that a diagram would be published as, or all reasons against it. */
export async function judgeXml(ctx: Ctx, xml: string): Promise<{ faults: Fault[]; ready: Published | null }> {
  const { graph, faults } = await readDiagram(xml)
  if (!graph) return { faults, ready: null }
  const form = graph.form === null ? undefined : await findVersion(ctx, graph.form, graph.formVersion)
  const isOpen = form?.state === 'published'
  const bound = form && isOpen ? requireForm(form.text) : null
  const fields = bound && listFields(bound)
  const known = { fields, services: Object.keys(workflowServices) }
  const found = [
    ...judgeGraph(graph, known),
    ...(bound ? judgeVeils(graph, bound) : []),
    ...(await judgePeople(ctx, graph)),
    ...(await judgeStarters(ctx, graph)),
    ...(await judgeServices(ctx, graph, fields ?? [])),
  ].slice(0, limits.faults)
  if (form && !isOpen && found.length < limits.faults)
    found.push({ element: graph.id, message: '绑定的表单没有发布或已停用' })
  if (!form || found.length > 0) return { faults: found, ready: null }
  return { faults: [], ready: { graph, formId: form.id, formVersion: form.version } }
}

const NOBODY_YET = { starterId: null, given: {} }
const namedAt = (node: Task | Service): Actor[] =>
  [
    ...(node.kind === 'task' ? [...node.actors, ...(node.timer?.to ? [node.timer.to] : [])] : []),
    ...node.copies,
  ].filter((actor) => actor.kind === 'person')

/** Checks that people named in person exist, and that a step which refuses without people has some. */
async function judgePeople(ctx: Ctx, graph: Graph): Promise<Fault[]> {
  const faults: Fault[] = []
  const nodes = Object.values(graph.nodes).flatMap((node) =>
    node.kind === 'task' || node.kind === 'service' ? [{ node, named: namedAt(node) }] : [],
  )
  // One query for all: up to three hundred steps may each name forty people.
  const everybody = nodes.flatMap(({ named }) => named)
  const known = new Set((await findActors(ctx, everybody, NOBODY_YET)).map((p) => p.id))
  const meant = new Map<string, ReturnType<typeof findActors>>()
  const findMeant = (actors: readonly Actor[]) => {
    // Many steps of a diagram ask the same role: cached by their actors.
    const key = JSON.stringify(actors)
    const found = meant.get(key) ?? findActors(ctx, actors, NOBODY_YET)
    meant.set(key, found)
    return found
  }
  for (const { node, named } of nodes) {
    for (const actor of named)
      if (!known.has(Number(actor.value)))
        faults.push({
          element: node.id,
          message: `指定的人员${actor.label ? `“${actor.label}”` : ''}不存在或账号已停用`,
        })
    if (node.kind !== 'task') continue
    const before = node.actors.filter(isKnownBefore)
    const isBound = node.nobody === 'refuse' && before.length > 0 && before.length === node.actors.length
    // Only people by name: their number is limited by the diagram, so no look-up is needed.
    if (!isBound && before.every((actor) => actor.kind === 'person')) continue
    const found = await findMeant(before)
    if (isBound && found.length === 0)
      faults.push({ element: node.id, message: '没有人可以办理该环节，请重新指定办理人' })
    if (isTooMany(found))
      faults.push({
        element: node.id,
        message: `该环节的办理人有 ${found.length} 人，最多 ${limits.people} 人，请重新指定办理人`,
      })
  }
  return faults
}

/** Checks that the starters exist: a process with only unknown ones could not be started. */
async function judgeStarters(ctx: Ctx, { id, starters = [] }: Graph): Promise<Fault[]> {
  const types = (await listCodes(ctx, 'campus_user_type')).map((t) => t.value)
  return (await listUnknownStarters(ctx.db, starters, types)).map(({ label, value }) => ({
    element: id,
    message: `发起范围中的“${label ?? value}”不存在或已停用`,
  }))
}

/** Like `judgeXml`, but refuses with each fault at its element. */
export async function requireReady(ctx: Ctx, xml: string): Promise<Published> {
  const { faults, ready } = await judgeXml(ctx, xml)
  if (ready) return ready
  throw refuse('WORKFLOW_BAD', workflowRefusals.WORKFLOW_BAD, {
    reasons: faults.map(({ element, message }) => ({
      code: 'WORKFLOW_BAD',
      message,
      field: element ?? 'xml',
    })),
  })
}
