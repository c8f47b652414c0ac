import { expect, test } from 'vitest'
import { seenAs, type Standing } from './standing.rules.ts'

const at = new Date('2026-03-02T01:00:00Z')
const announced = {
  requesterId: 1,
  method: 'invited' as const,
  announcedAt: at,
  openedAt: null,
  evaluatedAt: null,
}
const draft = { ...announced, announcedAt: null }
const opened = { ...announced, openedAt: at }
const evaluated = { ...opened, evaluatedAt: at }
const person = (more: Partial<Standing> = {}): Standing => ({
  userId: 2,
  now: at,
  seesAll: false,
  runs: false,
  seat: undefined,
  company: undefined,
  ...more,
})
const office = person({ seesAll: true, runs: true })
const quoter = (more: object = {}) =>
  person({
    company: { id: 7, approved: true, invited: false, quoted: false, hasReceipts: false, ...more },
  })
const findRoles = (t: Parameters<typeof seenAs>[0], w: Standing) => [...(seenAs(t, w)?.roles ?? [])]

test('the offices see all of it; nobody runs what he asked for, nor knows its committee before the end', () => {
  expect(seenAs(draft, office)).toMatchObject({ whole: true, ofHouse: true, committee: true })
  expect(findRoles(draft, office)).toEqual(['tender_office'])
  expect(findRoles(draft, { ...office, runs: false })).toEqual([])
  const asked = { ...office, userId: 1 }
  expect([findRoles(opened, asked), seenAs(opened, asked)?.committee]).toEqual([[], false])
  expect(seenAs(evaluated, asked)?.committee).toBe(true)
  expect(seenAs(opened, person({ userId: 1 }))).toMatchObject({
    whole: false,
    ofHouse: true,
    committee: false,
  })
})

test('a member learns of his seat at the opening, and signs once', () => {
  const unsigned = person({ seat: { signed: false } })
  expect(seenAs(announced, unsigned)).toBeUndefined()
  expect(seenAs(opened, unsigned)).toMatchObject({ whole: true, ofHouse: false, committee: true })
  expect(findRoles(opened, unsigned)).toEqual(['member'])
  expect(findRoles(opened, person({ seat: { signed: true } }))).toEqual([])
})

test('a company sees what it was invited to, has quoted in, or everybody may; it quotes while it is approved', () => {
  expect(seenAs(announced, quoter())).toBeUndefined()
  expect(seenAs(draft, quoter({ invited: true }))).toBeUndefined()
  expect(findRoles(announced, quoter({ invited: true }))).toEqual(['supplier'])
  expect(findRoles(announced, quoter({ invited: true, approved: false }))).toEqual([])
  const open = { ...announced, method: 'public' as const }
  expect(seenAs(open, quoter())).toMatchObject({
    supplierId: 7,
    whole: false,
    ofHouse: false,
    committee: false,
  })
  expect(seenAs(open, quoter({ approved: false }))).toBeUndefined()
  expect(seenAs(open, quoter({ approved: false, hasReceipts: true }))?.supplierId).toBe(7)
  expect(seenAs(announced, person())).toBeUndefined()
})
