import type { Parsed } from '@portal/contract/kernel/call'
import { makeRef } from '@portal/contract/kernel/rows'
import type { workflowCalls } from '@portal/contract/workflow/calls'
import { instanceStateWords } from '@portal/contract/workflow/workflow'
import type { Values } from '@portal/process-kit/run/holds'
import { findProgress } from '@portal/process-kit/run/progress'
import { applyEvent, returnsFrom } from '@portal/process-kit/run/run'
import type { Ctx } from '../../kernel/ctx.ts'
import { COUNTED } from '../../kernel/list.store.ts'
import { forbidden, notFound } from '../../kernel/refuse.ts'
import { exportedWalk, type ListColumn } from '../../kernel/sheet.ts'
import { readNamed, type Fields } from '../form/form.service.ts'
import { readForm, readStarterForm } from './given.action.ts'
import { inboxStep } from './inbox.action.ts'
import * as store from './instance.store.ts'
import { isOffice, maySee, readPart, type Part } from './standing.action.ts'
import * as tasks from './task.store.ts'
import { listHidden, listInstanceActions, listTaskActions, listWrites } from './workflow.rules.ts'
import { showInstance } from './workflow.view.ts'

type Calls = typeof workflowCalls

function mayList(ctx: Ctx, scope: store.Filter['scope']): void {
  if (scope === 'all' && !isOffice(ctx)) throw forbidden('只有流程管理员可以查看全部流程')
}
export async function instances(ctx: Ctx, { query }: Parsed<Calls['instances']>) {
  mayList(ctx, query.scope)
  const { items, next, total } = await store.list(ctx.db, query, ctx.me.id)
  return {
    items: items.map(showInstance),
    next,
    total: total === null ? null : Math.min(total, COUNTED),
    totalExact: total === null || total <= COUNTED,
  }
}
const columns: readonly ListColumn<store.InstanceLine>[] = [
  { header: '编号', value: (i) => i.id },
  { header: '流程', value: (i) => i.workflow },
  { header: '发起人', value: (i) => i.starter },
  { header: '内容', width: 40, value: (i) => i.summary },
  { header: '状态', value: (i) => instanceStateWords[i.state] },
  { header: '当前环节', value: (i) => i.at.join('、') },
  { header: '待办理人', value: (i) => i.awaited.join('、') },
  { header: '发起时间', value: (i) => i.startedAt },
  { header: '结束时间', value: (i) => i.endedAt },
]
export const exportInstances = exportedWalk(
  '流程实例',
  (ctx, { query }: Pick<Parsed<Calls['exportInstances']>, 'query'>) => {
    mayList(ctx, query.scope)
    return store.walk(ctx.db, query, ctx.me.id)
  },
  columns,
)

export async function instance(ctx: Ctx, { params }: Parsed<Calls['instance']>) {
  const found = await store.find(ctx.db, params.id)
  if (!found) throw notFound('流程')
  const part = await readPart(ctx, found)
  ctx.allow(await maySee(ctx, found.id, part), '只能查看自己发起、办理或抄送给自己的流程')
  ctx.target = `workflow_instance ${found.id}`
  const [form, steps, all, timeline] = await Promise.all([
    readForm(ctx, found),
    tasks.listSteps(ctx.db, found.id),
    tasks.listTasks(ctx.db, found.id),
    store.listEvents(ctx.db, found.id),
  ])
  const waiting = all.filter((task) => task.state === 'waiting')
  const isHis = (task: tasks.TaskRow) =>
    part.actsFor.has(task.assigneeId) || [task.assigneeId, task.decidedById].includes(ctx.me.id)
  const hidden =
    part.isStarter || part.isOffice
      ? []
      : listHidden(
          found.graph,
          all.filter(isHis).map((task) => task.node),
        )
  const isRefill = inboxStep(found, found.run) === 'refill'
  const values = Object.fromEntries(Object.entries(found.given).filter(([field]) => !hidden.includes(field)))
  return {
    ...showInstance({
      ...found,
      at: steps.map((step) => step.name),
      awaited: waiting.map((task) => task.assignee),
    }),
    description: found.description,
    xml: found.xml,
    form: isRefill && part.isStarter ? await readStarterForm(ctx, found) : form.text,
    values,
    hidden,
    people: await readNamed(ctx, form.text, values as Fields), // what was kept came out of JSON
    progress: findProgress(found.run),
    steps: steps.map((step) => ({
      ...step,
      returnsTo: listReturns(found, step.visit),
      stuck: waiting.some((task) => task.visit === step.visit) ? null : sayStuck(found, step),
    })),
    tasks: all.map((task) => showTask(found, part, task, waiting)),
    timeline,
    can: listInstanceActions({ state: found.state, isRefill }, part),
  }
}

/** Why a step waits for nobody: the system could not carry it out, or there was no person to ask. */
const sayStuck = ({ graph }: store.Instance, { node }: tasks.Step): string =>
  graph.nodes[node]?.kind === 'service'
    ? '自动步骤未办理，原因见办理记录，请流程管理员推进、退回或终止'
    : '没有找到办理人，也没有可以代办的流程管理员'

/** Applies the refusal without saving it: with shares, or for a delegate, one refusal may end nothing. */
const endsRefused = ({ graph, run, given }: store.Instance, { visit, seat }: tasks.TaskRow): boolean =>
  applyEvent(graph, run, { type: 'refuse', visit, seat }, given as Values)?.state.status === 'refused' // JSON

const listReturns = ({ graph, run }: store.Instance, visit: number) =>
  returnsFrom(graph, run, visit).map((f) => ({ visit: f.no, name: graph.nodes[f.node]?.name ?? '' }))

function showTask(found: store.Instance, part: Part, task: tasks.TaskRow, waiting: readonly tasks.TaskRow[]) {
  const { graph, run } = found
  const node = graph.nodes[task.node]
  const visit = run.visits.find((v) => v.no === task.visit)
  const can = listTaskActions(
    {
      waits: task.state === 'waiting',
      isRefill: node?.kind === 'start',
      isDelegated: task.ownerId !== null,
      hasOthers: waiting.some((other) => other.visit === task.visit && other.id !== task.id),
      isAnyone: visit?.anyone === true || (node?.kind === 'task' && node.mode === 'any'),
    },
    part.actsFor.has(task.assigneeId),
  )
  const acts = can.length > 0
  return {
    id: task.id,
    visit: task.visit,
    node: task.node,
    step: task.step,
    assignee: { id: task.assigneeId, name: task.assignee },
    owner: makeRef(task.ownerId, task.owner),
    state: task.state,
    opinion: task.opinion,
    openedAt: task.openedAt,
    decidedAt: task.decidedAt,
    decidedBy: makeRef(task.decidedById, task.decidedBy),
    can,
    ends: acts && endsRefused(found, task),
    returnsTo: acts ? listReturns(found, task.visit) : [],
    writes: acts ? listWrites(graph, task.node) : [],
  }
}
