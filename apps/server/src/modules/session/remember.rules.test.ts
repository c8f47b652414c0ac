import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { joinHalves, splitCookie, hashToken, judgeRemembered } from './remember.rules.ts'

const secret = () => randomBytes(32).toString('base64url')
const now = new Date('2026-03-02T02:00:00Z')
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000)

test('the cookie falls into its halves, and nothing else does', () => {
  const [constant, changing] = [secret(), secret()]
  expect(splitCookie(joinHalves(constant, changing))).toEqual({ constant, changing })
  for (const bad of [
    undefined,
    '',
    '.',
    constant,
    `${constant}.`,
    `${constant}.${changing}.x`,
    `${constant}.${changing.slice(1)}`,
  ])
    expect(splitCookie(bad)).toBeUndefined()
})

test('the newest is good; the one before for a minute; everything else is theft', () => {
  const [first, second, third] = [secret(), secret(), secret()]
  const row = { currentHash: hashToken(second), previousHash: hashToken(first), rotatedAt: ago(59) }
  expect(judgeRemembered(row, second, now)).toBe('use')
  expect(judgeRemembered(row, first, now)).toBe('just-used')
  expect(judgeRemembered({ ...row, rotatedAt: ago(60) }, first, now)).toBe('stolen')
  expect(judgeRemembered(row, third, now)).toBe('stolen')
  expect(
    judgeRemembered({ currentHash: hashToken(first), previousHash: null, rotatedAt: null }, second, now),
  ).toBe('stolen')
})
