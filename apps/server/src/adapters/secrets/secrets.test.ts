import { mkdtempSync, rmSync, statSync } from 'node:fs'
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
