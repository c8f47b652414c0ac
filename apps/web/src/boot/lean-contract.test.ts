import { expect, test } from 'vitest'
import { lean } from '../../build/lean-contract.ts'

test('of a call the schemas that only the server reads are left out, and what is made of them can go when nothing uses it', () => {
  expect(
    lean(`import { z } from 'zod'
const row = z.object({ 名: z.string(), at: z.date() })
export const words = { a: '甲' }
export const calls = { one: call({ method: 'GET', params: idParams, path: '/一', query: pageQuery.extend({ k: call({ reply: row }) }), reply: pageOf(row) }), two: call({ body: z.object({ query: z.string() }), reply: row }) }
export const twice = (n) => f(n)
`),
  ).toBe(`import { z } from 'zod'
const row = /* @__PURE__ */ (() => (z.object({ 名: z.string(), at: z.date() })))()
export const words = { a: '甲' }
export const calls = /* @__PURE__ */ (() => ({ one: call({ method: 'GET', path: '/一',  }), two: call({ body: z.object({ query: z.string() }),  }) }))()
export const twice = (n) => f(n)
`)
})
