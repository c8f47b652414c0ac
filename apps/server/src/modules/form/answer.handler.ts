import type { formCalls } from '@portal/contract/form/calls'
import { formRefusals } from '@portal/contract/form/form'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import { plainText } from '../../kernel/html.ts'
import { pageReply } from '../../kernel/list.store.ts'
import { notFound, refuse } from '../../kernel/refuse.ts'
import { exportedWalk, type ListColumn } from '../../kernel/sheet.ts'
import * as answerStore from './answer.store.ts'
import { requireForm } from './form.action.ts'
import * as store from './form.store.ts'
import { showAnswer } from './form.view.ts'
import { listNamed, showWhole } from './answer.action.ts'
import { maySeeAnswer, requireOwn } from './standing.action.ts'
import type { Fields } from './value.rules.ts'
import { listColumns, sayCell } from './words.rules.ts'

type Calls = typeof formCalls

// Answers as others read them: in lists, one by one, and as a spreadsheet.

export async function open(ctx: Ctx, { query }: Parsed<Calls['open']>) {
  const { items, total } = await store.listOpen(ctx.db, { ...query, all: query.all ?? false })
  const mine = await answerStore.countMine(
    ctx.db,
    ctx.me.id,
    items.map((f) => f.id),
  )
  return pageReply(
    items.map((f) => ({ ...f, mine: mine.get(f.id) ?? 0 })),
    total,
  )
}

export async function fill(ctx: Ctx, { params }: Parsed<Calls['fill']>) {
  const form = await store.findPublished(ctx.db, params.id)
  if (form?.state !== 'published') throw refuse('FORM_NOT_OPEN', formRefusals.FORM_NOT_OPEN, { status: 404 })
  return form
}

export async function answers(ctx: Ctx, { params, query }: Parsed<Calls['answers']>) {
  const form = await requireOwn(ctx, params.id)
  const { items, total } = await answerStore.list(ctx.db, form.id, query)
  return pageReply(items.map(showAnswer), total)
}

export async function mine(ctx: Ctx, { query }: Parsed<Calls['mine']>) {
  const { items, total } = await answerStore.listAnswers(ctx.db, ctx.me.id, query)
  return pageReply(items.map(showAnswer), total)
}

export async function answer(ctx: Ctx, { params }: Parsed<Calls['answer']>) {
  const found = await answerStore.find(ctx.db, params.id)
  if (!found) throw notFound('填写记录')
  ctx.allow(await maySeeAnswer(ctx, found), '只能查看自己填写的，或自己表单收到的记录')
  return showWhole(ctx, found)
}

// ── As a sheet ───────────────────────────────────────────────────────────────

type Line = answerStore.Answer & { given: Fields; names: ReadonlyMap<number, string> }
const SOME = 500

/**
 * Exports the answers. Columns: the fields of the newest version, then those that only older versions have.
 */
export async function exportAnswers(ctx: Ctx, input: Parsed<Calls['exportAnswers']>) {
  const { id } = await requireOwn(ctx, input.params.id)
  const versions = await store.listVersions(ctx.db, id, await answerStore.listVersions(ctx.db, id))
  const forms = versions.map(({ version, text }) => ({ version, form: requireForm(text) }))
  const formOf = new Map(forms.map(({ version, form }) => [version, form]))

  /** Looks up the people named in a batch of answers with one query. */
  async function* named(some: (answerStore.Answer & { given: Fields })[]): AsyncGenerator<Line> {
    const ids = some.flatMap((a) => {
      const form = formOf.get(a.version)
      return form ? listNamed(form, a.given) : []
    })
    const names = await answerStore.listNames(ctx.db, [...new Set(ids)])
    yield* some.map((a) => ({ ...a, names }))
  }
  async function* lines(): AsyncGenerator<Line> {
    let some: (answerStore.Answer & { given: Fields })[] = []
    for await (const one of answerStore.walk(ctx.db, id, input.query)) {
      if (some.push(one) < SOME) continue
      yield* named(some)
      some = []
    }
    yield* named(some)
  }

  const fields = [...listColumns(forms)].map(([field, column]): ListColumn<Line> => ({
    header: column.header,
    width: 24,
    value: (line) => sayCell(column, field, line, { names: line.names, plain: plainText }),
  }))
  return exportedWalk<typeof input, Line>('填写记录', lines, [
    { header: '编号', width: 10, value: (a) => a.id },
    { header: '填写人', value: (a) => a.by },
    { header: '填写时间', width: 20, value: (a) => a.at },
    { header: '版本', width: 8, value: (a) => a.version },
    ...fields,
  ])(ctx, input)
}
