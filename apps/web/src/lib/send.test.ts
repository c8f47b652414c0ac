import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { call } from '@portal/contract/kernel/call'
import { asFailure, type Failure } from './failure.ts'
import { newKey } from './new-key.ts'
import { fetchFile, send } from './send.ts'
import { readCookie, writeCookie } from './cookies.ts'
import { session } from './session.ts'
import { messages, questions } from './tell.ts'

const read = call({
  method: 'GET',
  path: '/api/things/{id}',
  summary: '',
  access: 'public',
  params: z.object({ id: z.number() }),
  query: z.object({ q: z.string().optional() }),
  reply: z.object({ name: z.string() }),
})
const pay = call({
  method: 'POST',
  path: '/api/pay',
  summary: '',
  access: 'signed-in',
  body: z.object({ amountFen: z.number() }),
  reply: z.null(),
  idempotent: true,
})
const user = {
  uid: 1,
  username: 'booker',
  name: '林晓雨',
  avatar: null,
  email: null,
  phone: null,
  dept: null,
  userType: '1',
  tier: 'campus' as const,
  onCampus: true,
  supervisor: null,
  enabled: true,
  mustChangePassword: false,
  createdTime: '',
  roles: [],
  permissions: [],
  menus: null,
}

const answers = (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  vi.fn<typeof fetch>(
    async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers }),
  )
const use = (fake: ReturnType<typeof answers>) => (vi.stubGlobal('fetch', fake), fake)
const makeHeaders = (init: RequestInit | undefined) => init?.headers as Record<string, string>
const refusal = (wanted: Promise<unknown>): Promise<Failure> =>
  wanted.then(() => Promise.reject(new Error('worked')), asFailure)

beforeEach(() => {
  session.leave()
  messages.set([])
  questions.set([])
})
afterEach(() => vi.unstubAllGlobals())

describe('send', () => {
  it('fills in the address, carries the token bare and answers with data for both codes of success', async () => {
    session.begin('secret', user, false)
    const fake = use(answers({ code: 0, message: 'ok', data: { name: '电镜' }, requestId: 'r' }))
    expect(await send(read, { params: { id: 7 }, query: { q: 'a b' } })).toEqual({ name: '电镜' })
    const [address, init] = fake.mock.calls[0]!
    expect(address).toBe('/api/things/7?q=a+b')
    expect(makeHeaders(init)['Authorization']).toBe('secret')
    use(answers({ code: 'A00000', message: '', data: { name: 'x' }, requestId: 'r' }))
    expect(await send(read, { params: { id: 7 } })).toEqual({ name: 'x' })
  })

  it('A10009 warns for four seconds and goes on', async () => {
    use(answers({ code: 'A10009', message: '库存不足', data: { name: 'x' }, requestId: 'r' }))
    expect(await send(read, { params: { id: 1 } })).toEqual({ name: 'x' })
    expect(messages.get()[0]).toMatchObject({ tone: 'warning', text: '库存不足', durationMs: 4000 })
  })

  it('A10000 signs out and reloads', async () => {
    session.begin('secret', user, false)
    const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
    use(answers({ code: 'A10000', message: '请重新登录', data: null, requestId: 'r' }))
    await refusal(send(read, { params: { id: 1 } }))
    expect(session.token()).toBeNull()
    expect(reload).toHaveBeenCalled()
  })

  it('rejects any other code with reasons, help and the number to quote, and says them', async () => {
    const reasons = [{ code: 'OVERLAP', message: '该时段已被预约', field: 'startAt' }]
    use(answers({ code: 'REFUSED', message: '不能预约', data: { free: [1] }, requestId: 'r7', reasons }, 422))
    const failure = await refusal(send(pay, { body: { amountFen: 1 } }))
    expect(failure).toMatchObject({
      kind: 'refused',
      code: 'REFUSED',
      status: 422,
      reasons,
      data: { free: [1] },
      requestId: 'r7',
      message: '不能预约',
    })
    expect(messages.get()[0]).toMatchObject({
      tone: 'warning',
      text: '不能预约',
      lines: ['该时段已被预约'],
      requestId: 'r7',
    })
  })

  it('says nothing when the screen does', async () => {
    use(answers({ code: 'REFUSED', message: '不', data: null, requestId: 'r' }, 422))
    await refusal(send(read, { params: { id: 1 }, quiet: true }))
    expect(messages.get()).toEqual([])
  })

  it.each([
    [403, '拒绝访问'],
    [404, '请求地址出错'],
    [502, '网关错误'],
    [505, 'HTTP版本不受支持'],
    [418, '未知错误'],
  ])('HTTP %i without an envelope: %s', async (status, message) => {
    use(answers('<html>', status, { 'x-request-id': 'r9' }))
    expect(await refusal(send(read, { params: { id: 1 } }))).toMatchObject({
      kind: 'http',
      status,
      message,
      requestId: 'r9',
    })
  })

  it('offers to sign in again on 401, once, and stays if that is wished', async () => {
    session.begin('secret', user, false)
    use(answers({ code: 'UNAUTHENTICATED', message: '未授权，请登录', data: null, requestId: 'r' }, 401))
    await Promise.all([
      refusal(send(read, { params: { id: 1 } })),
      refusal(send(read, { params: { id: 2 } })),
    ])
    expect(questions.get()).toHaveLength(1)
    expect(questions.get()[0]).toMatchObject({
      text: '登录状态已过期，您可以继续留在该页面，或者重新登录',
      ok: '重新登录',
    })
    questions.get()[0]!.answer(false, '')
    expect(session.token()).toBe('secret')
  })

  it('goes on with what he has signed in to in another window, instead of taking that away', async () => {
    session.begin('first', user, false)
    writeCookie('token', 'second')
    const expired = { code: 'UNAUTHENTICATED', message: '未授权，请登录', data: null, requestId: 'r' }
    const fake = vi.fn<typeof fetch>(async (_, init) =>
      makeHeaders(init)['Authorization'] === 'second'
        ? new Response(JSON.stringify({ code: 0, message: '', data: user }), { status: 200 })
        : new Response(JSON.stringify(expired), { status: 401 }),
    )
    vi.stubGlobal('fetch', fake)
    await Promise.all([
      refusal(send(read, { params: { id: 1 } })),
      refusal(send(read, { params: { id: 2 } })),
    ])
    await waitFor(() => expect(session.token()).toBe('second'))
    await waitFor(() => expect(messages.get().map((m) => m.text)).toEqual(['您已重新登录，请再操作一次']))
    expect([questions.get(), readCookie('token'), session.user()?.uid]).toEqual([[], 'second', 1])
  })

  it('leaves the cookie to whoever has signed in meanwhile, but where he signs out himself', () => {
    session.begin('first', user, false)
    writeCookie('token', 'second')
    session.end()
    // A real browser drops the cookie at once; the test environment keeps it empty for a moment.
    const kept = () => readCookie('token') || null
    expect([session.token(), kept()]).toEqual([null, 'second'])
    session.begin('third', user, false)
    session.end()
    expect(kept()).toBeNull()
    session.begin('first', user, false)
    writeCookie('token', 'second')
    session.leave()
    expect([session.token(), kept()]).toEqual([null, null])
  })

  it('tells a lost line from a slow one', async () => {
    vi.stubGlobal(
      'fetch',
      vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))),
    )
    expect(await refusal(send(read, { params: { id: 1 } }))).toMatchObject({
      kind: 'network',
      message: '网络错误，请联系网站管理员',
    })
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
    expect(await refusal(send(read, { params: { id: 1 } }))).toMatchObject({
      kind: 'timeout',
      message: '请求超时，请稍后重试',
    })
  })

  it('gives what moves money a key, the same one for the same attempt', async () => {
    const fake = use(answers({ code: 0, message: '', data: null, requestId: 'r' }))
    await send(pay, { body: { amountFen: 1 } })
    const key = newKey()
    await send(pay, { body: { amountFen: 1 }, idempotencyKey: key })
    const keys = fake.mock.calls.map(([, init]) => makeHeaders(init)['Idempotency-Key'])
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(keys[1]).toBe(key)
  })

  it('takes over what boot.js has already asked for, once', async () => {
    const fake = use(answers({ code: 0, message: '', data: { name: 'late' }, requestId: 'r' }))
    const early = Promise.resolve(
      new Response(JSON.stringify({ code: 0, message: '', data: { name: 'early' }, requestId: 'r' })),
    )
    window.__boot = {
      token: null,
      at: Date.now(),
      answers: new Map([['/api/things/1', early]]),
      come: new Map(),
    }
    expect(await send(read, { params: { id: 1 } })).toEqual({ name: 'early' })
    expect(await send(read, { params: { id: 1 } })).toEqual({ name: 'late' })
    expect(fake).toHaveBeenCalledTimes(1)
    const refused = Promise.resolve(
      new Response(
        JSON.stringify({ code: 'PASSWORD_CHANGE_REQUIRED', message: '请先修改密码', requestId: 'r' }),
        { status: 403 },
      ),
    )
    window.__boot = {
      token: null,
      at: Date.now(),
      answers: new Map([['/api/things/1', refused]]),
      come: new Map(),
    }
    expect(await send(read, { params: { id: 1 } })).toEqual({ name: 'late' })
  })
})

describe('fetchFile', () => {
  const file = call({
    method: 'GET',
    path: '/api/file',
    summary: '',
    access: 'public',
    reply: z.null(),
    raw: true,
  })
  it('answers with the file and its name', async () => {
    use(
      answers('内容', 200, {
        'content-type': 'text/plain',
        'content-disposition': `attachment; filename="x.txt"; filename*=UTF-8''${encodeURIComponent('清单.txt')}`,
      }),
    )
    const { blob, fileName } = await fetchFile(file, {})
    expect([await blob.text(), fileName]).toEqual(['内容', '清单.txt'])
  })
  it('tells how much of it has come', async () => {
    const pieces = ['一'.repeat(10), '二'.repeat(20)].map((text) => new TextEncoder().encode(text))
    const body = new ReadableStream({
      start(out) {
        for (const piece of pieces) out.enqueue(piece)
        out.close()
      },
    })
    vi.stubGlobal(
      'fetch',
      vi.fn(
        async () =>
          new Response(body, {
            headers: { 'content-type': 'text/plain', 'content-disposition': 'attachment' },
          }),
      ),
    )
    const heard: number[] = []
    const { blob } = await fetchFile(file, { onReceived: (bytes) => heard.push(bytes) })
    expect(heard).toEqual([30, 90])
    expect([blob.size, blob.type]).toEqual([90, 'text/plain'])
  })
  it('waits for a file as long as it keeps coming, and two minutes after the last of it', async () => {
    vi.useFakeTimers()
    try {
      let sender: ReadableStreamDefaultController | undefined
      const respond = async (_: unknown, init?: RequestInit) => {
        const body = new ReadableStream({ start: (controller) => void (sender = controller) })
        init?.signal?.addEventListener('abort', () => sender?.error(new Error('aborted')))
        return new Response(body, { headers: { 'content-disposition': 'attachment' } })
      }
      vi.stubGlobal('fetch', vi.fn(respond))
      let failure: Failure | undefined
      void refusal(fetchFile(file, { quiet: true })).then((f) => (failure = f))
      for (const piece of ['一', '二', '三']) {
        await vi.advanceTimersByTimeAsync(100_000)
        sender?.enqueue(new TextEncoder().encode(piece))
      }
      await vi.advanceTimersByTimeAsync(100_000)
      expect(failure).toBeUndefined()
      await vi.advanceTimersByTimeAsync(21_000)
      expect(failure).toMatchObject({ kind: 'timeout', message: '请求超时，请稍后重试' })
    } finally {
      vi.useRealTimers()
    }
  })
  it('takes a refusal for one', async () => {
    use(
      answers({ code: 'FORBIDDEN', message: '拒绝访问', data: null, requestId: 'r' }, 403, {
        'content-type': 'application/json',
      }),
    )
    expect(await refusal(fetchFile(file, {}))).toMatchObject({ kind: 'refused', message: '拒绝访问' })
  })
})
