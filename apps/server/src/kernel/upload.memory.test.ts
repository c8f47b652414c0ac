import { bookingCalls } from '@portal/contract/booking/calls'
import { sessionCalls } from '@portal/contract/session/session'
import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { folderOfData } from '../testing/folder.ts'
import { startServer, type ServerProcess } from '../testing/server.ts'
import { UPLOADS_AT_ONCE } from './in-progress.ts'

// A hundred uploads at once: how much memory the server's process needs for them.

const PEOPLE = 34
const MB = 1_000_000
const FILE = 20 * MB
const MOST_GROWN = 60 * MB

const folder = folderOfData('portal-uploads-')
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
  server = await startServer(database.url, undefined, { DATA_DIR: folder })
})
afterAll(async () => {
  agent.destroy()
  await server?.killAtOnce()
  await database?.drop()
  rmSync(folder, { recursive: true, force: true })
})

const BOUNDARY = 'hundred'
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n\r\n`,
)
const TAIL = Buffer.from(`\r\n--${BOUNDARY}--\r\n`)
const PIECE = Buffer.alloc(250_000, 'a line of a measurement\n')
/** `until`: all but the beginning of the file is sent only then. */
async function* form(until?: Promise<void>) {
  yield HEAD
  for (let sent = 0; sent < FILE; sent += PIECE.length) {
    yield PIECE
    if (sent === 0) await until
  }
  yield TAIL
}

// Connections are kept alive, as a browser's are: a client that is refused midway still gets the reason.
const agent = new Agent({ keepAlive: true })
interface Said {
  status: number
  body: { code: unknown; message: string; requestId: string }
}
function upload(token: string, until?: Promise<void>): Promise<Said> {
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
    Readable.from(form(until)).pipe(asked)
  })
}

/** How many uploads the server has begun to write, and not yet finished. */
const countUnfinished = () =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part')).length

/** Resident bytes now, and the highest since `forgetPeak`. */
function memory(): { now: number; peak: number } {
  const status = readFileSync(`/proc/${server.pid}/status`, 'utf8')
  const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1]) * 1024
  return { now: of('VmRSS'), peak: of('VmHWM') }
}

const forgetPeak = () => writeFileSync(`/proc/${server.pid}/clear_refs`, '5')

test('nobody sends more at once than his share', async () => {
  const [mine = ''] = tokens
  const end = Promise.withResolvers<void>()
  try {
    const share = Array.from({ length: UPLOADS_AT_ONCE }, () => upload(mine, end.promise))
    await expect.poll(countUnfinished).toBe(UPLOADS_AT_ONCE)
    expect(await upload(mine)).toMatchObject({
      status: 429,
      body: { code: 'TOO_MANY', message: expect.stringContaining('等其中一项完成') as string },
    })
    end.resolve()
    expect((await Promise.all(share)).map((a) => a.status)).toEqual(share.map(() => 200))
  } finally {
    end.resolve()
  }
  // Some 80 MB are sent, hashed and written.
}, 120_000)

test.runIf(process.platform === 'linux')(
  'a hundred uploads of 20 MB at once go to the disk, not into memory',
  async () => {
    // Warms up: each person is then known to the rate limit, and the code for uploads is loaded.
    for (const token of tokens)
      expect(
        (await fetch(`${server.address}${sessionCalls.current.path}`, { headers: { authorization: token } }))
          .status,
      ).toBe(200)
    expect((await upload(tokens.at(-1) ?? '')).status).toBe(200)

    // Memory that holds files grows at each try; what the collector has not got to yet, at one or the other.
    const tries: { grown: number; kept: number }[] = []
    while (tries.length < 3 && tries.every((t) => t.grown >= MOST_GROWN || t.kept >= MOST_GROWN / 2)) {
      const before = memory()
      forgetPeak()
      const answers = await Promise.all(
        tokens.flatMap((token) => Array.from({ length: UPLOADS_AT_ONCE }, () => upload(token))),
      )
      expect(answers.map((a) => a.status)).toEqual(answers.map(() => 200))
      const grown = memory().peak - before.now
      for (let n = 0; n < 60 && memory().now > before.now + MOST_GROWN / 2; n++) await sleep(1000)
      tries.push({ grown, kept: memory().now - before.now })
    }
    const least = (of: 'grown' | 'kept') => Math.min(...tries.map((t) => t[of])) / MB
    expect(least('grown'), 'MB more at the most').toBeLessThan(MOST_GROWN / MB)
    expect(least('kept'), 'MB more a minute later').toBeLessThan(MOST_GROWN / 2 / MB)
  },
  400_000,
)
