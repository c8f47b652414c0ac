import type { Parsed } from '@portal/contract/kernel/call'
import type { workflowCalls } from '@portal/contract/workflow/calls'
import { MOST_OWN_WORKFLOWS, workflowRefusals } from '@portal/contract/workflow/workflow'
import { findDanger } from '@portal/process-kit/read/guard'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { fail, notFound, refuse, refuseField } from '../../kernel/refuse.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { judgeXml, requireReady } from './publish.action.ts'
import {
  holdAsOffice,
  holdOwn,
  isOffice,
  readStanding,
  refuseOld,
  requireOwn,
  requireOwnDrawn,
} from './standing.action.ts'
import * as store from './workflow.store.ts'
import { showRow, showVersion } from './workflow.view.ts'

type Calls = typeof workflowCalls

export async function list(ctx: Ctx, { query }: Parsed<Calls['list']>) {
  const { items, total } = await store.list(ctx.db, query, isOffice(ctx) ? undefined : ctx.me.id)
  const his = await store.listHis(
    ctx.db,
    ctx.me.id,
    items.map((w) => w.id),
  )
  return pageReply(
    items.map((workflow) => showRow(workflow, readStanding(ctx, workflow, his))),
    total,
  )
}

async function showDetail(ctx: Ctx, workflow: store.Drawn) {
  const his = await store.listHis(ctx.db, ctx.me.id, [workflow.id])
  return { ...showRow(workflow, readStanding(ctx, workflow, his)), xml: workflow.xml }
}
async function showAgain(ctx: Ctx, id: number) {
  const workflow = await store.findDrawn(ctx.db, id)
  if (!workflow) throw notFound('流程')
  return showDetail(ctx, workflow)
}

export async function get(ctx: Ctx, { params }: Parsed<Calls['get']>) {
  return showDetail(ctx, await requireOwnDrawn(ctx, params.id))
}

/** A draft may be incomplete, but it must not contain XML that could harm its readers. */
function refuseDanger(xml: string): void {
  const danger = findDanger(xml)
  if (danger) throw refuseField('xml', danger, 'WORKFLOW_UNREADABLE')
}

export async function create(ctx: Ctx, { body }: Parsed<Calls['create']>) {
  refuseDanger(body.xml)
  if ((await store.countDrafts(ctx.db, ctx.me.id)) >= MOST_OWN_WORKFLOWS)
    throw refuse('WORKFLOW_TOO_MANY', workflowRefusals.WORKFLOW_TOO_MANY)
  const id = await store.add(ctx, body)
  ctx.target = `workflow ${id}`
  return showAgain(ctx, id)
}

/** Values that a save keeps when its body leaves them out. */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const { category, description } = await requireOwn(ctx, Number(params['id']))
  return { category, description }
}

export async function save(ctx: Ctx, { params, body }: Parsed<Calls['save']>) {
  const { revision, overwrite, ...draft } = body
  const workflow = await holdOwn(ctx, params.id)
  if (!overwrite) refuseOld(ctx, workflow, revision)
  refuseDanger(draft.xml)
  await store.save(ctx, workflow.id, draft)
  ctx.live(`drawing:${workflow.id}`)
  return showAgain(ctx, workflow.id)
}

export async function judge(ctx: Ctx, { body }: Parsed<Calls['judge']>) {
  const { faults } = await judgeXml(ctx, body.xml)
  return { faults }
}

export async function publish(ctx: Ctx, { params, body }: Parsed<Calls['publish']>) {
  const workflow = await holdAsOffice(ctx, params.id)
  refuseOld(ctx, workflow, body.revision)
  const ready = await requireReady(ctx, workflow.xml)
  const version = await store.publish(ctx, workflow.id, ready)
  await announce(ctx, 'workflow.published', { workflowId: workflow.id, version, name: workflow.name })
  return showAgain(ctx, workflow.id)
}

const setState = (from: 'published' | 'suspended', to: 'published' | 'suspended', refusal: string) =>
  async function step(ctx: Ctx, { params }: Parsed<Calls['suspend']>) {
    const workflow = await holdAsOffice(ctx, params.id)
    if (!(await store.setState(ctx, workflow.id, from, to))) throw fail('CONFLICT', refusal)
    return showAgain(ctx, workflow.id)
  }
export const suspend = setState('published', 'suspended', '只有已发布的流程可以停用，请刷新后重试')
export const activate = setState('suspended', 'published', '只有已停用的流程可以重新启用，请刷新后重试')

export async function remove(ctx: Ctx, { params }: Parsed<Calls['remove']>) {
  const workflow = await holdOwn(ctx, params.id)
  if (workflow.state !== 'draft') ctx.allow(isOffice(ctx), '只有流程管理员可以删除发布过的流程')
  if (!(await store.remove(ctx, workflow.id)))
    throw refuse('WORKFLOW_RAN', workflowRefusals.WORKFLOW_RAN, { status: 409 })
  return null
}

export async function versions(ctx: Ctx, { params }: Parsed<Calls['versions']>) {
  const workflow = await requireOwn(ctx, params.id)
  return (await store.listVersions(ctx.db, workflow.id)).map(showVersion)
}

export async function version(ctx: Ctx, { params }: Parsed<Calls['version']>) {
  const workflow = await requireOwn(ctx, params.id)
  const [found] = await store.listVersions(ctx.db, workflow.id, params.version)
  if (!found) throw notFound('该版本')
  return showVersion(found)
}

export async function download(ctx: Ctx, { params }: Parsed<Calls['download']>) {
  const { name, xml } = await requireOwnDrawn(ctx, params.id)
  return { type: 'application/xml; charset=utf-8', body: xml, fileName: `${name}.bpmn` }
}
