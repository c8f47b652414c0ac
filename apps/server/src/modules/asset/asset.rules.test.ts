import { describe, expect, test } from 'vitest'
import { looksAfter, runs, seenLabs, type World } from './asset.rules.ts'
import { progressOf, type Stage } from './progress.rules.ts'

const world = (w: Partial<World>): World => ({
  userId: 1,
  office: false,
  ledLabIds: [],
  headedLabIds: [],
  ...w,
})
const device = { labId: 7, contactId: 9 }

describe('who runs a device, and who looks after it', () => {
  test.each<[string, Partial<World>, boolean, boolean]>([
    ['nobody in particular', {}, false, false],
    ['the equipment office', { office: true }, true, true],
    ['who leads its lab', { ledLabIds: [7] }, true, true],
    ['who leads another lab', { ledLabIds: [8] }, false, false],
    ['who answers for it', { userId: 9 }, true, true],
    ['who heads its dept', { headedLabIds: [7] }, false, true],
  ])('%s', (_, w, run, look) => {
    expect([runs(world(w), device), looksAfter(world(w), device)]).toEqual([run, look])
  })
  test('a lab counts once', () =>
    expect(seenLabs(world({ ledLabIds: [7, 8], headedLabIds: [8, 9] }))).toEqual([7, 8, 9]))
})

describe('where something stands', () => {
  type S = 'draft' | 'experts' | 'head' | 'done' | 'refused'
  const stages: Stage<S>[] = [
    { key: 'draft', title: '申请', at: 'draft' },
    { key: 'experts', title: '专家', at: 'experts' },
    { key: 'head', title: '院系', at: 'head' },
  ]
  const at = (n: number) => new Date(2026, 0, n)
  const log = (...steps: [from: S | null, to: S][]) =>
    steps.map(([from, to], i) => ({ event: 'x', from, to, actor: '甲', reason: null, at: at(i + 1) }))
  const shown = (state: S, entries: ReturnType<typeof log>) =>
    progressOf({ state, stateAt: at(20) }, entries, {
      awaited: '乙',
      stages,
      back: 'draft',
      stopped: { refused: '已驳回' },
    }).map((p) => [p.key, p.status])

  test('done, here, to come', () =>
    expect(shown('experts', log([null, 'draft'], ['draft', 'experts']))).toEqual([
      ['draft', 'done'],
      ['experts', 'current'],
      ['head', 'next'],
    ]))
  test('what was left out does not show', () =>
    expect(shown('head', log([null, 'draft'], ['draft', 'head']))).toEqual([
      ['draft', 'done'],
      ['head', 'current'],
    ]))
  test('sent back, it begins again', () =>
    expect(shown('draft', log([null, 'draft'], ['draft', 'experts'], ['experts', 'draft']))).toEqual([
      ['draft', 'current'],
      ['experts', 'next'],
      ['head', 'next'],
    ]))
  test('refused, it ends where it was', () =>
    expect(
      shown('refused', log([null, 'draft'], ['draft', 'experts'], ['experts', 'head'], ['head', 'refused'])),
    ).toEqual([
      ['draft', 'done'],
      ['experts', 'done'],
      ['end', 'stopped'],
    ]))
  test('at its end all is done', () =>
    expect(shown('done', log([null, 'draft'], ['draft', 'head'], ['head', 'done']))).toEqual([
      ['draft', 'done'],
      ['head', 'done'],
    ]))
})
