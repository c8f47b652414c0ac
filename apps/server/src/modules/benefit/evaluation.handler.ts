import { benefitRefusals } from '@portal/contract/benefit/benefit'
import type { benefitCalls } from '@portal/contract/benefit/calls'
import type { ReportBody } from '@portal/contract/benefit/evaluation'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { refuse, refuseField } from '../../kernel/refuse.ts'
import { refuseUnseen } from '../../kernel/revision.ts'
import type { LoadUnchanged } from '../../kernel/serve.ts'
import { together } from '../../kernel/together.ts'
import { defineLists } from '../asset/asset.service.ts'
import * as file from '../file/file.service.ts'
import { benefitFlow } from './benefit.flow.ts'
import { evaluations, readInputs } from './benefit.process.ts'
import * as store from './benefit.store.ts'
import { judgeSubmission } from './evaluation.rules.ts'
import { listColumns, showDetail, showRow } from './benefit.view.ts'
import * as schemeStore from './scheme.store.ts'

type Calls = typeof benefitCalls
const BUSINESS = 'benefit'

export const { list, exportList } = defineLists({
  business: BUSINESS,
  name: '效益评价',
  process: evaluations,
  store,
  rowOf: showRow,
  columnsOf: listColumns,
})

async function readDetail(ctx: Ctx, id: number) {
  const { row, roles } = await evaluations.load(ctx, id)
  const [trail, files, scheme, figures] = await together([
    evaluations.trailOf(ctx, row),
    file.listFiles(ctx, BUSINESS, [id]),
    schemeStore.read(ctx.db, row.schemeId),
    readInputs(ctx, row),
  ])
  if (!scheme) throw new Error('a scheme that is evaluated by stays')
  return showDetail(row, trail, { roles, rules: scheme.rules, files: files.get(id) ?? [], ...figures })
}
export const get = (ctx: Ctx, { params }: Parsed<Calls['get']>) => readDetail(ctx, params.id)

// ── Steps ────────────────────────────────────────────────────────────────────

/** Entries by key. Refuses a repeated key at the field of the second entry. */
function byKey<K extends string, V>(
  field: string,
  entries: readonly (readonly [K, V])[],
): Partial<Record<K, V>> {
  for (const [i, [key]] of entries.entries())
    if (entries.findIndex(([k]) => k === key) < i)
      throw refuseField(`${field}.${i}`, benefitRefusals.TWICE, 'TWICE')
  return Object.fromEntries(entries) as Partial<Record<K, V>> // of these keys
}

const refuseOld = (ctx: Ctx, row: store.Evaluation, revision: number) =>
  refuseUnseen(ctx, '该评价单', row, revision, async () => (await evaluations.trailOf(ctx, row)).history)

function judgeReport({ functionsTotal, functionsUsed }: ReportBody): void {
  if (functionsTotal !== null && functionsUsed !== null && functionsUsed > functionsTotal)
    throw refuseField('functionsUsed', benefitRefusals.FUNCTIONS_TOO_MANY, 'FUNCTIONS_TOO_MANY')
}

/** The present content, for fields that a change omits. */
export const loadUnchanged: LoadUnchanged = async (ctx, { params }) => {
  const id = Number(params['id'])
  const { row } = await evaluations.load(ctx, id)
  const files = (await file.listFiles(ctx, BUSINESS, [id])).get(id) ?? []
  return {
    functionsTotal: row.functionsTotal,
    functionsUsed: row.functionsUsed,
    functionsNew: row.functionsNew,
    corrections: Object.entries(row.corrections).map(([figure, said]) => ({ figure, ...said })),
    note: row.note,
    fileIds: files.map((f) => f.id),
  }
}

export async function change(ctx: Ctx, { params: { id }, body }: Parsed<Calls['change']>) {
  const { fileIds, corrections, revision, ...said } = body
  const loaded = await evaluations.hold(ctx, id)
  benefitFlow.admit(loaded.row.state, 'change', loaded.roles)
  await refuseOld(ctx, loaded.row, revision)
  judgeReport(body)
  const held = byKey(
    'corrections',
    corrections.map(({ figure, value, reason }) => [figure, { value, reason }] as const),
  )
  // The reason for the return stays with the draft until it is submitted again.
  await evaluations.take(ctx, loaded, 'change', { reason: loaded.row.reason })
  await store.change(ctx, id, { ...said, corrections: held })
  await file.replaceFiles(ctx, fileIds, BUSINESS, id)
  return readDetail(ctx, id)
}

export async function submit(ctx: Ctx, { params }: Parsed<Calls['submit']>) {
  const loaded = await evaluations.hold(ctx, params.id)
  const { row, roles } = loaded
  benefitFlow.admit(row.state, 'submit', roles)
  const files = (await file.listFiles(ctx, BUSINESS, [row.id])).get(row.id) ?? []
  const reasons = judgeSubmission(row, files.length)
  const [first] = reasons
  if (first) {
    const said = reasons.map((r) => r.message).join('；')
    throw refuse(first.code, said, { reasons })
  }
  await evaluations.take(ctx, loaded, 'submit')
  return readDetail(ctx, params.id)
}

export async function judge(ctx: Ctx, { params, body }: Parsed<Calls['judge']>) {
  const loaded = await evaluations.hold(ctx, params.id)
  benefitFlow.admit(loaded.row.state, 'judge', loaded.roles)
  await refuseOld(ctx, loaded.row, body.revision)
  const judged = byKey(
    'judged',
    body.judged.map(({ item, score, reason }) => [item, { score, reason }] as const),
  )
  await evaluations.take(ctx, loaded, 'judge')
  await store.judge(ctx, params.id, judged)
  return readDetail(ctx, params.id)
}

export const decide = (ctx: Ctx, { body }: Parsed<Calls['decide']>) =>
  evaluations.decide(ctx, body.items, body)

export async function cancel(ctx: Ctx, { params, body }: Parsed<Calls['cancel']>) {
  await evaluations.take(ctx, await evaluations.hold(ctx, params.id), 'cancel', { reason: body.reason })
  return readDetail(ctx, params.id)
}

/** Uploads evidence for a report that is not saved yet. */
export async function attach(ctx: Ctx) {
  const kept = []
  for (const one of ctx.files) {
    const about = { business: BUSINESS, visibility: 'private' } as const
    kept.push(
      file.showAttachment(
        one.mime.startsWith('image/')
          ? await file.keepPicture(ctx, one, about)
          : await file.keep(ctx, one, about),
      ),
    )
  }
  return kept
}
