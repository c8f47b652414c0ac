import { expect, test } from 'vitest'
import { Failure } from '../../lib/failure.ts'
import { settleEach, type Group, type Work } from './settle-each.ts'

const group = (id: number): Group => ({
  payer: { id: 1, name: '付款人' },
  lab: { id, name: '实验室' },
  totalFen: id,
  orders: [
    { id, number: '', device: { id: 1, name: '' }, booker: { id: 1, name: '' }, startAt: null, totalFen: id },
  ],
})

test('one that is refused holds back none of the others; until it is made the same key is sent again', async () => {
  const attempts: Work['attempts'] = new Map()
  const sent: [number, string][] = []
  const told: string[] = []
  const run = (groups: Group[], answer: (id: number) => { id: number }, stopAfter = 9) =>
    settleEach(groups, {
      attempts,
      bodyOf: (g) => ({ testOrderIds: g.orders.map((o) => o.id), totalFen: g.totalFen, way: 'offline' }),
      send: async (body, key) => (sent.push([body.totalFen ?? 0, key]), answer(body.totalFen ?? 0)),
      stopped: () => sent.length >= stopAfter,
      onStart: (at) => told.push(`${at}`),
      onMade: (g, id) => told.push(`${g.lab.id}→${id}`),
      onFailed: (g, message) => told.push(`${g.lab.id} ${message}`),
    })
  await run([group(1), group(2), group(3)], (id) => {
    if (id === 1) throw new Failure({ kind: 'timeout', message: '超时' })
    if (id === 2) throw new Failure({ kind: 'refused', message: '连接中断', status: 503 })
    return { id: 30 }
  })
  expect(told).toEqual(['0', '1 超时', '1', '2 连接中断', '2', '3→30'])
  await run([group(1), group(2), group(4)], (id) => ({ id: id * 10 }), 5)
  expect(told.slice(6)).toEqual(['0', '1→10', '1', '2→20'])
  const makeKey = (n: number) => sent.filter(([id]) => id === n).map(([, key]) => key)
  expect(new Set(makeKey(1)).size).toBe(1)
  expect(new Set(makeKey(2)).size).toBe(1)
  // After success the same content gets a new key.
  await run([group(1)], (id) => ({ id: id * 10 }))
  expect(new Set(makeKey(1)).size).toBe(2)
})
