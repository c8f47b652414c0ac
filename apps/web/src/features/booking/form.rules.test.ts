import { describe, expect, test } from 'vitest'
import type { BookingDetail } from '@portal/contract/booking/row'
import type { Quote } from '@portal/contract/price-plan/price-plan'
import {
  makeBody,
  readJudgeable,
  namesCard,
  needsCard,
  payerHint,
  fillAgain,
  fillPurpose,
  renameProject,
  chooseShown,
  fillValues,
  type About,
  type BookingValues,
} from './form.rules.ts'

const opening = {
  selfOperated: true,
  sampleDelivery: true,
  capacity: 1,
  gridMinutes: 30,
  minMinutes: 30,
  maxMinutes: 480,
  horizonDays: 30,
  noticeMinutes: 0,
  cancelLimitMinutes: 0,
  cancelFeeFen: 0,
  payModes: ['immediate' as const, 'post' as const],
  fundCardRequired: false,
  qualificationRequired: false,
  notes: null,
}
const self = { id: 1, name: '本人', why: 'self' as const }
const supervisor = { id: 7, name: '陈志远', why: 'supervisor' as const }
const about = (more: Partial<About> = {}): About => ({
  deviceId: 5,
  kind: 'self_operated',
  opening,
  meId: 1,
  asked: null,
  askedSamples: null,
  payers: { payer: self, unnamedId: 1, offered: [self] },
  ...more,
})
const supervised = about({ payers: { payer: supervisor, unnamedId: supervisor.id, offered: [supervisor] } })
const values = (more: Partial<BookingValues> = {}): BookingValues => ({
  startAt: { startAt: '2026-01-05T01:00:00.000Z', endAt: '2026-01-05T02:00:00.000Z', seat: 2 },
  purpose: '形貌',
  ...fillPurpose(undefined),
  phone: '',
  remark: '',
  experimenterId: 1,
  payerId: 1,
  payMode: 'post',
  fundCardId: 9,
  samples: [{ name: '硅片', count: 3 }],
  attachments: [],
  override: [],
  ...more,
})

describe('a card', () => {
  test('is named by the booker who pays himself, where one is needed', () => {
    expect(namesCard(values({ payMode: 'immediate' }), about())).toBe(true)
    expect(namesCard(values(), about({ opening: { ...opening, fundCardRequired: true } }))).toBe(true)
    expect(namesCard(values(), about())).toBe(false)
    expect(namesCard(values({ payMode: 'immediate', payerId: null }), supervised)).toBe(false)
  })
  test('another payer names his own, and nothing of an earlier choice is sent along', () => {
    expect(namesCard(values({ payMode: 'immediate', payerId: 7 }), about())).toBe(false)
    expect(makeBody(values({ payMode: 'immediate', payerId: 7 }), about()).fundCardId).toBeNull()
    expect(makeBody(values({ payMode: 'immediate' }), about()).fundCardId).toBe(9)
  })
  test('may be left out where the use costs nothing, which is known once it is judged', () => {
    const quote = (totalFen: number, unitFen: number): Quote => ({
      planId: 1,
      planVersion: 1,
      basis: 'per_time',
      tier: 'campus',
      rate: { unitFen, unitMinutes: 60, startFen: 0, minUnits: 0, bands: [] },
      lines: [],
      totalFen,
    })
    const wish = readJudgeable(values(), about())
    expect(needsCard(wish, quote(0, 0))).toBe(false)
    expect(needsCard(wish, quote(10_000, 10_000))).toBe(true)
    for (const unknown of [undefined, null]) expect(needsCard(wish, unknown)).toBe(true)
    expect(needsCard(null, quote(0, 0))).toBe(true)
    // The laboratory sets the time, and the price goes by it.
    const samples = readJudgeable(values({ startAt: null }), about({ kind: 'sample_delivery' }))
    expect(needsCard(samples, quote(0, 10_000))).toBe(true)
    expect(needsCard(samples, quote(0, 0))).toBe(false)
  })
})

test('beside the payer stands who pays, and a student who is to pay himself is told whom to name', () => {
  const alone = about({ payers: { payer: null, unnamedId: 1, offered: [] } })
  expect([payerHint({ payerId: 1 }, about(), '1'), payerHint({ payerId: null }, about(), '1')]).toEqual([
    expect.stringContaining('请改填导师'),
    expect.stringContaining('请改填导师'),
  ])
  expect([payerHint({ payerId: null }, alone, '1'), payerHint({ payerId: 1 }, supervised, '1')]).toEqual([
    expect.stringContaining('请选择付款人'),
    expect.stringContaining('请选择付款人'),
  ])
  expect(payerHint({ payerId: null }, supervised, '1')).toBe('不填即由导师陈志远付款，须经其确认。')
  // A teacher, or a student with a named supervisor, gets no such hint.
  expect(
    [
      payerHint({ payerId: 1 }, about(), '2'),
      payerHint({ payerId: 7 }, about(), '1'),
      payerHint({ payerId: 7 }, supervised, '1'),
    ].join(),
  ).not.toContain('导师')
})

describe('a wish', () => {
  test('cannot be judged before a time is chosen, unless the lab gives it', () => {
    expect(readJudgeable(undefined, about())).toBeNull()
    expect(readJudgeable(values({ startAt: null }), about())).toBeNull()
    expect(readJudgeable(values({ startAt: null }), about({ kind: 'sample_delivery' }))).toMatchObject({
      startAt: null,
      sampleCount: 3,
    })
  })
  test('carries the whole period and the booking it changes', () => {
    expect(readJudgeable(values(), about({ bookingId: 12 }))).toMatchObject({
      startAt: '2026-01-05T01:00:00.000Z',
      endAt: '2026-01-05T02:00:00.000Z',
      seat: 2,
      bookingId: 12,
      sampleCount: 0,
    })
  })
})

test('a draft brings back whoever was picked by name, and sends ids only', () => {
  const names = { 7: '陈志远（t01）' }
  expect([
    chooseShown(7, { names }, self),
    chooseShown(1, { names }, self),
    chooseShown(null, {}, null),
  ]).toEqual([{ id: 7, name: '陈志远（t01）' }, self, null])
  expect(makeBody(values({ payerId: 7, names }), about())).not.toHaveProperty('names')
})

test('samples go with delivered samples only, files by their keys', () => {
  const file = {
    id: 'f1',
    name: '说明.txt',
    mime: 'text/plain',
    bytes: 3,
    createdAt: '2026-01-05T01:00:00.000Z',
    url: '/f1',
  }
  expect(makeBody(values({ attachments: [file] }), about())).toMatchObject({
    samples: [],
    attachmentIds: ['f1'],
  })
  expect(makeBody(values(), about({ kind: 'sample_delivery' })).samples).toHaveLength(1)
})

test('what the instrument asks is answered by the version that is on the screen', () => {
  const asked = { id: 3, name: '登记', description: null, version: 2, text: '' }
  const answers = { stage: '低温' }
  expect(makeBody(values({ answers }), about()).answers).toBeNull()
  expect(makeBody(values({ answers }), about({ asked })).answers).toEqual({
    formId: 3,
    version: 2,
    values: answers,
  })
  expect(makeBody(values(), about({ asked })).answers?.values).toEqual({})
  // A changed booking keeps only answers to the same form.
  const answer = { occasion: 'booking', form: { id: 3, name: '登记' }, values: answers }
  const booked = { samples: [], disciplines: [], answers: [answer], experimenter: self, payer: self }
  const begins = (id: number) =>
    fillValues(booked as unknown as BookingDetail, {
      asked: { ...asked, id },
      askedSamples: null,
    }).answers
  expect([begins(3), begins(4)]).toEqual([answers, null])
})

describe('what a use is for', () => {
  const said = (project: string | null, projectNumber: string | null) => ({
    project,
    projectNumber,
    nature: 'research' as const,
    fundingSource: 'nsfc',
    disciplines: ['430'],
    serviceMode: null,
  })
  const recent = [said(null, '0'), said('甲', '1'), said('乙', '2')]
  const standing = fillPurpose(recent[1])

  test('the form begins with what was said last, or empty', () => {
    expect(fillPurpose(recent[0])).toEqual({ ...said(null, '0'), project: '' })
    expect(makeBody(values(fillPurpose(undefined)), about())).toMatchObject({
      project: '',
      projectNumber: '',
      nature: null,
      fundingSource: null,
      disciplines: [],
      serviceMode: null,
    })
  })
  test('another project that he booked for brings all that was said of it', () => {
    expect({ project: '乙', ...renameProject(standing, '乙', recent) }).toEqual(fillPurpose(recent[2]))
    expect(renameProject(standing, '', recent)).toEqual({ projectNumber: '', fundingSource: null })
  })
  test('number and money of one project do not stay under the name of another; what he typed himself does', () => {
    expect(renameProject(standing, '甲二期', recent)).toEqual({ projectNumber: '', fundingSource: null })
    expect(renameProject({ ...standing, projectNumber: 'BK1' }, '甲二期', recent)).toEqual({
      fundingSource: null,
    })
    expect(renameProject({ ...standing, project: '甲二' }, '甲二期', recent)).toEqual({})
  })
  test('a changed booking keeps its codes', () => {
    const coded = { value: '430', label: '材料科学' }
    const detail = { ...said('甲', '1'), fundingSource: null, disciplines: [coded], serviceMode: coded }
    expect(
      fillValues(
        {
          ...detail,
          samples: [],
          answers: [],
          experimenter: self,
          payer: self,
        } as unknown as BookingDetail,
        { asked: null, askedSamples: null },
      ),
    ).toMatchObject({
      project: '甲',
      fundingSource: null,
      disciplines: ['430'],
      serviceMode: '430',
    })
  })
})

describe('a past booking once more', () => {
  const past = (payer: typeof self | typeof supervisor, payMode: 'immediate' | 'post') =>
    ({
      purpose: '形貌',
      project: '甲',
      startAt: '2026-01-05T01:00:00.000Z',
      endAt: '2026-01-05T02:00:00.000Z',
      samples: [],
      disciplines: [],
      answers: [],
      attachments: [{ id: 'a', name: '旧附件' }],
      overridden: ['TOO_LATE'],
      experimenter: self,
      payer,
      payMode,
      fundCard: { id: 9 },
    }) as unknown as BookingDetail
  test('says again what was said, without its time, its files and what was set aside', () => {
    const again = fillAgain(past(self, 'post'), about())
    expect(again).toMatchObject({
      purpose: '形貌',
      project: '甲',
      payerId: 1,
      fundCardId: 9,
      payMode: 'post',
    })
    expect(Object.keys(again)).not.toEqual(expect.arrayContaining(['startAt']))
    expect([again.attachments, again.override]).toEqual([undefined, undefined])
  })
  test('leaves out who may not be asked to pay any more, with his card, and how nobody pays any more', () => {
    const again = fillAgain(
      past(supervisor, 'immediate'),
      about({ opening: { ...opening, payModes: ['post'] } }),
    )
    expect([again.payerId, again.fundCardId, again.payMode]).toEqual([undefined, undefined, undefined])
  })
})
