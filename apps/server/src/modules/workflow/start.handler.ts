import type { Parsed } from '@portal/contract/kernel/call'
import type { workflowCalls } from '@portal/contract/workflow/calls'
import { workflowRefusals } from '@portal/contract/workflow/workflow'
import type { Values } from '@portal/process-kit/run/holds'
import { applyEvent, startRun } from '@portal/process-kit/run/run'
import type { Ctx } from '../../kernel/ctx.ts'
import { forbidden, notFound, refuse } from '../../kernel/refuse.ts'
import { acceptFiles, readNamed, type Fields } from '../form/form.service.ts'
import { mayList } from '../people/people.service.ts'
import { begin } from './engine.action.ts'
import { judgeStart, readForm, readStarterForm } from './given.action.ts'
import * as instances from './instance.store.ts'
import { findFor, listFilledIn } from './people.action.ts'
import { readPart } from './standing.action.ts'
import { INSTANCE_FILES } from './workflow.events.ts'
import * as store from './workflow.store.ts'

type Calls = typeof workflowCalls

export const startable = (ctx: Ctx, { query }: Parsed<Calls['startable']>) =>
  store.listStartable(ctx.db, ctx.me.id, query.keyword)

const notOpen = () => refuse('WORKFLOW_NOT_OPEN', workflowRefusals.WORKFLOW_NOT_OPEN, { status: 404 })
/** The published version may restrict a process to some people. */
function requireHis({ isHis }: store.Open): void {
  if (!isHis) throw refuse('WORKFLOW_NOT_YOURS', workflowRefusals.WORKFLOW_NOT_YOURS, { status: 403 })
}
async function requireOpen(ctx: Ctx, id: number): Promise<store.Open> {
  const open = await store.findOpen(ctx.db, ctx.me.id, id)
  if (!open) throw notOpen()
  requireHis(open)
  ctx.target = `workflow ${id}`
  return open
}

export async function fill(ctx: Ctx, { params }: Parsed<Calls['fill']>) {
  const open = await requireOpen(ctx, params.id)
  const text = await readStarterForm(ctx, open)
  // A draft is stored as it was sent: JSON.
  const named = open.draft ? await readNamed(ctx, text, open.draft as Fields) : []
  // A draft is not validated: a guest could write arbitrary ids into one to read the names of all accounts.
  const people = mayList(ctx) ? named : named.filter((p) => p.id === ctx.me.id)
  const { isHis: _, ...shown } = open
  return { ...shown, form: text, people }
}

/** At most this many names are shown per step. */
const NAMES = 5
const MOST_STEPS = 50
/** Simulates a run in which every step agrees; nothing is written. */
export async function preview(ctx: Ctx, { params, body }: Parsed<Calls['preview']>) {
  const { graph } = await requireOpen(ctx, params.id)
  const given = body.values as Values // it came as JSON
  const about = { starterId: ctx.me.id, given: body.values }
  const steps = []
  let { state } = startRun(graph, given)
  for (let visit = state.visits[0]; visit && steps.length < MOST_STEPS; visit = state.visits[0]) {
    const node = graph.nodes[visit.node]
    if (node?.kind === 'service') {
      state = applyEvent(graph, state, { type: 'served', visit: visit.no }, given)?.state ?? {
        ...state,
        visits: [],
      }
      continue
    }
    if (node?.kind !== 'task') break
    const found = await findFor(ctx, graph, { node: node.id, whom: 'actors' }, about)
    // A preview is not validated either, so it does not name to a guest whom the guest has filled in.
    const unnamed = mayList(ctx) ? [] : listFilledIn(node.actors, body.values)
    const named = found.people.filter(({ id }) => id === ctx.me.id || !unnamed.includes(id))
    steps.push({
      node: node.id,
      name: node.name,
      mode: node.mode,
      people: named.slice(0, NAMES).map((p) => p.name),
      count: found.meant,
      nobody: found.tooMany ? ('admin' as const) : found.meant > 0 ? null : node.nobody,
    })
    state = applyEvent(graph, state, { type: 'pass', visit: visit.no }, given)?.state ?? {
      ...state,
      visits: [],
    }
  }
  return steps
}

/**
 * A running instance that waits for the caller; it continues even if the process can no longer be started.
 */
async function requireActing(ctx: Ctx, workflowId: number, id: number): Promise<instances.Instance> {
  const instance = await instances.find(ctx.db, id)
  if (instance?.workflowId !== workflowId) throw notFound('流程')
  if ((await readPart(ctx, instance)).actsFor.size === 0) throw forbidden('该流程不由您办理')
  ctx.target = `workflow_instance ${id}`
  return instance
}

export async function upload(ctx: Ctx, { params, body }: Parsed<Calls['upload']>) {
  const bound = body.instanceId
    ? await requireActing(ctx, params.id, body.instanceId)
    : await requireOpen(ctx, params.id)
  return acceptFiles(ctx, (await readForm(ctx, bound)).text, body.field, INSTANCE_FILES)
}

export async function saveDraft(ctx: Ctx, { params, body }: Parsed<Calls['saveDraft']>) {
  const open = await requireOpen(ctx, params.id)
  await store.keepDraft(ctx, open.id, body.values)
  return null
}
export async function dropDraft(ctx: Ctx, { params }: Parsed<Calls['dropDraft']>) {
  ctx.target = `workflow ${params.id}`
  await store.dropDraft(ctx, params.id)
  return null
}

export async function start(ctx: Ctx, { params, body }: Parsed<Calls['start']>) {
  const open = await store.holdOpen(ctx, params.id)
  if (!open) throw notOpen()
  requireHis(open)
  if (open.version !== body.version)
    throw refuse('WORKFLOW_VERSION_OLD', workflowRefusals.WORKFLOW_VERSION_OLD, {
      status: 409,
      help: { version: open.version },
    })
  const id = await instances.takeNumber(ctx.db)
  const { given, summary } = await judgeStart(ctx, open, id, body.values)
  const run = startRun(open.graph, {}).state
  await instances.add(ctx, { id, workflowId: open.id, version: open.version, run, given, summary })
  await instances.log(ctx, id, { kind: 'started' })
  const instance = await instances.find(ctx.db, id)
  if (!instance) throw new Error('an instance that was written is there')
  await begin(ctx, instance)
  await store.dropDraft(ctx, open.id)
  ctx.target = `workflow_instance ${id}`
  return { id }
}
