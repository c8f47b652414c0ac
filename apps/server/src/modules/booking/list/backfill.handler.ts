import {
  backfillRefusals,
  lackWords,
  type Lack,
  type Training,
  type backfillCalls,
} from '@portal/contract/booking/backfill'
import { bookingKindWords } from '@portal/contract/booking/booking'
import type { Parsed } from '@portal/contract/kernel/call'
import { useStates, natureWords } from '@portal/contract/use-ledger/use-ledger'
import type { Ctx } from '../../../kernel/ctx.ts'
import { COUNTED, pageReply } from '../../../kernel/list.store.ts'
import { refuse, refuseField } from '../../../kernel/refuse.ts'
import { exported } from '../../../kernel/sheet.ts'
import type { ListedRow } from '../booking.store.ts'
import { putInWords, readWords, requireKnown, type Words } from '../place/purpose.action.ts'
import { splitPeriod } from '../timing.rules.ts'
import { listLacks } from './backfill.rules.ts'
import { readFilters } from './filter.action.ts'
import * as store from './list.store.ts'
import * as said from './said.store.ts'

// Past uses that lack data for reports; the booker or the people who run the instrument fill it in.

export async function list(ctx: Ctx, { query: q }: Parsed<typeof backfillCalls.backfill>) {
  const filters = {
    ...(await readFilters(ctx, { ...q, state: [...useStates], awaitingMe: undefined })),
    more: [said.lacks(q.lacks)],
  }
  const total = await store.count(ctx.db, filters)
  const offset = q.page * q.size
  if (offset > COUNTED) throw refuseField('page', `只能翻到前 ${COUNTED} 条，请缩小筛选范围`)
  const ids = await store.findPage(ctx.db, filters, {
    sort: 'id',
    direction: 'desc',
    offset,
    size: q.size,
    waiting: [],
  })
  const [rows, saidOf] = await Promise.all([store.findRows(ctx, ids), said.findSaid(ctx.db, ids)])
  const wordOf = await readWords(ctx, [...saidOf.values()])
  return pageReply(
    rows.flatMap((b) => {
      const s = saidOf.get(b.id)
      return s ? [{ ...showRow(b, s, wordOf), can: mayFill(ctx, b) ? ['fill' as const] : [] }] : []
    }),
    total,
  )
}

const showRow = (b: ListedRow, s: said.Said, wordOf: Words) => ({
  id: b.id,
  device: { id: b.deviceId, name: b.deviceName, serialId: b.deviceSerialId },
  lab: { id: b.labId, name: b.labName },
  kind: b.kind,
  startAt: splitPeriod(b.period).startAt,
  booker: { id: b.bookerId, name: b.bookerName },
  experimenter: { id: b.experimenterId, name: b.experimenterName },
  payer: { id: b.payerId, name: b.payerName },
  purpose: s.purpose,
  nature: s.nature,
  project: s.project,
  projectNumber: s.projectNumber,
  ...putInWords(s, wordOf),
  training: s.training,
  trainingFixed: s.trainingFixed,
  lacks: listLacks(s),
})

/** The booker and the people who run the instrument. */
const mayFill = (ctx: Ctx, b: ListedRow): boolean =>
  b.bookerId === ctx.me.id || b.reviewer || b.director || b.admin

export async function fillIn(ctx: Ctx, { body }: Parsed<typeof backfillCalls.fillIn>) {
  const ids = [...new Set(body.ids)]
  const [rows, saidOf] = await Promise.all([store.findRows(ctx, ids), said.findSaid(ctx.db, ids)])
  // An unknown id and a forbidden one get the same refusal, so that the call does not reveal which bookings
  // exist.
  const all = rows.length === ids.length && rows.every((b) => mayFill(ctx, b))
  ctx.allow(all, '只能补录本人的预约，或您负责的仪器的使用')
  if (rows.some((b) => !useStates.some((state) => state === b.state)))
    throw refuse('BACKFILL_NOT_USED', backfillRefusals.BACKFILL_NOT_USED, { status: 409 })
  const { training, overwrite } = body
  const later: said.Later = {
    nature: body.nature,
    project: body.project,
    project_number: body.projectNumber,
    funding_source: body.fundingSource,
    disciplines: body.disciplines,
    service_mode: body.serviceMode,
  }
  if (!training && Object.values(later).every((v) => v === undefined))
    throw refuse('BACKFILL_NOTHING', backfillRefusals.BACKFILL_NOTHING)
  // Codes that are no longer offered are accepted only if a single booking already has them.
  const [only] = ids.length === 1 ? [...saidOf.values()] : []
  await requireKnown(ctx, body, only ?? {})
  ctx.target = ids.length === 1 ? `booking ${ids[0]}` : `booking ${ids.join(',').slice(0, 200)}`
  const changed = new Set(await said.fill(ctx, ids, later, overwrite))
  for (const id of await teachOthers(ctx, saidOf, training, overwrite)) changed.add(id)
  return { changed: changed.size, asked: ids.length }
}

/**
 * Writes training data, except for uses whose test order states it: there it is changed in the test order. If
 * no use is left, the call is refused; otherwise such uses are skipped.
 */
async function teachOthers(
  ctx: Ctx,
  saidOf: ReadonlyMap<number, said.Said>,
  training: Training | undefined,
  overwrite: boolean,
): Promise<number[]> {
  if (!training) return []
  const open = [...saidOf.values()].filter((s) => !s.trainingFixed).map((s) => s.id)
  if (open.length === 0) throw refuseField('training', backfillRefusals.TRAINING_FIXED, 'TRAINING_FIXED')
  return said.teach(ctx, open, training, overwrite)
}

type Row = Awaited<ReturnType<typeof list>>['items'][number]
export const exportList = exported('补录清单', list, [
  { header: '预约单号', value: (r: Row) => r.id },
  { header: '仪器', width: 30, value: (r) => r.device.name },
  { header: '资产编号', value: (r) => r.device.serialId },
  { header: '实验室', width: 24, value: (r) => r.lab.name },
  { header: '方式', value: (r) => bookingKindWords[r.kind] },
  { header: '开始时间', value: (r) => r.startAt },
  { header: '预约人', value: (r) => r.booker.name },
  { header: '实验人', value: (r) => r.experimenter.name },
  { header: '付款人', value: (r) => r.payer.name },
  { header: '预约用途', width: 40, value: (r) => r.purpose },
  { header: '用途类别', value: (r) => r.nature && natureWords[r.nature] },
  { header: '课题名称', width: 30, value: (r) => r.project },
  { header: '课题编号', value: (r) => r.projectNumber },
  { header: '经费来源', value: (r) => r.fundingSource?.label },
  { header: '学科领域', width: 24, value: (r) => r.disciplines.map((d) => d.label).join('、') },
  { header: '服务方式', value: (r) => r.serviceMode?.label },
  { header: '培训学生', value: (r) => r.training?.students },
  { header: '培训教师', value: (r) => r.training?.teachers },
  { header: '培训其他', value: (r) => r.training?.others },
  { header: '缺少', width: 30, value: (r) => r.lacks.map((l: Lack) => lackWords[l]).join('、') },
])
