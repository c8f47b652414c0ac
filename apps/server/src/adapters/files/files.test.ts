import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasSwift, makeBucket, startSwift, type Swift } from '../../testing/swift.ts'
import { readEnv } from '../../kernel/env.ts'
import { chooseFiles } from './chosen.ts'
import { localFiles, type FileStore } from './files.ts'
import { bucketFiles } from './s3.ts'

// What every file store must do; tested with a folder, and with a bucket of a real store that speaks S3.

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const BUCKET = 'portal-files'

interface Store {
  swift: Swift
  client: S3Client
  open(): FileStore
}
let store: Store | undefined
const findStore = (): Store => {
  if (!store) throw new Error('opened by the first test of a bucket')
  return store
}
async function openBucket(): Promise<FileStore> {
  const swift = await startSwift()
  const { endpoint, region, keyId, secret } = swift
  const client = await makeBucket(swift, BUCKET)
  const open = () =>
    bucketFiles({ url: `${endpoint}/${BUCKET}`, region, keyId, secret }, path.join(folder, 'bucket'))
  store = { swift, client, open }
  return open()
}
async function listKeys(files: FileStore, at: Date): Promise<string[]> {
  const all: string[] = []
  for await (const keys of files.writtenBefore(at)) all.push(...keys)
  return all
}

const stores: { name: string; own: string; open: () => Promise<FileStore> }[] = [
  {
    name: 'folder',
    own: path.join(folder, 'local'),
    open: async () => localFiles(path.join(folder, 'local')),
  },
  ...(hasSwift ? [{ name: 'bucket', own: path.join(folder, 'bucket'), open: openBucket }] : []),
]
afterAll(() => store?.swift.close())

async function* inPieces(content: Buffer, piece = 65_536): AsyncGenerator<Buffer> {
  for (let at = 0; at < content.length; at += piece) yield content.subarray(at, at + piece)
}
const later = () => new Date(Date.now() + 60_000)

test('a trial reads what the live portal stored, and deletes none of it', async () => {
  const DATA_DIR = path.join(folder, 'shared')
  const [live, trial] = [chooseFiles(readEnv({ DATA_DIR })), chooseFiles(readEnv({ DATA_DIR, TRIAL: '1' }))]
  const key = randomUUID()
  await live.put(key, Buffer.from('原件'))
  await trial.remove(key)
  const kept = await trial.read(key)
  expect(kept && (await buffer(kept)).toString()).toBe('原件')
  await live.remove(key)
  expect(await trial.read(key)).toBeUndefined()
})

describe.each(stores)('a store of files: $name', ({ own, open }) => {
  let files: FileStore
  beforeAll(async () => {
    files = await open()
  }, 90_000)
  const readBack = async (key: string) => {
    const body = await files.read(key)
    return body && buffer(body)
  }

  test('what arrives belongs to nobody until it is placed, and is whole then', async () => {
    const [key, content] = [randomUUID(), randomBytes(3_000_001)]
    const received = await files.receive(inPieces(content))
    expect(received.bytes).toBe(content.length)
    expect(content.equals(await received.read())).toBe(true)
    expect(await files.read(key)).toBeUndefined()
    await files.place(received, key)
    expect(await readBack(key).then((back) => back?.equals(content))).toBe(true)
    await received.drop()
    expect(readdirSync(path.join(own, 'incoming'))).toEqual([])
    expect((await readBack(key))?.length).toBe(content.length)
  })

  test('what was placed for a transaction that is tried again is placed for its next row', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const received = await files.receive(inPieces(Buffer.from('placed twice')))
    await files.place(received, first)
    await files.place(received, second)
    expect((await readBack(second))?.toString()).toBe('placed twice')
    await received.drop()
    expect((await readBack(second))?.toString()).toBe('placed twice')
    await files.remove(first)
  })

  test('what is broken off leaves nothing; what was forgotten is removed after its time', async () => {
    async function* broken(): AsyncGenerator<Buffer> {
      yield Buffer.from('half')
      throw new Error('broken off')
    }
    await expect(files.receive(broken())).rejects.toThrow('broken off')
    await files.receive(inPieces(Buffer.from('forgotten')))
    expect(await files.removeUnfinished(new Date(Date.now() - 60_000))).toBe(0)
    expect(await files.removeUnfinished(later())).toBe(1)
    expect(readdirSync(path.join(own, 'incoming'))).toEqual([])
  })

  test('a small version stands beside it; written again it is the new one', async () => {
    const key = randomUUID()
    await files.put(key, Buffer.from('whole'))
    await files.put(`${key}.thumb`, Buffer.from('small'))
    await files.put(key, Buffer.from('newer'))
    expect([String(await readBack(key)), String(await readBack(`${key}.thumb`))]).toEqual(['newer', 'small'])
  })

  test('is copied and removed; of nothing there is no copy, and removing it again is no fault', async () => {
    const [key, to, none] = [randomUUID(), randomUUID(), randomUUID()]
    await files.put(key, Buffer.from('one'))
    await files.copy(key, to)
    await files.copy(none, randomUUID())
    await files.remove(key)
    await files.remove(key)
    expect([await readBack(key), String(await readBack(to))]).toEqual([undefined, 'one'])
  })

  test('what is no key is not asked for, wherever it would lead', async () => {
    for (const key of ['../secret.key', 'a/b', '', `${randomUUID()}.exe`])
      await expect((async () => files.read(key))()).rejects.toThrow('not a file key')
  })

  test('lists what was written before a moment', async () => {
    const key = randomUUID()
    await files.put(key, Buffer.from('listed'))
    expect(await listKeys(files, later())).toContain(key)
    expect(await listKeys(files, new Date(Date.now() - 60_000))).not.toContain(key)
  })
})

test('a bucket that takes what is sent and never answers is away, after a while', async () => {
  const silent = net.createServer((socket) => void socket.resume()).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const account = { region: 'one', keyId: 'key', secret: 'secret' }
  const files = bucketFiles({ url: `http://127.0.0.1:${port}/${BUCKET}`, ...account }, folder, 200)
  await expect(files.put(randomUUID(), Buffer.from('x'))).rejects.toMatchObject({ code: 'UNAVAILABLE' })
  silent.close()
})

describe.runIf(hasSwift)('a bucket', () => {
  test('objects that are not ours are never listed, so that no sweep removes them', async () => {
    const { client, open } = findStore()
    const foreign = ['readme.txt', `zz/${randomUUID()}`, `backup/${randomUUID()}`]
    for (const Key of foreign) await client.send(new PutObjectCommand({ Bucket: BUCKET, Key, Body: 'x' }))
    const listed = await listKeys(open(), later())
    expect(foreign.filter((name) => listed.some((key) => name.endsWith(key)))).toEqual([])
  })

  test('away: 503 to whoever asks, and back without a restart of ours', async () => {
    const { swift, open } = findStore()
    const [files, key] = [open(), randomUUID()]
    await files.put(key, Buffer.from('kept'))
    await swift.kill()
    await expect(files.read(key)).rejects.toMatchObject({
      code: expect.stringMatching(/ECONNREFUSED|UNAVAILABLE/),
    })
    await swift.start()
    expect(String(await buffer((await files.read(key))!))).toBe('kept')
  }, 90_000)
})
