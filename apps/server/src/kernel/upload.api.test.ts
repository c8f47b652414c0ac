import { bookingCalls } from '@portal/contract/booking/calls'
import { MAX_LOOSE_BYTES } from '@portal/contract/file/file'
import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { connect, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createWorld, type Person, type World } from '../testing/world.ts'
import { fileJobs } from '../modules/file/file.jobs.ts'
import { UPLOADS_AT_ONCE } from './in-progress.ts'
import { runJob } from './jobs.ts'

let world: World
let person: Person
let folder: string
beforeAll(async () => {
  world = await createWorld()
  person = await world.person('上传人')
  folder = join(world.app.deps.env.DATA_DIR, 'files')
  await world.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => world.close())
afterEach(() => vi.restoreAllMocks())

const upload = (files: { name: string; content: Buffer }[], by = person) =>
  world.send(by, bookingCalls.attach, { files })
const text = (content = '一段说明', name = '说明.txt') => ({ name, content: Buffer.from(content) })
const stored = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((e) => e.isFile())
    .map((e) => join(e.parentPath, e.name))
const unfinished = () => stored().filter((path) => path.endsWith('.part'))
const faults = async () =>
  (await world.sql<{ n: number }>('select count(*)::int as n from exception_log'))[0]?.n

const BOUNDARY = 'AaB03x'
const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n`
const send = (payload: string, type = `multipart/form-data; boundary=${BOUNDARY}`) =>
  world.app.inject({
    method: 'POST',
    url: bookingCalls.attach.path,
    headers: { authorization: person.token, 'content-type': type },
    payload,
  })

test('a form that is none is told so: no fault of ours', async () => {
  const broken = [
    await send(`${head}half of it`),
    await send(head),
    await send('no form at all'),
    await send(`${head}x\r\n--${BOUNDARY}--\r\n`, 'multipart/form-data'),
    await send(`${head}x`, `multipart/form-data; boundary=${'b'.repeat(300)}`),
    await send(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; filename="a.txt"\r\n\r\nx\r\n--${BOUNDARY}--\r\n`,
    ),
  ]
  for (const response of broken) {
    expect(response.statusCode, response.body).toBe(400)
    expect(response.json()).toMatchObject({
      message: expect.stringMatching(/[\u4e00-\u9fff]/) as string,
      requestId: expect.any(String) as string,
    })
  }
  expect([await faults(), unfinished()]).toEqual([0, []])
})

test('an upload that the browser breaks off is nobody’s fault, leaves nothing, and the next one is let in', async () => {
  const { port } = world.app.server.address() as AddressInfo // it listens on one
  for (let n = 0; n < UPLOADS_AT_ONCE + 1; n++) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST ${bookingCalls.attach.path} HTTP/1.1\r\nhost: x\r\nauthorization: ${person.token}\r\n` +
        `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: 5000000\r\n\r\n` +
        `${head}${'x'.repeat(200_000)}`,
    )
    await vi.waitFor(() => expect(unfinished()).toHaveLength(1), { timeout: 20_000 })
    socket.destroy()
    await vi.waitFor(() => expect(unfinished()).toEqual([]), { timeout: 20_000 })
  }
  await vi.waitFor(async () => expect(await upload([text()])).toMatchObject({ status: 200 }), {
    timeout: 20_000,
  })
  expect(await faults()).toBe(0)
  const { body } = await world.app.inject('/metrics')
  expect(body.match(/http_request_duration_seconds_count\{[^}]*attachment[^}]*status="5/)).toBeNull()
})

test('one person sends so many at once; others are not kept from it', async () => {
  const { port } = world.app.server.address() as AddressInfo // it listens on one
  const open = Array.from({ length: UPLOADS_AT_ONCE }, () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(
      `POST ${bookingCalls.attach.path} HTTP/1.1\r\nhost: x\r\nauthorization: ${person.token}\r\n` +
        `content-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: 5000000\r\n\r\n` +
        `${head}${'x'.repeat(200_000)}`,
    )
    return socket
  })
  await vi.waitFor(() => expect(unfinished()).toHaveLength(UPLOADS_AT_ONCE), { timeout: 20_000 })
  expect(await upload([text()])).toMatchObject({
    status: 429,
    code: 'TOO_MANY',
    message: `您有 ${UPLOADS_AT_ONCE} 项上传正在进行，请等其中一项完成后再传`,
  })
  expect((await upload([text()], await world.person('别人'))).status).toBe(200)
  for (const socket of open) socket.destroy()
  await vi.waitFor(async () => expect(await upload([text()])).toMatchObject({ status: 200 }), {
    timeout: 20_000,
  })
})

test('what is uploaded and never sent has an end, also of two at once', async () => {
  const hoarder = await world.person('囤积人')
  const [first] = (await upload([text()], hoarder)).data
  await world.sql('update file set bytes = $2 where id = $1', [first?.id, MAX_LOOSE_BYTES - 50])
  const both = await Promise.all([
    upload([text('x'.repeat(40))], hoarder),
    upload([text('y'.repeat(40))], hoarder),
  ])
  expect(both.map((a) => a.status).toSorted(), JSON.stringify(both)).toEqual([200, 409])
  expect(both.find((a) => a.status === 409)).toMatchObject({
    code: 'LOOSE_FULL',
    message: expect.stringContaining('300 MB') as string,
  })
  await world.sql('update file set row_id = 1 where id = $1', [first?.id])
  expect((await upload([text()], hoarder)).status).toBe(200)
  expect(unfinished()).toEqual([])
})

test('what comes in many chunks, of several files, is written down as it was', async () => {
  const sizes = [150_001, 1, 65_536, 400_000]
  const files = sizes.map((size) => Buffer.from(randomBytes(size).toString('base64').slice(0, size)))
  const parts = files.flatMap((content, i) => [
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${i % 2 ? 'x' : 'y'}"\r\n\r\n` +
        `${'字'.repeat(300)}\r\n${head.replace('a.txt', `${i}.bin`)}`,
    ),
    content,
    Buffer.from('\r\n'),
  ])
  const { port } = world.app.server.address() as AddressInfo // it listens on one
  const payload = Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)])
  const answer = await fetch(`http://127.0.0.1:${port}${bookingCalls.attach.path}`, {
    method: 'POST',
    headers: { authorization: person.token, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    body: payload,
  })
  expect(answer.status, await answer.clone().text()).toBe(200)
  const digest = (content: Buffer) => createHash('sha256').update(content).digest('hex')
  const kept = stored().map((path) => digest(readFileSync(path)))
  for (const content of files) expect(kept).toContain(digest(content))
})

test('an upload is whole, ours alone, and bears no name that reads as another', async () => {
  const content = Buffer.concat([Buffer.from('字'.repeat(70_000)), Buffer.from('end')])
  const [file] = (await upload([{ name: 'ab\u202etxt.\u200bexe\u2066', content }])).data
  expect(file).toMatchObject({ name: 'abtxt.exe', mime: 'text/plain; charset=utf-8', bytes: content.length })
  const [row] = await world.sql<{ same: boolean }>(
    'select sha256 = sha256($2) as same from file where id = $1',
    [file?.id, content],
  )
  expect(row?.same).toBe(true)
  const response = await world.app.inject({
    url: `/api/v2/file/${file?.id ?? ''}`,
    headers: { authorization: person.token },
  })
  expect([response.rawPayload.equals(content), response.headers['content-disposition']]).toEqual([
    true,
    "attachment; filename*=UTF-8''abtxt.exe",
  ])
  expect(new Set(stored().map((path) => statSync(path).mode & 0o777))).toEqual(new Set([0o600]))
  // A text with an incomplete character is not accepted as text.
  expect((await upload([{ name: 'a.txt', content: content.subarray(0, 65_537) }])).status).toBe(415)
})

describe('a full disk', () => {
  const full = () =>
    Object.assign(new Error('ENOSPC: no space left on device, write'), {
      code: 'ENOSPC',
      errno: -28,
      syscall: 'write',
    })
  test('is said with words, and nothing is left of the upload', async () => {
    const { files } = world.app.deps.adapters
    const { receive } = files
    vi.spyOn(files, 'receive').mockImplementationOnce((chunks) =>
      receive(
        (async function* () {
          for await (const chunk of chunks) {
            yield chunk
            throw full()
          }
        })(),
      ),
    )
    const said = {
      status: 507,
      code: 'DISK_FULL',
      message: '服务器存储空间不足，内容没有保存，请稍后重试或联系管理员',
    }
    const before = stored().length
    expect(await upload([text()])).toMatchObject(said)
    vi.spyOn(files, 'place').mockRejectedValueOnce(full())
    expect(await upload([text()])).toMatchObject(said)
    // The same for a full disk of PostgreSQL.
    await world.sql(
      `create function no_room() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
    )
    await world.sql('create trigger no_room before insert on file execute function no_room()')
    expect(await upload([text()])).toMatchObject(said)
    await world.sql('drop trigger no_room on file')
    expect([stored().length, unfinished()]).toEqual([before, []])
  })

  test('what a process left behind amid writing is swept up', async () => {
    const left = [
      'incoming/00000000-0000-4000-8000-000000000001.part',
      '00/00000000-0000-4000-8000-000000000002.part',
    ]
    await upload([text()])
    const [any] = stored()
    for (const name of left) {
      mkdirSync(join(folder, name, '..'), { recursive: true })
      writeFileSync(join(folder, name), 'half')
    }
    expect(await runJob(world.app.deps, fileJobs[0]!)).toBe(0)
    for (const name of left) utimesSync(join(folder, name), new Date(0), new Date(Date.now() - 2 * 3_600_000))
    expect(await runJob(world.app.deps, fileJobs[0]!)).toBe(left.length)
    expect([unfinished(), stored().includes(any ?? '')]).toEqual([[], true])
  })
})
