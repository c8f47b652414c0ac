import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
// @ts-expect-error plain JavaScript, so that it runs on any Node
import { missingFrom } from './complete-lock.mjs'

test('package-lock.json is complete for every platform, or npm ci refuses it: after npm install, npm run lock', () => {
  const lock: unknown = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'))
  expect(Object.keys(missingFrom(lock) as object)).toEqual([])
})

test('finds what is missing, for whom', () => {
  const packages = {
    'node_modules/a': {
      optionalDependencies: { '@a/linux-x64-musl': '^1.2.3', '@a/darwin-arm64': '1.2.3' },
      dev: true,
    },
    'node_modules/@a/darwin-arm64': {},
  }
  expect(missingFrom({ packages })).toEqual({
    'node_modules/@a/linux-x64-musl': {
      version: '1.2.3',
      os: ['linux'],
      cpu: ['x64'],
      libc: ['musl'],
      dev: true,
      optional: true,
    },
  })
})
