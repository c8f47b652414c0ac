import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formCalls } from '@portal/contract/form/calls'
import type { AnswerRow } from '@portal/contract/form/form'
import type { Call } from '@portal/contract/kernel/call'
import { OK } from '@portal/contract/kernel/codes'
import type { FetchConfig } from '@portal/form-kit/options/options'
import { Failure } from '../../lib/failure.ts'
import { defineList, defineRead, defineWrite, makeQuery, renew, type RowsHook } from '../../lib/query.ts'
import { download, send, type Transfer } from '../../lib/send.ts'
import { makeFound } from '../../ui/form/found.ts'

// ── filling in, answers ─────────────────────────────────────────────────────

const answered = [formCalls.open, formCalls.mine, formCalls.answers]
export const useOpenForms = defineList(formCalls.open)
export const useFillable = defineRead(formCalls.fill)
export const useForm = defineRead(formCalls.get)
export const renewFillable = () => renew([formCalls.fill])
export const useSubmitAnswer = defineWrite(formCalls.submit, answered)
/** The form that an instrument asks on an occasion; `form` is null if it asks nothing. */
export const useAsked = defineRead(formCalls.asked)
export const renewAsked = () => renew([formCalls.asked])
export const useMyAnswers = defineList(formCalls.mine)
/** The answers of one form, for a list page. */
export const listAnswers =
  (id: number): RowsHook<AnswerRow> =>
  (query) =>
    useQuery({
      ...makeQuery(formCalls.answers, { params: { id }, query }),
      placeholderData: keepPreviousData,
    })
export const saveAnswers =
  (id: number) =>
  (query: Record<string, unknown>, transfer?: Transfer): Promise<void> =>
    download(formCalls.exportAnswers, { params: { id }, query, ...transfer }, '填写记录.xlsx')
export const useAnswer = defineRead(formCalls.answer)

/** Uploads a file for an answer that is not submitted yet. `onProgress` gets a share from 0 to 1. */
export async function keepFile(
  formId: number,
  field: string,
  file: File,
  onProgress: (part: number) => void,
): Promise<{ name: string; url: string }> {
  const params = { id: formId }
  const [kept] = await send(formCalls.upload, {
    params,
    body: { field },
    files: [file],
    onProgress,
    quiet: true,
  })
  if (!kept) throw new Failure({ kind: 'http', message: '文件没有保存，请重试' })
  return { name: kept.name, url: kept.url }
}
export const uploadRule = formCalls.upload.upload

// ── forms that instruments ask ──────────────────────────────────────────────

const bound = [formCalls.bindings, formCalls.asked, formCalls.open]
export const useBindings = defineRead(formCalls.bindings)
export const useBind = defineWrite(formCalls.bind, bound)
export const useUnbind = defineWrite(formCalls.unbind, bound)

/** Finds published forms by part of their name; for an empty keyword the newest. */
export function useFormOptions(keyword: string) {
  const query = useQuery({
    ...makeQuery(formCalls.open, { query: { page: 0, size: 20, all: 'true', ...(keyword && { keyword }) } }),
    staleTime: 60_000,
  })
  return makeFound(query, ({ items }) => items.map((f) => ({ value: f.id, label: f.name })))
}

// ── interfaces that options come from ───────────────────────────────────────

/** Addresses of the portal's own API, which the browser calls with the user's rights. */
const OWN = /^\/api\//
function isOwn(address: string): boolean {
  // Dot segments are resolved first, since an address could leave /api/ by them.
  if (!URL.canParse(address, location.origin)) return false
  const { origin, pathname } = new URL(address, location.origin)
  return origin === location.origin && OWN.test(pathname)
}

/**
 * Calls a form's interface. The portal's own API is called from the browser, and only by GET. Other addresses
 * go through the server, which calls only those that an administrator has allowed.
 */
export async function askSource(fetch: FetchConfig, signal: AbortSignal): Promise<unknown> {
  const { action, method, data, dataType } = fetch
  if (!isOwn(action)) {
    const body = { address: action, method, data, ...(dataType && { dataType }) }
    return send(formCalls.fetch, { body, signal, quiet: true })
  }
  if (method !== 'GET') throw new Failure({ kind: 'refused', message: '本平台的接口只能用 GET 方式查询' })
  const { pathname, search } = new URL(action, location.origin)
  const query = { ...Object.fromEntries(new URLSearchParams(search)), ...data }
  const own: Call = { ...formCalls.sources, path: pathname }
  const reply = await send(own, { query, signal, quiet: true })
  // The reply is wrapped as on the wire, since parse functions read its `data`.
  return { code: OK, message: '', data: reply }
}
