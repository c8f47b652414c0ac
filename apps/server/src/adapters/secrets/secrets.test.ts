import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { lock, unlock } from './box.ts'
import { secretsUnder } from './secrets.ts'

const folder = mkdtempSync(path.join(os.tmpdir(), 'portal-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('what was sealed is read again with the same key, and with no other', () => {
  const own = secretsUnder({ DATA_DIR: folder })
  const sealed = own.seal('授权码 123')
  expect(sealed.toString('latin1')).not.toContain('123')
  expect(own.seal('授权码 123').equals(sealed)).toBe(false)
  expect(secretsUnder({ DATA_DIR: folder }).open(sealed)).toBe('授权码 123')
  expect(statSync(path.join(folder, 'secret.key')).mode & 0o777).toBe(0o600)
  const other = secretsUnder({ DATA_DIR: folder, SECRET_KEY: 'another key, from the environment' })
  expect(other.open(sealed)).toBeUndefined()
  expect(other.open(other.seal('x'))).toBe('x')
})

test('what was tampered with is not read', () => {
  const own = secretsUnder({ DATA_DIR: folder })
  const sealed = own.seal('secret')
  sealed[sealed.length - 1]! ^= 1
  expect(own.open(sealed)).toBeUndefined()
  expect(own.open(Buffer.alloc(3))).toBeUndefined()
})

test('each purpose has a key of its own, the same every time', () => {
  const own = secretsUnder({ DATA_DIR: folder })
  const key = own.keyFor('tender 1')
  expect(key.length).toBe(32)
  expect(secretsUnder({ DATA_DIR: folder }).keyFor('tender 1').equals(key)).toBe(true)
  expect(own.keyFor('tender 2').equals(key)).toBe(false)
  expect(unlock(own.keyFor('tender 2'), lock(key, Buffer.from('x')))).toBeUndefined()
})

test('what was locked about one thing is not read about another', () => {
  const key = secretsUnder({ DATA_DIR: folder }).keyFor('tender 1')
  const locked = lock(key, Buffer.from('98 万'), 'supplier 1')
  expect(unlock(key, locked, 'supplier 1')?.toString()).toBe('98 万')
  expect(unlock(key, locked, 'supplier 2')).toBeUndefined()
  expect(unlock(key, locked)).toBeUndefined()
})

test('a disk that is full while the key is made leaves no empty key behind', () => {
  const full = path.join(folder, 'full')
  const script = `
    import { secretsUnder } from ${JSON.stringify(path.resolve(import.meta.dirname, 'secrets.ts'))}
    secretsUnder({ DATA_DIR: ${JSON.stringify(full)} }).keyFor('tender 1')`
  // No file may grow: as on a full disk the file is made, and its bytes are refused.
  const limited = [
    '-c',
    'ulimit -f 0; exec "$@"',
    'sh',
    process.execPath,
    '--input-type=module',
    '-e',
    script,
  ]
  const { status, stderr } = spawnSync('sh', limited, { encoding: 'utf8' })
  expect([status, stderr]).toEqual([1, expect.stringContaining('EFBIG')])
  expect(readdirSync(full)).toEqual([])
  expect(secretsUnder({ DATA_DIR: full }).open(secretsUnder({ DATA_DIR: full }).seal('x'))).toBe('x')
})

test('a key file without its bytes is refused: everybody could derive keys from nothing', () => {
  const empty = path.join(folder, 'empty')
  mkdirSync(empty)
  writeFileSync(path.join(empty, 'secret.key'), '')
  const own = secretsUnder({ DATA_DIR: empty })
  expect(() => own.keyFor('tender 1')).toThrow(/密钥文件 .*secret\.key 不完整.* is incomplete/)
  expect(() => own.seal('x')).toThrow('is incomplete')
})
