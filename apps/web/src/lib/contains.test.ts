import { expect, test } from 'vitest'
import { contains } from './contains.ts'

test.each([
  ['国家自然科学基金（NSFC）', 'nsfc', true],
  ['JSM-7800F', ' ｊｓｍ ', true],
  ['材料学院', '材料', true],
  ['材料学院', '', true],
  ['材料学院', '化学', false],
  [undefined, '化学', false],
])('%s has %j: %s', (text, typed, has) => expect(contains(text, typed)).toBe(has))
