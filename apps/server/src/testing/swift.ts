import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './mosquitto.ts'

const STORES = ['account', 'container', 'object'] as const
const PROGRAMS = [...STORES, 'proxy'] as const
/**
 * Debian's OpenStack Swift is a real store that speaks S3; where it is missing, tests use only the folder.
 */
export const hasSwift = PROGRAMS.every((name) => existsSync(`/usr/bin/swift-${name}-server`))

const SECRET = 'secret-of-a-test'

export interface Swift {
  endpoint: string
  region: string
  keyId: string
  secret: string
  /** Ends it as a power cut does; `start` brings it back on the same port with its data. */
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

/** Makes a bucket and returns a client, which the caller must destroy. */
export async function makeBucket(swift: Swift, name: string): Promise<S3Client> {
  const { endpoint, region, keyId: accessKeyId, secret: secretAccessKey } = swift
  const credentials = { accessKeyId, secretAccessKey }
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials })
  await client.send(new CreateBucketCommand({ Bucket: name }))
  return client
}

/** Starts one server of each kind with one disk, in a new folder. */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-swift-'))
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(path.join(folder, name), `${lines.join('\n')}\n`, { mode: 0o600 })
  const ports = Object.fromEntries(
    await Promise.all(PROGRAMS.map(async (name) => [name, await freePort()] as const)),
  ) as Record<(typeof PROGRAMS)[number], number>
  mkdirSync(path.join(folder, 'disks/one'), { recursive: true })
  write('swift.conf', [
    '[swift-hash]',
    'swift_hash_path_prefix = a',
    'swift_hash_path_suffix = b',
    '[storage-policy:0]',
    'name = one',
    'default = yes',
  ])
  const common = (name: (typeof PROGRAMS)[number]) => [
    '[DEFAULT]',
    'bind_ip = 127.0.0.1',
    `bind_port = ${ports[name]}`,
    'workers = 0',
    `user = ${os.userInfo().username}`,
    `swift_dir = ${folder}`,
    'log_level = ERROR',
  ]
  for (const name of STORES) {
    const ring = path.join(folder, `${name}.builder`)
    const build = (...args: string[]) =>
      execFileSync('swift-ring-builder', [ring, ...args], { stdio: 'ignore' })
    build('create', '2', '1', '0')
    build('add', `r1z1-127.0.0.1:${ports[name]}/one`, '1')
    build('rebalance')
    write(`${name}.conf`, [
      ...common(name),
      `devices = ${path.join(folder, 'disks')}`,
      'mount_check = false',
      '[pipeline:main]',
      `pipeline = ${name}-server`,
      `[app:${name}-server]`,
      `use = egg:swift#${name}`,
    ])
  }
  write('proxy.conf', [
    ...common('proxy'),
    '[pipeline:main]',
    'pipeline = catch_errors cache s3api tempauth slo proxy-server',
    '[app:proxy-server]',
    'use = egg:swift#proxy',
    'account_autocreate = true',
    ...['catch_errors', 'slo', 's3api'].flatMap((name) => [`[filter:${name}]`, `use = egg:swift#${name}`]),
    '[filter:cache]',
    'use = egg:swift#memcache',
    '[filter:tempauth]',
    'use = egg:swift#tempauth',
    `user_portal_portal = ${SECRET} .admin`,
  ])

  const endpoint = `http://127.0.0.1:${ports.proxy}`
  let running: ChildProcess[] = []
  async function answers(name: (typeof PROGRAMS)[number]) {
    const until = performance.now() + 60_000
    // Any answer shows that it is up.
    while (!(await fetch(`http://127.0.0.1:${ports[name]}`).then(Boolean, () => false))) {
      if (performance.now() > until) throw new Error(`Swift’s ${name} server does not answer`)
      await sleep(100)
    }
  }
  const begin = (name: (typeof PROGRAMS)[number]) =>
    running.push(spawn(`swift-${name}-server`, [path.join(folder, `${name}.conf`)], { stdio: 'ignore' }))
  /** Starts the proxy last: if it cannot reach a server, it does not ask it again for a minute. */
  async function start() {
    for (const name of STORES) begin(name)
    await Promise.all(STORES.map(answers))
    begin('proxy')
    await answers('proxy')
  }
  async function kill() {
    const ended = running.map((one) => once(one, 'close'))
    for (const one of running) one.kill('SIGKILL')
    running = []
    await Promise.all(ended)
  }
  await start()
  return {
    endpoint,
    region: 'us-east-1',
    keyId: 'portal:portal',
    secret: SECRET,
    start,
    kill,
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
