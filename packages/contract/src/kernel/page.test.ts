import { expect, test } from 'vitest'
import { z } from 'zod'
import { definePage } from './page.ts'

test('any list says that it was not counted to its end', () => {
  const page = { items: [{ id: 1 }], total: 10_000, totalExact: false }
  expect(definePage(z.object({ id: z.number() })).parse(page)).toEqual(page)
})
