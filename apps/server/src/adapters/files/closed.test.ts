import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeFolder } from './closed.ts'

let dir: string
const warnings: string[] = []
const close = () => closeFolder(dir, (message) => warnings.push(message))
const mode = (name = '') => (statSync(path.join(dir, name)).mode & 0o7777).toString(8)
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'portal-closed-'))
  chmodSync(dir, 0o755)
})
afterEach(() => {
  rmSync(dir, { recursive: true })
  expect(warnings.splice(0)).toEqual([])
})

test('what an older version left open is closed, once', () => {
  mkdirSync(path.join(dir, 'files/ab'), { recursive: true, mode: 0o755 })
  writeFileSync(path.join(dir, 'files/ab/upload'), 'private', { mode: 0o644 })
  writeFileSync(path.join(dir, 'secret.key'), 'key', { mode: 0o644 })
  close()
  expect(['', 'files', 'files/ab', 'files/ab/upload', 'secret.key'].map(mode)).toEqual([
    '700',
    '700',
    '700',
    '600',
    '600',
  ])
  // No other user can reach files below a closed folder, so a later start need not check a
  // hundred thousand of them.
  chmodSync(path.join(dir, 'files/ab/upload'), 0o644)
  close()
  expect(mode('files/ab/upload')).toBe('644')
})

test('a folder that is there for all, and one that is not there yet, are left alone', () => {
  chmodSync(dir, 0o1777)
  close()
  expect(mode()).toBe('1777')
  closeFolder(path.join(dir, 'none'), () => expect.fail())
})
