import { afterEach, expect, test } from 'vitest'
import { refuse, stubCalls } from './calls.ts'

let isLeft = false
afterEach(() => void (isLeft = false))
const { asked, sent, answer } = stubCalls({
  'GET /api/v2/lab/list': ({ query }) => [query.get('keyword')],
  'GET /api/v2/lab/{id}': { id: 3 },
  'GET /api/code/*': [],
  'PUT /api/v2/lab': refuse(409, 'CONFLICT', '内容已被他人修改，请刷新后重试'),
})
/** The status, code and data of the answer to this call. */
async function call(method: string, address: string, body?: object) {
  const response = await fetch(address, { method, body: body ? JSON.stringify(body) : null })
  const { code, data } = (await response.json()) as { code: unknown; data: unknown }
  return [response.status, code, data]
}

test('a call is answered by its method and path, in the envelope', async () => {
  expect(await call('GET', '/api/v2/lab/list?keyword=a%20b')).toEqual([200, 0, ['a b']])
  expect(await call('GET', '/api/v2/lab/3')).toEqual([200, 0, { id: 3 }])
  expect(await call('GET', '/api/code/list?type=lab_type')).toEqual([200, 0, []])
  expect(await call('PUT', '/api/v2/lab', { id: 3 })).toEqual([409, 'CONFLICT', null])
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
    'GET /api/v2/lab/list',
    'GET /api/v2/lab/3',
    'GET /api/code/list',
    'PUT /api/v2/lab',
  ])
  expect(sent).toEqual([{ id: 3 }])
})

test('another answer lasts until the end of its test: what comes later takes precedence', async () => {
  answer({ 'PUT /api/v2/lab': null })
  answer({ 'PUT /api/v2/lab': { id: 4 } })
  expect(await call('PUT', '/api/v2/lab')).toEqual([200, 0, { id: 4 }])
})
test('the next test begins anew', async () => {
  expect([asked, sent]).toEqual([[], []])
  expect(await call('PUT', '/api/v2/lab')).toEqual([409, 'CONFLICT', null])
})

test.fails.each(['GET /api/v2/lab', 'POST /api/v2/lab/3', 'GET /api/v2/lab/3/members'])(
  'a call without an answer fails its test: %s',
  async (line) => {
    isLeft = true
    const [method = '', path = ''] = line.split(' ')
    await call(method, path)
  },
)
test('what a file undoes after each test is undone after such a test, too', () => {
  expect(isLeft).toBe(false)
})
