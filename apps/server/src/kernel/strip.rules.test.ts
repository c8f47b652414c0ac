import { expect, test } from 'vitest'
import { placeOnStrip, type Logged, type Strip } from './strip.rules.ts'

type State = 'draft' | 'awaiting_head' | 'awaiting_office' | 'bought' | 'refused'
type Event = 'create' | 'submit' | 'approve' | 'send_back' | 'refuse' | 'buy'

const strip: Strip<State, Event> = {
  stages: [
    { key: 'fill', title: '填写', at: ['draft'] },
    { key: 'head', title: '院系审批', at: ['awaiting_head'], by: ['approve'] },
    { key: 'office', title: '设备处审批', at: ['awaiting_office'], by: ['approve', 'buy'] },
    { key: 'end', title: '已采购', ends: ['bought'] },
  ],
  restart: ['send_back'],
  stopped: ['refused'],
}
const words = {
  draft: '草稿',
  awaiting_head: '待院系',
  awaiting_office: '待设备处',
  bought: '已采购',
  refused: '已驳回',
}

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute))
const findLog = (...steps: [Event, State | null, State][]): Logged[] =>
  steps.map(([event, from, to], i) => ({ event, from, to, actor: `第${i}人`, at: at(i) }))
const show = (log: Logged[], asks?: (key: string) => boolean) => {
  const state = log.at(-1)?.to as State // the tests write only states of their own
  const row = { state, stateAt: at(log.length - 1) }
  return placeOnStrip(strip, row, log, { awaited: '王主任', words, ...(asks && { asks }) }).map(
    (p) => `${p.key} ${p.status} ${p.who ?? '—'}`,
  )
}

const created = ['create', null, 'draft'] as const
const submitted = ['submit', 'draft', 'awaiting_head'] as const
const approved = ['approve', 'awaiting_head', 'awaiting_office'] as const

test('what is done, whose turn it is, what comes', () => {
  expect(show(findLog([...created]))).toEqual([
    'fill current 王主任',
    'head next —',
    'office next —',
    'end next —',
  ])
  expect(show(findLog([...created], [...submitted], [...approved]))).toEqual([
    'fill done 第1人',
    'head done 第2人',
    'office current 王主任',
    'end next —',
  ])
  expect(
    show(findLog([...created], [...submitted], [...approved], ['buy', 'awaiting_office', 'bought'])),
  ).toEqual(['fill done 第1人', 'head done 第2人', 'office done 第3人', 'end done 第3人'])
})

test('what was done before it came back counts no more', () => {
  const back = ['send_back', 'awaiting_office', 'draft'] as const
  expect(show(findLog([...created], [...submitted], [...approved], [...back]))).toEqual([
    'fill current 王主任',
    'head next —',
    'office next —',
    'end next —',
  ])
})

test('a stage that was overtaken, or that the case does not ask for, is left out', () => {
  expect(show(findLog([...created], ['submit', 'draft', 'awaiting_office']))).toEqual([
    'fill done 第1人',
    'office current 王主任',
    'end next —',
  ])
  expect(show(findLog([...created]), (key) => key !== 'head')).toEqual([
    'fill current 王主任',
    'office next —',
    'end next —',
  ])
})

test('what came to nothing shows what was done, who ended it, and nothing to come', () => {
  expect(
    show(findLog([...created], [...submitted], [...approved], ['refuse', 'awaiting_office', 'refused'])),
  ).toEqual(['fill done 第1人', 'head done 第2人', 'end stopped 第3人'])
})

test('what is off the way is shown once it is awaited or was reached, and stops it if it halts', () => {
  const stages = [
    ...strip.stages,
    { key: 'return', title: '退回', at: ['refused'], by: ['refuse'], aside: true },
  ] as const
  const aside = {
    stages: [...stages, { key: 'lost', title: '作废', ends: ['refused'], aside: true, halts: true }],
  }
  const place = (log: Logged[]) => {
    const state = log.at(-1)?.to as State // the tests write only states of their own
    return placeOnStrip(aside as Strip<State, Event>, { state, stateAt: at(9) }, log, {
      awaited: null,
      words,
    }).map((p) => `${p.key} ${p.status} ${p.who ?? '—'}`)
  }
  expect(place(findLog([...created]))).toEqual([
    'fill current —',
    'head next —',
    'office next —',
    'end next —',
  ])
  expect(place(findLog([...created], [...submitted], ['refuse', 'awaiting_head', 'refused']))).toEqual([
    'fill done 第1人',
    'return current —',
    'lost stopped 第2人',
  ])
})

test('one that goes round: what comes after it is to come again, what it has passed stays done', () => {
  const round = { ...strip, stages: strip.stages.slice(0, 3), restart: [], goesRound: true } as const
  const log = findLog(
    [...created],
    [...submitted],
    [...approved],
    ['send_back', 'awaiting_office', 'awaiting_head'],
  )
  const placed = placeOnStrip<State, Event>(
    {
      ...round,
      stages: [{ key: 'fill', title: '填写', at: ['draft'], by: ['submit'] }, ...round.stages.slice(1)],
    },
    { state: 'awaiting_head', stateAt: at(3) },
    log,
    { awaited: '王主任', words },
  )
  expect(placed.map((p) => `${p.key} ${p.status} ${p.who ?? '—'}`)).toEqual([
    'fill done 第1人',
    'head current 王主任',
    'office next —',
  ])
})

test('a stage may be called by the state in which it is awaited', () => {
  const called = {
    stages: [
      {
        key: 'buy',
        title: '采购',
        at: ['awaiting_head', 'awaiting_office'],
        called: { awaiting_office: '采购中' },
      },
    ],
  } as const satisfies Strip<State, Event>
  const titleAt = (state: State, ...steps: Parameters<typeof findLog>) =>
    placeOnStrip(called, { state, stateAt: at(9) }, findLog(...steps), { awaited: null, words })[0]?.title
  expect(titleAt('awaiting_head', [...submitted])).toBe('采购')
  expect(titleAt('awaiting_office', [...submitted], [...approved])).toBe('采购中')
  expect(titleAt('bought', [...submitted], [...approved], ['buy', 'awaiting_office', 'bought'])).toBe('采购')
})
