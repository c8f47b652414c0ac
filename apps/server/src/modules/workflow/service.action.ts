import { MOST_SERVICE_DAYS, workflowServices, type ServiceName } from '@portal/contract/workflow/workflow'
import type { FormField } from '@portal/process-kit/judge/fields'
import { haltingServices, type Fault, type Graph, type Service } from '@portal/process-kit/model/graph'
import type { Ctx } from '../../kernel/ctx.ts'
import * as qualification from '../qualification/qualification.service.ts'
import { writingOff } from './write-off.action.ts'
import { pricing } from './pricing.action.ts'
import { tellPeople } from './inbox.action.ts'
import * as store from './instance.store.ts'
import type { Instance } from './instance.store.ts'
import { findActors } from './people.action.ts'
import { findOffice } from './people.store.ts'
import {
  explainWord,
  findChosen,
  findPublisher,
  judgeDevice,
  mayStillDo,
  type Doing,
} from './doing.action.ts'

// Steps that a process carries out by itself. Only the services listed here exist. For each but `tell` the
// publisher of the process must hold a right of its own; all are written into the instance's history. Money
// moves by the rules of the module that owns it, through its service.

const parseDays = (text: string | undefined): number | null => (text ? Number(text) : null)
const isDays = (text: string | undefined): boolean =>
  !text || (/^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_SERVICE_DAYS)

/** The right to one of these on an instrument includes granting its use. */
const GRANTS = ['open', 'review'] as const

const doings: Record<ServiceName, Doing> = {
  tell: {
    judge: () => Promise.resolve([]),
    async carryOut(ctx, instance, node) {
      const { title = '流程通知', body = instance.summary } = node.settings
      const copies = await findActors(ctx, node.copies, instance)
      const whom = [...new Set([instance.starterId, ...copies.map((p) => p.id)])]
      await tellPeople(ctx, instance, whom, title, body)
      return { done: null }
    },
  },
  qualify: {
    async judge(ctx, { device = '', days }, fields) {
      const faults = isDays(days) ? [] : [`有效天数须为 1 到 ${MOST_SERVICE_DAYS} 的整数`]
      const of = await judgeDevice(ctx, device, fields, {
        events: GRANTS,
        refusal: (name) => `您无权授予“${name}”的上机资格，不能发布该步骤`,
      })
      return [...faults, ...of]
    },
    async carryOut(ctx, instance, { settings: { device = '', days, note } }) {
      const found = await findChosen(ctx, instance, device)
      if (!found) return { failed: '没有找到表单所选的仪器，未授予上机资格' }
      const granter = await findPublisher(ctx, instance)
      if (!(await mayStillDo(granter, found.id, GRANTS)))
        return { failed: `${explainWord(granter, `授予“${found.name}”的上机资格`)}，未授予上机资格` }
      await qualification.grantFor(ctx, found, instance.starterId, {
        days: parseDays(days),
        note: note ?? `流程“${instance.workflow}”（编号 ${instance.id}）`,
        granter,
      })
      return { done: `已授予“${found.name}”的上机资格` }
    },
  },
  price: pricing,
  writeOff: writingOff,
}
const isKnown = (name: string): name is ServiceName => Object.hasOwn(workflowServices, name)

/** Reasons why the caller may not publish the service steps of a diagram. */
export async function judgeServices(ctx: Ctx, graph: Graph, fields: readonly FormField[]): Promise<Fault[]> {
  const faults: Fault[] = []
  for (const node of Object.values(graph.nodes)) {
    if (node.kind !== 'service' || !isKnown(node.service)) continue
    for (const message of await doings[node.service].judge(ctx, node.settings, fields))
      faults.push({ element: node.id, message })
  }
  return faults
}

/** Carries out a service step, once, in the transaction that led to it. False: it was not done. */
export async function serve(ctx: Ctx, instance: Instance, node: Service): Promise<boolean> {
  // Publishing refuses unknown names; a service that a later release has dropped is reported to the office.
  const outcome = isKnown(node.service)
    ? await doings[node.service].carryOut(ctx, instance, node)
    : { failed: '系统已不再提供该自动步骤，未办理' }
  const failed = 'failed' in outcome ? outcome.failed : null
  await store.log(ctx, instance.id, {
    kind: 'served',
    step: node.name,
    opinion: 'failed' in outcome ? outcome.failed : outcome.done,
  })
  if (failed === null) return true
  const office = await findOffice(ctx.db, 0)
  await tellPeople(
    ctx,
    instance,
    office.map((p) => p.id),
    '自动步骤未办理',
    haltingServices.has(node.service) ? `${failed}。流程停在该步骤，请处理后推进、退回或终止` : failed,
  )
  return false
}
