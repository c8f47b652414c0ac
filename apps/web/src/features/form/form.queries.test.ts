import { afterEach, expect, it, vi } from 'vitest'
import type { FetchConfig } from '@portal/form-kit/options/options'
import { askSource } from './form.queries.ts'

afterEach(() => vi.unstubAllGlobals())

const config = (action: string, more: Partial<FetchConfig> = {}): FetchConfig => ({
  action,
  method: 'GET',
  data: {},
  headers: { Authorization: 'from the form' },
  parse: '',
  to: 'options',
  ...more,
})
function answer() {
  const asked = vi.fn(
    async (_address: string, _how: RequestInit) =>
      new Response(JSON.stringify({ code: 0, message: '', data: { items: [1] } }), {
        headers: { 'content-type': 'application/json' },
      }),
  )
  vi.stubGlobal('fetch', asked)
  return asked
}
const ask = (fetch: FetchConfig) => askSource(fetch, new AbortController().signal)

it('asks a call of the portal itself, and gives its answer as it came', async () => {
  const asked = answer()
  const reply = await ask(config('/api/v2/lab/list?page=0', { data: { size: 5 } }))
  expect(reply).toMatchObject({ data: { items: [1] } })
  const [address, how] = asked.mock.calls[0] ?? []
  expect([address, how?.method]).toEqual(['/api/v2/lab/list?page=0&size=5', 'GET'])
  // Headers that a form defines are never sent.
  expect(JSON.stringify(how?.headers)).not.toContain('from the form')
})

it('only reads of the portal', async () => {
  const asked = answer()
  await expect(ask(config('/api/v2/lab', { method: 'POST' }))).rejects.toThrow('只能用 GET')
  expect(asked).not.toHaveBeenCalled()
})

it.each([
  'https://data.example.edu/rooms',
  '//evil.example/api/v2/x',
  '/api/../account/signOut',
  '/api/%2e%2e/account/signOut',
  '/backend/api/users',
  'http://',
])('%s goes to the server, which knows what is allowed', async (action) => {
  const asked = answer()
  await ask(config(action, { method: 'POST', dataType: 'json' }))
  const [address, how] = asked.mock.calls[0] ?? []
  expect([address, how?.method]).toEqual(['/api/v2/form/fetch', 'POST'])
  expect(JSON.parse(String(how?.body))).toEqual({
    address: action,
    method: 'POST',
    data: {},
    dataType: 'json',
  })
})
