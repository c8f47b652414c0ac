import { requiredText } from '@portal/contract/kernel/fields'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseAnything } from './parse.rules.ts'

const schema = z.object({ words: requiredText('说明', 200) })

test('a length that is an object makes no fault', () => {
  const value = { words: { length: { toString: 1, valueOf: 1 } } }
  expect(() => schema.safeParse(value)).toThrow('Cannot convert object to primitive')
  expect(parseAnything(schema, value).error?.issues).toMatchObject([{ message: '格式不正确' }])
})

test('all else is as zod says', () => {
  expect(parseAnything(schema, { words: ' 好 ' }).data).toEqual({ words: '好' })
  expect(parseAnything(schema, {}).error?.issues).toEqual(schema.safeParse({}).error?.issues)
  const broken = z.string().refine(() => {
    throw new TypeError('ours')
  })
  expect(() => parseAnything(broken, '')).toThrow('ours')
})
