import { describe, expect, test } from 'vitest'
import { looksAfter, isRunBy, seenLabs, type World } from './asset.rules.ts'

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
    expect([isRunBy(world(w), device), looksAfter(world(w), device)]).toEqual([run, look])
  })
  test('a lab counts once', () =>
    expect(seenLabs(world({ ledLabIds: [7, 8], headedLabIds: [8, 9] }))).toEqual([7, 8, 9]))
})
