import { fileUrl } from '@portal/contract/file/file'
import { formRefusals } from '@portal/contract/form/form'
import { findAsking } from '@portal/form-kit/components/components'
import type { Form } from '@portal/form-kit/form/form'
import { readValues } from '@portal/form-kit/values/read'
import type { Ctx } from '../../kernel/ctx.ts'
import { cleanHtml, plainText } from '../../kernel/html.ts'
import { Refusal, refuse, refuseField } from '../../kernel/refuse.ts'
import * as file from '../file/file.service.ts'
import { admitNaming } from '../people/people.service.ts'
import { listNamed } from './answer.action.ts'
import * as answerStore from './answer.store.ts'
import { requireForm } from './form.action.ts'
import { cleanValues, findFileId, findPersonIds, findUnkept, judgeFile, listReasons } from './form.rules.ts'
import { listAllRules, listPlaces, mapValues, type Fields } from './value.rules.ts'
import { summarize } from './words.rules.ts'

// Validates what people fill in, for answers of forms and for processes alike.

/** Where the files and pictures of an answer are attached. */
export interface Kept {
  files: string
  pictures: string
  rowId: number
  /** Fields that the summary must leave out. */
  unsaid?: readonly string[]
}

const refuseAnswer = (faults: readonly { path: string; message: string }[]) =>
  refuse('ANSWER_BAD', formRefusals.ANSWER_BAD, { reasons: listReasons('ANSWER_BAD', faults, 'values') })

/**
 * The values that the form accepts. Rich text is cleaned before it is validated, so only what is left counts.
 */
function readClean(form: Form, raw: Record<string, unknown>, before: Fields | undefined): Fields {
  // The values came as JSON; `readValues` reports everything else that is wrong.
  const { values, faults } = readValues(form, cleanValues(form, raw as Fields, cleanHtml), before)
  if (!values) throw refuseAnswer(faults)
  // Disabled fields take their value from the form's text, which is cleaned as well.
  const clean = cleanValues(form, values, cleanHtml)
  const unkept = findUnkept(clean)
  if (unkept.length > 0) throw refuseAnswer(unkept)
  return clean
}

/** Names of the people in the values. Each needs an open account, except people that were there before. */
async function readPeople(
  ctx: Ctx,
  form: Form,
  values: Fields,
  before: Fields,
): Promise<ReadonlyMap<number, string>> {
  const stood = new Set(listNamed(form, before))
  const places = listPlaces(form, values, ['person']).filter((p) => p.value !== null)
  const named = listNamed(form, values)
  if (named.length > 0) admitNaming(ctx, named, [...stood])
  const active = await answerStore.listActive(ctx.db, named)
  const names = new Map([
    ...(await answerStore.listNames(
      ctx.db,
      named.filter((id) => stood.has(id)),
    )),
    ...active,
  ])
  const strange = places.filter((p) => findPersonIds(p.value).some((id) => !names.has(id)))
  if (strange.length > 0)
    throw refuseAnswer(
      strange.map(({ path }) => ({ path, message: '所选人员不存在或账号已停用，请重新选择' })),
    )
  return names
}

/** Attaches files to the answer. Only files that the caller uploaded for this kind of answer are accepted. */
async function joinFiles(ctx: Ctx, form: Form, values: Fields, { files: business, rowId }: Kept) {
  // Files that are already attached stay.
  const known = new Set(((await file.listFiles(ctx, business, [rowId])).get(rowId) ?? []).map((f) => f.id))
  const places = listPlaces(form, values, ['files']).map((place) => {
    const files = (Array.isArray(place.value) ? place.value : []).map(findFileId)
    return { ...place, ids: files.filter((id) => id !== undefined), isOurs: !files.includes(undefined) }
  })
  for (const { path, ids, isOurs } of places) {
    if (!isOurs) throw refuseField(path, '请通过本表单上传文件', 'ANSWER_BAD')
    const fresh = ids.filter((id) => !known.has(id))
    await file.attach(ctx, fresh, business, rowId).catch((e: unknown) => {
      throw e instanceof Refusal ? refuseField(path, e.message, 'ANSWER_BAD') : e
    })
  }
  const joined = new Map(
    ((await file.listFiles(ctx, business, [rowId])).get(rowId) ?? []).map((f) => [f.id, f]),
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

/** Replaces file names by those we stored, and people by their ids. */
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

const joinHtml = (form: Form, values: Fields): string =>
  listPlaces(form, values, ['html'])
    .map((p) => String(p.value))
    .join('\n')
async function refuseLost(ctx: Ctx, form: Form, given: Fields, before: Fields): Promise<void> {
  const stood = joinHtml(form, before)
  const faults = []
  for (const { path, value } of listPlaces(form, given, ['html'])) {
    const message = await file.judgePictures(ctx, String(value), stood)
    if (message) faults.push({ path, message })
  }
  if (faults.length > 0) throw refuseAnswer(faults)
}

/**
 * Validates what was sent and attaches its files.
 *
 * @param before The earlier answer: fields that cannot be edited now keep its values.
 * @returns The values to store, and the first fields in words.
 */
export async function judgeAnswer(
  ctx: Ctx,
  form: Form,
  raw: Record<string, unknown>,
  kept: Kept,
  before?: Fields,
): Promise<{ given: Fields; summary: string }> {
  const values = readClean(form, raw, before)
  const names = await readPeople(ctx, form, values, before ?? {})
  const files = await joinFiles(ctx, form, values, kept)
  const given = settle(form, values, files)
  const html = joinHtml(form, given)
  if (html !== '') {
    await refuseLost(ctx, form, given, before ?? {})
    await file.keepPictures(ctx, html, kept.pictures, kept.rowId, null)
  }
  const said = Object.fromEntries(Object.entries(given).filter(([field]) => !kept.unsaid?.includes(field)))
  return { given, summary: summarize(form, said, { names, plain: plainText }) }
}

/** Stores files for an answer that is not submitted yet, validated by their field. */
export async function acceptFiles(ctx: Ctx, text: string, field: string, business: string) {
  const rule = listAllRules(requireForm(text).rule).find(
    (r) => r.field === field && findAsking(r)?.value === 'files',
  )
  if (!rule) throw refuseField('field', '表单中没有该上传字段', 'ANSWER_BAD')
  const limit = rule.props?.['limit']
  if (typeof limit === 'number' && limit > 0 && ctx.files.length > limit)
    throw refuseField('file', `最多上传 ${limit} 个文件`, 'ANSWER_BAD')
  const kept = []
  for (const one of ctx.files) {
    const message = judgeFile(rule, one)
    if (message) throw refuseField('file', message, 'ANSWER_BAD')
    kept.push(file.showAttachment(await file.keep(ctx, one, { business, visibility: 'private' })))
  }
  return kept
}
