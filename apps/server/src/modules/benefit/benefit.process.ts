import {
  benefitNumber,
  benefitRefusals,
  benefitStateWords,
  daysOfYear,
  yearText,
} from '@portal/contract/benefit/benefit'
import { correct, evaluate, pointsText } from '@portal/contract/benefit/score'
import { benefitGradeWords, type BenefitItem } from '@portal/contract/benefit/scheme'
import type { Ctx } from '../../kernel/ctx.ts'
import { defineProcess } from '../../kernel/process.ts'
import { refuse } from '../../kernel/refuse.ts'
import { findToday } from '../../kernel/time.ts'
import * as approval from '../approval/approval.service.ts'
import { readWorld } from '../asset/asset.service.ts'
import { looksAfter, type World } from '../asset/asset.rules.ts'
import { benefitFlow, type Evaluating } from './benefit.flow.ts'
import * as store from './benefit.store.ts'
import { countFigures } from './figure.action.ts'
import * as schemeStore from './scheme.store.ts'

type Row = store.Evaluation

const listWords = (e: Row) => `${e.deviceName}（${e.deviceSerialId}）${yearText(e.yearKind, e.year)}`
const makeLink = (e: Row) => `/statistic/benefit?id=${e.id}`

function findRoles(e: Row, w: World): Evaluating['role'][] {
  const keeps = e.contactId === w.userId || w.ledLabIds.includes(e.labId)
  return [...(keeps ? (['keeper'] as const) : []), ...(w.office ? (['office'] as const) : [])]
}

export const evaluations = defineProcess<Evaluating>()(approval.inbox, {
  business: 'benefit',
  flow: benefitFlow,
  noun: '效益评价',
  find: (ctx, id) => store.find(ctx.db, id),
  lock: store.lock,
  write: (ctx, e: Row, { event, to, reason }) =>
    event === 'accept' ? publish(ctx, e) : store.step(ctx, e.id, { from: e.state, to, reason }),

  standingOf: readWorld,
  rolesOf: findRoles,
  sees: (e, w) => looksAfter(w, e),
  knowsAll: (w) => w.office,

  people: { keeper: (_, e) => (e.contactId === null ? [] : [e.contactId]) },
  subjectOf: (e) => ({
    labId: e.labId,
    deviceId: e.deviceId,
    what: listWords(e),
    body: `${listWords(e)}使用效益评价${e.state === 'draft' ? '待填报' : '待审核'}。${dueText(e)}`,
    link: makeLink(e),
    // The person who submitted an evaluation cannot review it.
    requesterId: e.state === 'submitted' ? e.submittedBy : null,
  }),
  asking: {
    // No message for each task: keepers get one message for all
    // evaluations started at once, and the news of a returned one.
    fill: (_, e) => ({ whom: e.contactId === null ? 'lab_director' : 'person' }),
  },
  effects: {},
  newsOf(e) {
    const came =
      e.total === null || e.grade === null ? '' : `${pointsText(e.total)} 分，${benefitGradeWords[e.grade]}。`
    const why = e.reason ? `原因：${e.reason}` : ''
    const news = { body: `${listWords(e)}：${benefitStateWords[e.state]}。${came}${why}`, link: makeLink(e) }
    return e.heardBy.length > 0
      ? { ...news, userIds: e.heardBy }
      : { ...news, role: { role: 'lab_director', labId: e.labId } }
  },
  screensOf: (e) =>
    [e.contactId, e.submittedBy].flatMap((id) => (id === null ? [] : [`user:${id}` as const])),
  doneWords: (e) => `${benefitNumber(e.id)} ${benefitStateWords[e.state]}`,
})

const dueText = (e: Row): string => (e.state === 'draft' && e.dueOn ? `请于 ${e.dueOn} 前提交。` : '')

/**
 * The figures of an evaluation: counted now and with the
 * keeper's corrections; or, once published, as they were then.
 */
export async function readInputs(ctx: Ctx, e: Row) {
  if (e.inputs) return { counted: e.inputs, inputs: correct(e.inputs, e.corrections) }
  const { deviceId, design, functionsTotal, functionsUsed, functionsNew } = e
  const told = { deviceId, design, functionsTotal, functionsUsed, functionsNew, classCode: e.moeCode ?? '' }
  const counted = (await countFigures(ctx.db, [told], e)).get(deviceId)
  if (!counted) throw new Error('what was asked for is counted')
  return { counted, inputs: correct(counted, e.corrections) }
}
export const listScores = (judged: store.Judged): Partial<Record<BenefitItem, number>> =>
  Object.fromEntries(Object.entries(judged).map(([item, { score }]) => [item, score]))

/** Publishes an evaluation for good. Locks the scheme first, so that its rules cannot change meanwhile. */
async function publish(ctx: Ctx, e: Row): Promise<boolean> {
  const scheme = await schemeStore.hold(ctx, e.schemeId)
  if (!scheme) throw new Error('a scheme that is evaluated by stays')
  const { to } = daysOfYear(scheme.yearKind, scheme.year)
  if (findToday(ctx) <= to) throw refuse('YEAR_NOT_OVER', benefitRefusals.YEAR_NOT_OVER, { status: 409 })
  const { counted, inputs } = await readInputs(ctx, e)
  return store.publish(ctx, e.id, counted, evaluate(inputs, scheme.rules, listScores(e.judged)))
}
