import { parseForm } from '@portal/form-kit/form/parse'
import { expect, test } from 'vitest'
import { findValue, listChoices } from './conditions.ts'

test('a condition may be on any node of a tree, since any may be ticked', () => {
  const data = [{ id: 1, label: '理学', children: [{ id: 11, label: '物理学' }] }]
  const [rule] = parseForm([{ type: 'tree', field: 'area', title: '学科', props: { data } }]).form?.rule ?? []
  if (typeof rule !== 'object') throw new Error('the tree is a rule')
  const choices = listChoices(rule)
  expect(choices.map(({ label }) => label)).toEqual(['理学', '物理学'])
  expect(findValue(choices, '11')).toBe(11)
})
