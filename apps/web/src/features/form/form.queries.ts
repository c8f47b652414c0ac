import { formCalls } from '@portal/contract/form/calls'
import type { Call } from '@portal/contract/kernel/call'
import { OK } from '@portal/contract/kernel/codes'
import type { FetchConfig } from '@portal/form-kit/options/options'
import { Failure } from '../../lib/failure.ts'
import { defineList, defineRead, defineSave, defineWrite } from '../../lib/query.ts'
import { send } from '../../lib/send.ts'

// ── filling in, answers ─────────────────────────────────────────────────────

const answered = [formCalls.open, formCalls.mine, formCalls.answers]
export const useOpenForms = defineList(formCalls.open)
export const useFillable = defineRead(formCalls.fill)
export const useSubmitAnswer = defineWrite(formCalls.submit, answered)
export const useMyAnswers = defineList(formCalls.mine)
export const useAnswers = defineList(formCalls.answers)
export const saveAnswers = defineSave(formCalls.exportAnswers, '填写记录.xlsx')
export const useAnswer = defineRead(formCalls.answer)

// ── interfaces that options come from ───────────────────────────────────────

/** A call of the portal's own, which the browser asks with the person's rights. */
const OWN = /^\/api\//
const isOwn = (address: string): boolean => {
  const { origin, pathname } = new URL(address, location.origin)
  return origin === location.origin && OWN.test(pathname)
}

/**
 * Asks what a form's interface answers: the portal's own calls here, and only by GET, everything else through
 * the server, which asks what an administrator has allowed.
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
  // As it came on the wire: a parsing function reads `data` of it.
  return { code: OK, message: '', data: reply }
}
