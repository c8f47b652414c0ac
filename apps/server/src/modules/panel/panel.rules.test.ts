import { describe, expect, test } from 'vitest'
import {
  isSenior,
  judgeCall,
  judgeSeats,
  judgeOutcome,
  makeSeal,
  type PersonFacts,
  type Seat,
} from './panel.rules.ts'

const person = (id: number, more: Partial<PersonFacts> = {}): [number, PersonFacts] => [
  id,
  { id, deptId: null, onCampus: false, enabled: true, ...more },
]
const people = new Map([
  person(1, { deptId: 7, onCampus: true }),
  person(2, { deptId: 7, onCampus: true }),
  person(3),
  person(4, { enabled: false }),
  person(5, { deptId: 8, onCampus: true }),
])
const seat = (userId: number, more: Partial<Seat> = {}): Seat => ({
  userId,
  profession: 'technical',
  outside: false,
  ...more,
})
const importing = { requesterId: 1, requesterDeptId: 7, outsideOnly: true }
const said = (seats: Seat[], about = importing) =>
  judgeSeats(seats, people, about).map((r) => `${r.code} ${r.field}`)

describe('who may sit', () => {
  test('not the requester', () => expect(said([seat(1)])).toEqual(['PANEL_REQUESTER members.0.userId']))
  test('nobody of his dept on an import, but on another panel', () => {
    expect(said([seat(2)])).toEqual(['PANEL_DEPT members.0.userId'])
    expect(said([seat(2)], { ...importing, outsideOnly: false })).toEqual([])
  })
  test('nobody twice, nobody unknown, nobody whose account is closed', () =>
    expect(said([seat(3), seat(3), seat(4), seat(9)])).toEqual([
      'PANEL_TWICE members.1.userId',
      'PANEL_PERSON members.2.userId',
      'PANEL_PERSON members.3.userId',
    ]))
  test('nobody of the university as from outside', () =>
    expect(said([seat(5, { outside: true })])).toEqual(['PANEL_INSIDE members.0.outside']))
})

describe('calling', () => {
  const needs = {
    minExperts: 5,
    odd: true,
    minLawyers: 1,
    outsideOnly: true,
    unanimous: false,
    seniorOnly: false,
    ownThird: false,
    campusThird: false,
  }
  const titled = (seats: Seat[], title = '教授') => seats.map((s) => ({ ...s, title }))
  const five = [...[1, 2, 3, 4].map((id) => seat(id, { outside: true })), seat(5, { profession: 'lawyer' })]
  test('with enough people of the right kind', () => expect(judgeCall(titled(five), needs, 0)).toEqual([]))
  test('everything that is wrong is said', () => {
    expect(judgeCall(titled(five.slice(0, 4)), needs, 0).map((r) => r.code)).toEqual([
      'PANEL_SIZE',
      'PANEL_ODD',
      'PANEL_LAWYERS',
    ])
    expect(judgeCall(titled([...five.slice(1), seat(6)]), needs, 0).map((r) => r.code)).toEqual([
      'PANEL_OUTSIDE',
    ])
    expect(judgeCall(titled([...five, seat(6, { outside: true })]), needs, 0).map((r) => r.code)).toEqual([
      'PANEL_ODD',
    ])
  })
  test('for a scrapping: seniors, and at most a third of them of the own dept', () => {
    const scrapping = {
      minExperts: 5,
      odd: false,
      minLawyers: 0,
      outsideOnly: false,
      unanimous: true,
      seniorOnly: true,
      ownThird: true,
      campusThird: false,
    }
    const six = [1, 2, 3, 4, 5, 6].map((id) => seat(id))
    expect(judgeCall(titled(six), scrapping, 2)).toEqual([])
    expect(judgeCall(titled(six), scrapping, 3).map((r) => r.code)).toEqual(['PANEL_OWN'])
    expect(
      judgeCall([...titled(six.slice(1)), { ...seat(1), title: '讲师' }], scrapping, 0).map((r) => r.field),
    ).toEqual(['members.5.title'])
  })
  test('for a dear one: at most a third of them of the university, whatever their dept', () => {
    const scrapping = {
      minExperts: 5,
      odd: false,
      minLawyers: 0,
      outsideOnly: false,
      unanimous: true,
      seniorOnly: true,
      ownThird: true,
      campusThird: true,
    }
    const seated = (inside: number, size: number) =>
      titled(Array.from({ length: size }, (_, i) => seat(i + 1, { outside: i >= inside })))
    expect(judgeCall(seated(2, 6), scrapping, 0)).toEqual([])
    expect(judgeCall(seated(0, 5), scrapping, 0)).toEqual([])
    expect(judgeCall(seated(2, 5), scrapping, 0)).toEqual([
      { code: 'PANEL_CAMPUS', field: 'members', message: '校内专家不得超过三分之一：共 5 人，校内 2 人' },
    ])
    expect(judgeCall(seated(3, 6), scrapping, 3).map((r) => r.code)).toEqual(['PANEL_OWN', 'PANEL_CAMPUS'])
  })
  test.each([
    ['副教授', true],
    ['高级工程师', true],
    ['研究员', true],
    ['副主任医师', true],
    ['讲师', false],
    ['助理研究员', false],
    ['工程师', false],
    ['', false],
  ])('%s: %s', (title, senior) => expect(isSenior(title)).toBe(senior))
})

test.each([
  [['agree', 'agree', null], false, undefined],
  [['agree', 'agree', 'disagree'], false, 'agreed'],
  [['agree', 'disagree'], false, 'disagreed'],
  [['agree', 'agree', 'disagree'], true, 'disagreed'],
  [['agree', 'agree'], true, 'agreed'],
  [[], false, undefined],
] as const)('%j, unanimous %s: %s', (verdicts, unanimous, outcome) =>
  expect(judgeOutcome(verdicts, unanimous)).toBe(outcome),
)

test('a seal changes with every word', () => {
  const s = {
    panelId: 1,
    userId: 2,
    name: '甲',
    verdict: 'agree' as const,
    opinion: '同意',
    at: new Date('2026-01-01'),
  }
  const seals = [
    s,
    { ...s, panelId: 2 },
    { ...s, userId: 3 },
    { ...s, name: '乙' },
    { ...s, verdict: 'disagree' as const },
    { ...s, opinion: '同 意' },
    { ...s, at: new Date('2026-01-02') },
  ].map((x) => makeSeal(x).toString('hex'))
  expect(new Set(seals).size).toBe(seals.length)
  expect(seals[0]).toHaveLength(64)
})
