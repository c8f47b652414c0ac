import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { repoRoot } from './kernel/env.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { freePort } from './testing/mosquitto.ts'
import { compiledBefore } from './testing/server.ts'

// The server as it is started by hand: which messages a mistake gives, and how the server ends.

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-boot-'))
let db: TestDatabase
beforeAll(async () => void (db = await testDatabase()))
afterAll(async () => {
  await db.drop()
  rmSync(folder, { recursive: true, force: true })
})

function start(env: Record<string, string>) {
  const { DATABASE_URL: _1, DEMO: _2, HOST: _3, PORT: _4, ...inherited } = process.env
  const child = spawn(process.execPath, [path.join(repoRoot, 'apps/server/src/main.ts')], {
    env: {
      ...inherited,
      ...compiledBefore,
      LOG_LEVEL: 'silent',
      DATA_DIR: path.join(folder, 'data'),
      PORT: '0',
      WORKERS: '1', // as on two cores, however many this machine has
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const out = { text: '', errors: '' }
  const said: unknown[] = []
  child.on('message', (message) => said.push(message))
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out.text += text))
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (out.errors += text))
  const ended = new Promise<number | null>((resolve) => void child.once('close', resolve))
  return { child, out, ended, said }
}

/** Starts with wrong settings, and returns the one sentence on stderr; the exit code is 1. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { out, ended } = start(env)
  expect(await ended, out.text).toBe(1)
  expect(out.errors.trim().split('\n')).toHaveLength(1)
  return out.errors.trim()
}

describe('one plain sentence, exit code 1', () => {
  test('the port is in use', async () => {
    const server = net.createServer()
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as net.AddressInfo
    expect(await refusal({ PORT: String(port) })).toBe(
      `端口 ${port} 已被占用，请停止占用它的程序或换一个 PORT。 Port ${port} is in use; stop what uses it or choose another PORT.`,
    )
    server.close()
    expect(existsSync(path.join(folder, 'data')), 'told before PostgreSQL is started').toBe(false)
  })

  test('the port for gateways is in use, with one process or with several', async () => {
    const server = net.createServer()
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as net.AddressInfo
    const taken = { MQTT_PORT: String(port), MQTT_HOST: '127.0.0.1' }
    for (const WORKERS of ['1', '2'])
      expect(await refusal({ ...taken, WORKERS })).toContain(
        `Gateways cannot be heard at 127.0.0.1:${port} (EADDRINUSE); stop what uses it, or change MQTT_PORT`,
      )
    server.close()
  })

  test('the certificate for gateways is missing, or its key is none, with one process or several', async () => {
    const [cert = '', key = ''] = ['cert', 'key'].map((name) =>
      path.join(repoRoot, `apps/server/src/testing/tls/${name}.pem`),
    )
    const missing = path.join(folder, 'missing.pem')
    const gates = { MQTT_PORT: String(await freePort()), DATABASE_URL: db.url }
    for (const WORKERS of ['1', '2'])
      expect(
        await refusal({ ...gates, WORKERS, MQTT_TLS_CERT: missing, MQTT_TLS_KEY: key }),
        `${WORKERS} processes`,
      ).toMatch(/MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used \(ENOENT: .*missing\.pem'\)\.$/)
    expect(await refusal({ ...gates, MQTT_TLS_CERT: cert, MQTT_TLS_KEY: cert })).toContain(
      'MQTT_TLS_CERT and MQTT_TLS_KEY cannot be used (',
    )
  })

  test('this machine does not have the address', async () => {
    expect(await refusal({ HOST: '192.0.2.1', DEMO: '0' })).toContain(
      'This machine has no address 192.0.2.1; change HOST.',
    )
  })

  test('the data folder is a file, lies under a file, or is closed to us', async () => {
    const file = path.join(folder, 'a-file')
    writeFileSync(file, '')
    expect(await refusal({ DATA_DIR: file })).toContain(`The data folder ${file} is not writable (EEXIST).`)
    expect(await refusal({ DATA_DIR: path.join(file, 'data') })).toContain('is not writable (ENOTDIR).')
    const loop = path.join(folder, 'loop')
    symlinkSync(loop, loop) // cannot be reached by root either, as a folder below a closed one by others
    for (const WORKERS of ['1', '2'])
      expect(await refusal({ DATA_DIR: loop, WORKERS })).toContain(
        `The data folder ${loop} cannot be reached (ELOOP); check the permissions`,
      )
    if (process.getuid?.() === 0) return // root may write everywhere
    const closed = path.join(folder, 'closed')
    mkdirSync(closed, { mode: 0o500 })
    expect(await refusal({ DATA_DIR: closed })).toContain(
      `The data folder ${closed} is not writable (EACCES).`,
    )
  })

  test('the main key has been lost to a full disk, with one process or with several', async () => {
    const data = path.join(folder, 'emptied')
    mkdirSync(data)
    writeFileSync(path.join(data, 'secret.key'), '')
    for (const WORKERS of ['1', '2'])
      expect(
        await refusal({ DATA_DIR: data, DATABASE_URL: 'postgres://x@127.0.0.1:1/x', WORKERS }),
      ).toContain(`The key file ${path.join(data, 'secret.key')} is incomplete`)
  })

  test('DATABASE_URL is no address, leads nowhere, or its password is wrong', async () => {
    expect(await refusal({ DATABASE_URL: 'localhost/portal' })).toContain(
      'DATABASE_URL must look like postgres://',
    )
    expect(await refusal({ DATABASE_URL: 'postgres://portal:x@127.0.0.1:1/portal' })).toContain(
      'no PostgreSQL answers at 127.0.0.1:1.',
    )
    const url = new URL(db.url)
    url.password = 'wrong'
    expect(await refusal({ DATABASE_URL: url.href })).toContain('user portal or its password is wrong.')
  })
})

/** The exit code of shells for a process that SIGHUP has ended: `npm start` starts it again. */
const HUNG_UP = 129

test.each([
  { signals: ['SIGTERM', 'SIGINT', 'SIGTERM'], code: 0 },
  { signals: ['SIGHUP'], code: HUNG_UP },
] as const)(
  'serves, finishes what runs on $signals, and counts a burst as one',
  async ({ signals, code }) => {
    const { child, out, ended, said } = start({ DATABASE_URL: db.url })
    await expect.poll(() => out.text, { timeout: 60_000 }).toMatch(/ready at (http:\S+)/)
    const address = /ready at (http:\S+)/.exec(out.text)?.[1] ?? ''
    expect((await fetch(`${address}/readyz`)).status).toBe(200)
    await expect.poll(() => said, { timeout: 60_000 }).toEqual(['ready']) // then start.mjs restarts it
    // A request that is half sent when the signal arrives is still answered.
    const { hostname, port } = new URL(address)
    const socket = net.connect(Number(port), hostname)
    let answer = ''
    socket.setEncoding('utf8').on('data', (text: string) => (answer += text))
    const closed = new Promise<void>((resolve) => void socket.once('close', () => resolve()))
    // By `100 Continue` the server says that it has read the head.
    socket.write(
      'POST /healthz HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\nexpect: 100-continue\r\nconnection: close\r\n\r\n{',
    )
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 100 /)
    for (const signal of signals) child.kill(signal)
    await expect.poll(() => out.text, { timeout: 60_000 }).toMatch(/Stopping on SIG(TERM|INT|HUP)/)
    socket.write('}')
    await closed
    expect(answer).toMatch(/^HTTP\/1\.1 (404|405|503) /m)
    expect(await ended).toBe(code)
  },
  120_000,
)
