import { bookingKindWords, bookingStateWords, payModeWords } from '@portal/contract/booking/booking'
import { type bookingCalls } from '@portal/contract/booking/calls'
import { EXPORT_MAX } from '@portal/contract/booking/list'
import type { Parsed } from '@portal/contract/kernel/call'
import { natureWords } from '@portal/contract/use-ledger/use-ledger'
import type { Ctx } from '../../../kernel/ctx.ts'
import type { RawReply } from '../../../kernel/send-reply.ts'
import { limitRows, makeSheet, type SheetColumn } from '../../../kernel/sheet.ts'
import { shownAt, findToday } from '../../../kernel/time.ts'
import { readSheet, type AnswerSheet, type Joined } from '../../form/form.service.ts'
import { listPersonColumns } from '../../people/people.service.ts'
import type { ListedRow } from '../booking.store.ts'
import { putInWords, readWords } from '../place/purpose.action.ts'
import { readFilters } from './filter.action.ts'
import { lacksSum } from '../news.rules.ts'
import { splitPeriod } from '../timing.rules.ts'
import * as store from './list.store.ts'
import { findSaid, type Said } from './said.store.ts'

const CHUNK = 500

/**
 * Exports the rows of the filters, newest first and at most `most`, with keyset paging: the last page is as
 * cheap as the first.
 */
export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof bookingCalls.export>,
  most = EXPORT_MAX,
): Promise<RawReply> {
  const filters = await readFilters(ctx, query)
  // A sheet's columns must be known before its first row is written.
  const answers = await readSheet(ctx, await store.findAnswered(ctx.db, filters, most))
  async function* walk(): AsyncGenerator<Exported> {
    for (let after: number | null = null; ;) {
      const ids: number[] = await store.findPage(
        ctx.db,
        { ...filters, after },
        { sort: 'id', direction: 'desc', offset: 0, size: CHUNK, waiting: [] },
      )
      yield* await withMore(ctx, await store.findRows(ctx, ids), answers)
      if (ids.length < CHUNK) return
      after = ids.at(-1) ?? null
    }
  }
  const { rows, findFoot } = limitRows(walk(), most, (n) => `仅含前 ${n} 条，请缩小筛选范围后导出`)
  const columns = defineColumns(ctx.env.CAMPUS_TZ, answers)
  return makeSheet('预约单', columns, rows, `预约单-${findToday(ctx)}.xlsx`, 'xlsx', findFoot)
}

interface Exported extends ListedRow, Joined {
  people: store.NamedPeople
  said: ReturnType<typeof putInWords> & Pick<Said, 'nature' | 'project' | 'projectNumber'>
}
/** Adds people, purposes and form answers, with one query per kind for the whole chunk. */
async function withMore(ctx: Ctx, rows: readonly ListedRow[], answers: AnswerSheet): Promise<Exported[]> {
  const ids = rows.map((b) => b.id)
  const peopleOf = await store.findPeople(ctx.db, ids)
  const saidOf = await findSaid(ctx.db, ids)
  const answeredOf = await answers.read(ids)
  const wordOf = await readWords(ctx, [...saidOf.values()])
  return rows.flatMap((b) => {
    const s = saidOf.get(b.id)
    const people = peopleOf.get(b.id)
    if (!s || !people) return []
    const { nature, project, projectNumber } = s
    const said = { nature, project, projectNumber, ...putInWords(s, wordOf) }
    return [{ ...b, people, said, answered: answeredOf.get(b.id) ?? [] }]
  })
}

function defineColumns(zone: string, answers: AnswerSheet): SheetColumn<Exported>[] {
  const column = (
    header: string,
    width: number,
    value: (b: Exported) => string | number | null,
  ): SheetColumn<Exported> => ({ header, width, value })
  const time = (at: Date | null) => at && shownAt(at, zone)
  return [
    column('预约单号', 12, (b) => b.id),
    column('状态', 14, (b) => bookingStateWords[b.state]),
    column('方式', 12, (b) => bookingKindWords[b.kind]),
    column('仪器编号', 18, (b) => b.deviceSerialId),
    column('仪器名称', 30, (b) => b.deviceName),
    column('实验室', 24, (b) => b.labName),
    column('机位', 8, (b) => b.seat),
    column('开始时间', 18, (b) => time(splitPeriod(b.period).startAt)),
    column('结束时间', 18, (b) => time(splitPeriod(b.period).endAt)),
    ...listPersonColumns<Exported>('预约人', (b) => b.people.booker),
    ...listPersonColumns<Exported>('实验人', (b) => b.people.experimenter),
    ...listPersonColumns<Exported>('付款人', (b) => b.people.payer),
    column('付款方式', 12, (b) => payModeWords[b.payMode]),
    {
      ...column('预计费用（元）', 16, (b) =>
        lacksSum({ period: b.period, quote: b.openQuote }) ? null : b.estimateFen / 100,
      ),
      money: true,
    },
    { ...column('取消费与爽约费（元）', 20, (b) => b.feeFen / 100), money: true },
    column('样品件数', 10, (b) => b.sampleCount),
    column('预约用途', 40, (b) => b.purpose),
    column('用途类别', 12, ({ said }) => said.nature && natureWords[said.nature]),
    column('课题名称', 30, ({ said }) => said.project),
    column('课题编号', 18, ({ said }) => said.projectNumber),
    column('经费来源', 18, ({ said }) => said.fundingSource?.label ?? null),
    column('学科领域', 24, ({ said }) => said.disciplines.map((d) => d.label).join('、')),
    column('服务方式', 14, ({ said }) => said.serviceMode?.label ?? null),
    column('提交时间', 18, (b) => time(b.createdAt)),
    ...answers.columns.map((c) => column(c.header, 24, c.value)),
  ]
}
