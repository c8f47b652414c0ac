import { bookingCalls } from '@portal/contract/booking/calls'
import { sessionCalls } from '@portal/contract/session/session'
import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { startServer, type ServerProcess } from '../testing/server.ts'
import { UPLOADS_AT_ONCE } from './in-progress.ts'

// A hundred uploads at once: how much memory the server's process needs for them.

const PEOPLE = 34
const MB = 1_000_000
const FILE = 20 * MB
const MOST_GROWN = 60 * MB

let database: TestDatabase
let server: ServerProcess
const tokens = Array.from({ length: PEOPLE }, () => randomBytes(32).toString('base64url'))
beforeAll(async () => {
  database = await testDatabase()
  for (const [i, token] of tokens.entries()) {
    const hash = createHash('sha256').update(token).digest()
    await database.pool.query(
      `with u as (insert into user_account (username, name) values ($1, '上传人') returning id)
       insert into session (token_hash, user_id, kind, expires_at) select $2, id, 'session', now() + interval '1 day' from u`,
      [`uploader${i}`, hash],
    )
  }
  server = await startServer(database.url)
})
afterAll(async () => {
  agent.destroy()
  await server?.killAtOnce()
  await database?.drop()
})

const BOUNDARY = 'hundred'
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n`,
)
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
const PIECE = Buffer.alloc(250_000, 'a line of a measurement\n')
function* form() {
  yield HEAD
  for (let sent = 0; sent < FILE; sent += PIECE.length) yield PIECE
  yield TAIL
}

// Connections are kept alive, as a browser's are: a client that is refused midway still gets the reason.
const agent = new Agent({ keepAlive: true })
interface Said {
  status: number
  body: { code: unknown; message: string; requestId: string }
}
function upload(token: string): Promise<Said> {
  return new Promise((resolve, reject) => {
    const asked = request(`${server.address}${bookingCalls.attach.path}`, {
      method: 'POST',
      agent,
      headers: {
        authorization: token,
        'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
        'content-length': HEAD.length + FILE + TAIL.length,
      },
    })
    asked.on('error', reject)
    asked.on('response', (answer) => {
      let said = ''
      answer.on('data', (text: Buffer) => (said += text.toString()))
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: JSON.parse(said) as Said['body'] }),
      )
    })
    Readable.from(form()).pipe(asked)
  })
}

/** Resident bytes now, and the highest so far. */
function memory(): { now: number; peak: number } {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

test.runIf(process.platform === 'linux')(
  'a hundred uploads of 20 MB at once go to the disk, not into memory, and nobody sends more than his share',
  async () => {
    // Warms up: each person is then known to the rate limit, and the code for uploads is loaded.
    for (const token of tokens)
      expect(
        (await fetch(`${server.address}${sessionCalls.current.path}`, { headers: { authorization: token } }))
          .status,
      ).toBe(200)
    expect((await upload(tokens.at(-1) ?? '')).status).toBe(200)
    const before = memory()

    const [mine = ''] = tokens
    const answers = await Promise.all([
      ...tokens.flatMap((token) => Array.from({ length: UPLOADS_AT_ONCE }, () => upload(token))),
      upload(mine),
    ])

    const refused = answers.filter((a) => a.status !== 200)
    expect([answers.length - refused.length, refused.length]).toEqual([PEOPLE * UPLOADS_AT_ONCE, 1])
    for (const { body } of refused)
      expect(body).toMatchObject({
        code: 'TOO_MANY',
        message: expect.stringContaining('等其中一项完成') as string,
      })

    expect((memory().peak - before.now) / MB, 'MB more at the most').toBeLessThan(MOST_GROWN / MB)
    for (let tries = 0; tries < 60 && memory().now > before.now + MOST_GROWN / 2; tries++) await sleep(1000)
    expect((memory().now - before.now) / MB, 'MB more a minute later').toBeLessThan(MOST_GROWN / 2 / MB)
  },
  120_000,
)
