import type { formCalls } from '@portal/contract/form/calls'
import { formRefusals } from '@portal/contract/form/form'
import type { Parsed } from '@portal/contract/kernel/call'
import { fileUrl } from '@portal/contract/file/file'
import { findAsking } from '@portal/form-kit/components/components'
import { readValues } from '@portal/form-kit/values/read'
import type { Form } from '@portal/form-kit/form/form'
import type { Ctx } from '../../kernel/ctx.ts'
import { announce } from '../../kernel/events.ts'
import { cleanHtml, plainText } from '../../kernel/html.ts'
import { Refusal, refuse, refuseField } from '../../kernel/refuse.ts'
import * as file from '../file/file.service.ts'
import { listNamed, showWhole } from './answer.action.ts'
import * as answerStore from './answer.store.ts'
import { ANSWER, ANSWER_TEXT } from './form.events.ts'
import { requireForm } from './form.action.ts'
import { cleanValues, findFileId, findPersonIds, findUnkept, judgeFile, listReasons } from './form.rules.ts'
import * as store from './form.store.ts'
import { listAllRules, listPlaces, mapValues, type Fields } from './value.rules.ts'
import { summarize } from './words.rules.ts'

type Calls = typeof formCalls

const refuseAnswer = (faults: readonly { path: string; message: string }[]) =>
  refuse('ANSWER_BAD', formRefusals.ANSWER_BAD, { reasons: listReasons('ANSWER_BAD', faults, 'values') })

/** A published form; `held`: and it stays so until the transaction ends. */
async function requireOpen(ctx: Ctx, id: number, held: boolean): Promise<store.Published> {
  const form = await (held ? store.holdPublished(ctx, id) : store.findPublished(ctx.db, id))
  if (form?.state !== 'published') throw refuse('FORM_NOT_OPEN', formRefusals.FORM_NOT_OPEN, { status: 404 })
  ctx.target = `form ${form.id}`
  return form
}

/** Values as the form takes them, rich text cleaned before they are judged: what is left of it counts. */
function readClean(form: Form, raw: Record<string, unknown>): Fields {
  // It came as JSON, and whatever else is wrong with it is told by readValues.
  const { values, faults } = readValues(form, cleanValues(form, raw as Fields, cleanHtml))
  if (!values) throw refuseAnswer(faults)
  // Fields that nobody can type into have the form's own text.
  const clean = cleanValues(form, values, cleanHtml)
  const unkept = findUnkept(clean)
  if (unkept.length > 0) throw refuseAnswer(unkept)
  return clean
}

/** Whom the values name, each of whom must have an account. */
async function readPeople(ctx: Ctx, form: Form, values: Fields): Promise<ReadonlyMap<number, string>> {
  const places = listPlaces(form, values, ['person']).filter((p) => p.value !== null)
  const names = await answerStore.listActive(ctx.db, listNamed(form, values))
  const strange = places.filter((p) => findPersonIds(p.value).some((id) => !names.has(id)))
  if (strange.length > 0)
    throw refuseAnswer(
      strange.map(({ path }) => ({ path, message: '所选人员不存在或账号已停用，请重新选择' })),
    )
  return names
}

/** Joins the files of each field to the answer: only what this person has uploaded for such an answer. */
async function joinFiles(ctx: Ctx, form: Form, values: Fields, answerId: number) {
  const places = listPlaces(form, values, ['files']).map((place) => {
    const files = (Array.isArray(place.value) ? place.value : []).map(findFileId)
    return { ...place, ids: files.filter((id) => id !== undefined), isOurs: !files.includes(undefined) }
  })
  for (const { path, ids, isOurs } of places) {
    if (!isOurs) throw refuseField(path, '请通过本表单上传文件', 'ANSWER_BAD')
    await file.attach(ctx, ids, ANSWER, answerId).catch((e: unknown) => {
      throw e instanceof Refusal ? refuseField(path, e.message, 'ANSWER_BAD') : e
    })
  }
  const joined = new Map(
    ((await file.listFiles(ctx, ANSWER, [answerId])).get(answerId) ?? []).map((f) => [f.id, f]),
  )
  const wrong = places.flatMap(({ rule, path, ids }) =>
    ids.flatMap((id) => {
      const one = joined.get(id)
      const message = one && judgeFile(rule, one)
      return message ? [{ path, message }] : []
    }),
  )
  if (wrong.length > 0) throw refuseAnswer(wrong)
  return joined
}

/** Files by their names as we know them, and people by their numbers. */
const settle = (form: Form, values: Fields, files: ReadonlyMap<string, file.FileRow>): Fields =>
  mapValues(form, values, ({ kind, value }) => {
    if (value === null) return value
    if (kind === 'files' && Array.isArray(value))
      return value.map((one) => {
        const id = findFileId(one) ?? ''
        return { name: files.get(id)?.name ?? '', url: fileUrl(id) }
      })
    if (kind !== 'person') return value
    const ids = findPersonIds(value)
    return Array.isArray(value) ? ids : (ids[0] ?? null)
  })

export async function submit(ctx: Ctx, { params, body }: Parsed<Calls['submit']>) {
  const open = await requireOpen(ctx, params.id, true)
  if (open.version !== body.version)
    throw refuse('FORM_VERSION_OLD', formRefusals.FORM_VERSION_OLD, {
      status: 409,
      help: { version: open.version },
    })
  const form = requireForm(open.text)
  const values = readClean(form, body.values)
  const names = await readPeople(ctx, form, values)
  const id = await answerStore.takeNumber(ctx.db)
  const files = await joinFiles(ctx, form, values, id)
  const given = settle(form, values, files)
  const summary = summarize(form, given, { names, plain: plainText })
  await answerStore.add(ctx, { id, formId: open.id, version: open.version, given, summary })
  const html = listPlaces(form, given, ['html'])
    .map((p) => String(p.value))
    .join('\n')
  if (html !== '') await file.keepPictures(ctx, html, ANSWER_TEXT, id)
  ctx.target = `form_answer ${id}`
  await announce(ctx, 'form.answered', {
    formId: open.id,
    version: open.version,
    answerId: id,
    userId: ctx.me.id,
  })
  const answer = await answerStore.find(ctx.db, id)
  if (!answer) throw new Error('an answer that was written is there')
  return showWhole(ctx, answer)
}

/** Files for an answer that is not submitted yet, judged by the field they are for. */
export async function upload(ctx: Ctx, { params, body }: Parsed<Calls['upload']>) {
  const open = await requireOpen(ctx, params.id, false)
  const rule = listAllRules(requireForm(open.text).rule).find(
    (r) => r.field === body.field && findAsking(r)?.value === 'files',
  )
  if (!rule) throw refuseField('field', '表单中没有该上传字段', 'ANSWER_BAD')
  const limit = rule.props?.['limit']
  if (typeof limit === 'number' && limit > 0 && ctx.files.length > limit)
    throw refuseField('file', `最多上传 ${limit} 个文件`, 'ANSWER_BAD')
  const kept = []
  for (const one of ctx.files) {
    const message = judgeFile(rule, one)
    if (message) throw refuseField('file', message, 'ANSWER_BAD')
    kept.push(file.showAttachment(await file.keep(ctx, one, { business: ANSWER, visibility: 'private' })))
  }
  return kept
}
