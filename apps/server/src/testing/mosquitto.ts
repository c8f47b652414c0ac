import { spawn, execFileSync, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const PROGRAM = '/usr/sbin/mosquitto'
/** Tests also use Debian's mosquitto; where it is missing, only the embedded broker. */
export const hasMosquitto = existsSync(PROGRAM)

/** The portal's account, which reads the topics of all gateways. */
const PORTAL = { user: 'portal', password: 'portal-of-a-test' }

/**
 * An account that may publish for all gateways, which no operator would allow: a
 * benchmark sends for all of them.
 */
const ALL = { user: 'all', password: 'all-of-a-test' }

/** The access list that docs/operations.md tells operators to set up. */
const ACL = `user ${PORTAL.user}
topic read g/+/state
topic read g/+/reading
topic read g/+/ack
topic read g/+/event
topic write g/+/grants
topic write g/+/command
topic write g/+/received
topic readwrite v/#

user ${ALL.user}
topic readwrite g/#

pattern write g/%u/state
pattern write g/%u/reading
pattern write g/%u/ack
pattern write g/%u/event
pattern read g/%u/grants
pattern read g/%u/command
pattern read g/%u/received
pattern readwrite v/%u/#
`

export interface Mosquitto {
  /** For the portal; gateways use `address`. */
  url: string
  address: string
  /** The address for gateways with a certificate; only with `certified`. */
  certified: string
  /** The address with an account that may publish everything. */
  all: string
  pid(): number
  /** Adds accounts beside the portal's; the broker knows them from now on. */
  admit(accounts: readonly { user: string; password: string }[]): void
  /** Ends it as a power cut does; `start` brings it back on the same port, without its data. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Paths of PEM files: the broker's certificate and key, and the authority of the gateways' certificates. */
export interface Certified {
  cert: string
  key: string
  ca: string
}

export async function startMosquitto(certified?: Certified): Promise<Mosquitto> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-mosquitto-'))
  const file = (name: string) => path.join(folder, name)
  const port = await freePort()
  const certifiedPort = certified ? await freePort() : 0
  writeFileSync(file('acl'), ACL, { mode: 0o600 })
  writeFileSync(
    file('conf'),
    [
      'per_listener_settings true',
      // Otherwise it becomes a user who may not read this folder.
      ...(process.getuid?.() === 0 ? ['user root'] : []),
      `listener ${port} 127.0.0.1`,
      'allow_anonymous false',
      'set_tcp_nodelay true',
      'persistence false',
      'max_inflight_messages 1000',
      'max_queued_messages 20000',
      `password_file ${file('passwords')}`,
      `acl_file ${file('acl')}`,
      'log_type error',
      ...(certified
        ? [
            `listener ${certifiedPort} 127.0.0.1`,
            `certfile ${certified.cert}`,
            `keyfile ${certified.key}`,
            `cafile ${certified.ca}`,
            'require_certificate true',
            'use_identity_as_username true',
            'allow_anonymous false',
            'set_tcp_nodelay true',
            `acl_file ${file('acl')}`,
          ]
        : []),
    ].join('\n'),
  )
  let accounts = [PORTAL, ALL]
  let child: ChildProcess | undefined
  const writeAccounts = () => {
    writeFileSync(file('passwords'), accounts.map((a) => `${a.user}:${a.password}\n`).join(''), {
      mode: 0o600,
    })
    execFileSync('mosquitto_passwd', ['-U', file('passwords')])
  }
  async function kill(): Promise<void> {
    const mine = child
    child = undefined
    if (!mine || mine.exitCode !== null) return
    mine.kill('SIGKILL')
    await once(mine, 'exit')
  }
  async function start(): Promise<void> {
    child = spawn(PROGRAM, ['-c', file('conf')], { stdio: ['ignore', 'ignore', 'pipe'] })
    let said = ''
    child.stderr?.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
    for (let tries = 0; tries < 200; tries++) {
      if (child.exitCode !== null) throw new Error(`mosquitto ended: ${said}`)
      if (await answers(port)) return
      await sleep(25)
    }
    throw new Error(`mosquitto does not answer: ${said}`)
  }
  writeAccounts()
  await start()
  return {
    url: `mqtt://${PORTAL.user}:${PORTAL.password}@127.0.0.1:${port}`,
    all: `mqtt://${ALL.user}:${ALL.password}@127.0.0.1:${port}`,
    address: `mqtt://127.0.0.1:${port}`,
    certified: `mqtts://localhost:${certifiedPort}`,
    pid: () => child?.pid ?? 0,
    admit(more) {
      const changed = new Set(more.map((a) => a.user))
      accounts = [...accounts.filter((a) => !changed.has(a.user)), ...more]
      writeAccounts()
      // On SIGHUP it reads its files again.
      child?.kill('SIGHUP')
    },
    kill,
    start,
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/**
 * A port that is free now, and that no program gets which leaves the choice to the system: those are chosen
 * from 32768 on, and the tests that run beside take hundreds of them.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(12_000, 32_000)
    const server = net.createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false)).listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
}
const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
