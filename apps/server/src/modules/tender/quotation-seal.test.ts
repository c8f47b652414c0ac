import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { seal, unseal, type Bound, type Content } from './quotation-seal.action.ts'

const key = randomBytes(32)
const bound: Bound = { tenderId: 7, supplierId: 3, opensAt: new Date('2026-05-01T01:00:00Z') }
const content = (amountFen: number): Content => ({
  amountFen,
  deliveryDays: 60,
  warrantyMonths: 24,
  note: '含税',
  prices: [{ itemId: 1, unitPriceFen: amountFen }],
  files: [{ name: '报价 98 万.pdf', mime: 'application/pdf' }],
})
const file = Buffer.from('the amount again: 98765432')

test('what was sealed comes back, to the byte, and shows nothing of itself before', () => {
  const box = seal(key, bound, content(98_765_432), [file])
  for (const bytes of [box.sealed, ...box.files])
    for (const words of ['98765432', '98 万', '含税']) expect(bytes.includes(words)).toBe(false)
  const back = unseal(key, bound, box.sealed, box.files)
  expect(back?.content).toEqual(content(98_765_432))
  expect(back?.files[0]?.equals(file)).toBe(true)
})

test('two that say the same look different, and a small amount takes as much room as a large one', () => {
  const [one, other, small] = [
    seal(key, bound, content(98_765_432), [file]),
    seal(key, bound, content(98_765_432), [file]),
    seal(key, bound, content(1), [file]),
  ]
  expect(one.sealed.equals(other.sealed)).toBe(false)
  expect(one.sealed.length).toBe(small.sealed.length)
})

test('no other tender, supplier, time or key opens it', () => {
  const { sealed, files } = seal(key, bound, content(5), [file])
  const others: Bound[] = [
    { ...bound, tenderId: 8 },
    { ...bound, supplierId: 4 },
    { ...bound, opensAt: new Date('2026-04-30T01:00:00Z') },
  ]
  for (const other of others) expect(unseal(key, other, sealed, files)).toBeUndefined()
  expect(unseal(randomBytes(32), bound, sealed, files)).toBeUndefined()
})

test('a changed byte, a missing, exchanged or foreign file: it cannot be opened', () => {
  const box = seal(
    key,
    bound,
    { ...content(5), files: [...content(5).files, { name: 'b', mime: 'text/plain' }] },
    [file, Buffer.from('b')],
  )
  const [first, second] = box.files as [Buffer, Buffer]
  expect(unseal(key, bound, box.sealed, [first, second])).toBeDefined()
  for (const files of [
    [],
    [first],
    [second, first],
    [first, first],
    [first, second, second],
    [first, seal(key, bound, content(5), [file]).files[0] as Buffer],
  ])
    expect(unseal(key, bound, box.sealed, files)).toBeUndefined()
  fc.assert(
    fc.property(fc.nat(box.sealed.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
      const changed = Buffer.from(box.sealed)
      changed[at] = (changed[at] ?? 0) ^ flip
      expect(unseal(key, bound, changed, box.files)).toBeUndefined()
    }),
    { numRuns: 200 },
  )
  for (const short of [0, 1, 59, 60, 61, 100])
    expect(unseal(key, bound, box.sealed.subarray(0, short), box.files)).toBeUndefined()
})
