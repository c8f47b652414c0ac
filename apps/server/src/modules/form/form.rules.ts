import type { FormAction, FormState } from '@portal/contract/form/form'
import type { Reason } from '@portal/contract/kernel/envelope'
import { hasControl } from '@portal/contract/kernel/text'
import { findAsking } from '@portal/form-kit/components/components'
import type { Fault, Form, Json, Rule } from '@portal/form-kit/form/form'
import { isObject, pathTo } from '@portal/form-kit/form/scan'
import { listAllRules, listAsking, mapValue, mapValues, type Fields, type Place } from './value.rules.ts'

/** How a person relates to a form. */
export interface Standing {
  isOwner: boolean
  /** Publishes forms and sees all of them. */
  isOffice: boolean
}

/** What a person may do with a form in its present state. */
export function listActions(
  { state, hasChanges, version }: { state: FormState; hasChanges: boolean; version: number | null },
  { isOwner, isOffice }: Standing,
): FormAction[] {
  const mine = isOwner || isOffice
  const may: Record<FormAction, boolean> = {
    change: mine,
    publish: isOffice && (state === 'draft' || hasChanges),
    retire: isOffice && state === 'published',
    reopen: isOffice && state === 'retired',
    remove: mine && state === 'draft',
    fill: state === 'published',
    answers: mine && version !== null,
  }
  return (Object.keys(may) as FormAction[]).filter((action) => may[action]) // exactly its keys
}

/** Does the form ask anything? Disabled and hidden fields do not count. */
export const asksSomething = (form: Form): boolean =>
  listAsking(form.rule).some(({ rule, kind }) => kind !== 'any' && rule.props?.['disabled'] !== true)

/** Faults as reasons of a refusal, each with its path. */
export const listReasons = (code: string, faults: readonly Fault[], whole: string): Reason[] =>
  faults.map(({ path, message }) => ({ code, message, field: path || whole }))

type Clean = (html: string) => string
const cleanPlace =
  (clean: Clean) =>
  ({ kind, value }: Place): Json =>
    kind === 'html' && typeof value === 'string' ? clean(value) : value

/** Cleans the rich text of an answer, also in rows. Values that do not fit stay, to be refused later. */
export const cleanValues = (form: Form, values: Fields, clean: Clean): Fields =>
  mapValues(form, values, cleanPlace(clean))

/**
 * Cleans the rich text in the default values of fields, in place.
 *
 * @returns Whether anything changed; if not, the text is stored as it was written.
 */
export function cleanForm(form: Form, clean: Clean): boolean {
  let changed = false
  for (const rule of listAllRules(form.rule)) {
    const kind = findAsking(rule)?.value
    if (!kind || rule.value === undefined) continue
    const value = mapValue({ rule, kind, value: rule.value, path: '' }, cleanPlace(clean))
    if (JSON.stringify(value) === JSON.stringify(rule.value)) continue
    rule.value = value
    changed = true
  }
  return changed
}

/** No lone surrogates, and no control characters that change the direction of neighbouring text in a list. */
const isText = (text: string): boolean => !hasControl(text) && text.isWellFormed()
/** Texts and names in an answer that must not be stored. */
export function findUnkept(value: Json, path = ''): Fault[] {
  if (typeof value === 'string') return isText(value) ? [] : [{ path, message: '含有不能使用的字符' }]
  if (Array.isArray(value)) return value.flatMap((item, i) => findUnkept(item, pathTo(path, i)))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) =>
    isText(key) ? findUnkept(item as Json, pathTo(path, key)) : [{ path, message: '含有不能使用的字符' }],
  )
}

const FILE = /^\/api\/v2\/file\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
/** Id of one of our files that a value names; undefined for any other address. */
export function findFileId(file: Json): string | undefined {
  const url = isObject(file) ? file['url'] : file
  return typeof url === 'string' ? FILE.exec(url)?.[1] : undefined
}

/**
 * Formats that are detected from the bytes: a file without that signature is not one of them, whatever its
 * name.
 */
const TELLING = new Set(
  'pdf jpg png gif webp avif docx xlsx pptx odt ods odp zip rar 7z gz mp4 mp3 wav'.split(' '),
)
/** Detected types that do not tell the format; for these the file name decides. */
const UNTOLD = new Set(['bin', 'txt', 'cfb', 'xml'])
const plainEnding = (ending: string): string => (ending === 'jpeg' ? 'jpg' : ending)
/**
 * Why a field does not accept this file; null if it does. `accept` is a list as in HTML: `.pdf,image/*`.
 *
 * @param file `extension` is what the bytes say, if they have just been read.
 */
export function judgeFile(
  rule: Rule,
  file: { name: string; mime: string; extension?: string },
): string | null {
  const { accept, uploadType } = rule.props ?? {}
  if (uploadType === 'image' && !file.mime.startsWith('image/')) return `“${file.name}”不是图片`
  const tokens = (typeof accept === 'string' ? accept : '')
    .split(',')
    .map((t) => t.trim().toLowerCase())
    .filter((t) => t !== '' && t !== '*' && t !== '*/*')
  if (tokens.length === 0) return null
  const ending = plainEnding(/\.([^.]+)$/.exec(file.name.toLowerCase())?.[1] ?? '')
  const { extension = ending } = file
  const told = UNTOLD.has(extension) && !TELLING.has(ending) ? ending : extension
  const takes = tokens.some((token) => {
    if (token.startsWith('.')) return ending === plainEnding(token.slice(1)) && told === ending
    if (token.endsWith('/*')) return file.mime.startsWith(token.slice(0, -1))
    return file.mime.split(';')[0] === token
  })
  return takes ? null : `“${file.name}”的类型不符，只接受 ${tokens.join('、')}`
}

/** Ids of people in a value; browsers may send numbers as text. */
export function findPersonIds(value: Json): number[] {
  return (Array.isArray(value) ? value : [value]).map((v) =>
    typeof v === 'number' || (typeof v === 'string' && /^\d{1,15}$/.test(v)) ? Number(v) : 0,
  )
}
