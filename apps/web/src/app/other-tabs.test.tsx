import { cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import type { CurrentUser } from '@portal/contract/session/session'
import { dropCookie, writeCookie } from '../lib/cookies.ts'
import { session } from '../lib/session.ts'
import { questions } from '../lib/tell.ts'
import { useOtherTabs } from './other-tabs.ts'

const somebody = (uid: number, name: string): CurrentUser =>
  // the only fields that are read
  ({ uid, name, username: name, roles: [], permissions: [] }) as unknown as CurrentUser
const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
afterEach(() => {
  cleanup()
  session.end()
  dropCookie('token')
  questions.set([])
  reload.mockClear()
  vi.unstubAllGlobals()
})

function Tab() {
  useOtherTabs()
  return null
}
/** Signs in as the first user, then stores the token of another tab and answers the request for its user. */
function comeBack(token: string | null, answer: () => Promise<Response>) {
  const fetch = vi.fn<typeof globalThis.fetch>(answer)
  vi.stubGlobal('fetch', fetch)
  session.begin('first', somebody(1, '张三'), false)
  if (token === null) dropCookie('token')
  else writeCookie('token', token)
  render(<Tab />)
  document.dispatchEvent(new Event('visibilitychange'))
  return fetch
}
const says = (status: number, code: unknown, data: unknown) => () =>
  Promise.resolve(new Response(JSON.stringify({ code, message: '', data }), { status }))

it('goes on where he was when he has signed in again in another tab', async () => {
  const known: (string | undefined)[] = []
  const stop = session.subscribe(() => known.push(session.user()?.name))
  const fetch = comeBack('second', says(200, 0, somebody(1, '张三')))
  await waitFor(() => expect(session.token()).toBe('second'))
  stop()
  expect(fetch.mock.calls[0]?.[1]?.headers).toMatchObject({ Authorization: 'second' })
  expect([session.token(), session.user()?.uid, reload.mock.calls.length]).toEqual(['second', 1, 0])
  // The user is never unset meanwhile: screens behind a right would unmount and lose their input.
  expect(known).not.toContain(undefined)
})

it('begins anew for somebody else, and where he has signed out', async () => {
  comeBack('second', says(200, 0, somebody(2, '李四')))
  await waitFor(() => expect(reload).toHaveBeenCalledOnce())
  cleanup()
  reload.mockClear()
  const fetch = comeBack(null, says(200, 0, null))
  await waitFor(() => expect(reload).toHaveBeenCalled())
  expect([fetch.mock.calls.length, reload.mock.calls.length]).toEqual([0, 1])
  // A user who refused the reload is not asked again when returning to the tab.
  document.dispatchEvent(new Event('visibilitychange'))
  // Without a token no server is asked, so the answer would be there within a turn.
  await new Promise((resolve) => setTimeout(resolve))
  expect(reload).toHaveBeenCalledOnce()
})

it('waits where the server cannot be asked, and asks at the next return', async () => {
  const fetch = comeBack('second', () => Promise.reject(new TypeError('Failed to fetch')))
  // It is read right after that: the wait ends a turn later.
  await waitFor(() => expect(fetch.mock.settledResults[0]?.type).toBe('rejected'))
  expect([session.token(), session.user()?.uid, reload.mock.calls.length]).toEqual(['first', 1, 0])
  document.dispatchEvent(new Event('visibilitychange'))
  await waitFor(() => expect(fetch.mock.calls.length).toBeGreaterThan(1))
})
