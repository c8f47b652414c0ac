import { expect, test } from 'vitest'
import { findFallen, type Awaits } from './file.rules.ts'

const rows = 'abcdef'
const awaits = (value: string): Awaits => ({ of: 'name', value, column: 'boss', message: `no ${value}` })
/** Rows a, b, c … on lines 2, 3, 4 …, each with the row it awaits. */
const file = (of: Record<string, string>, bad: string[] = []) => ({
  seen: new Map(Array.from(rows, (name, i) => [`name ${name}`, i + 2])),
  bad: new Set(bad.map((name) => rows.indexOf(name) + 2)),
  awaits: new Map(Object.entries(of).map(([name, value]) => [rows.indexOf(name) + 2, awaits(value)])),
})

test('who awaits nobody, somebody who is there, or one another, stays', () => {
  expect(findFallen(file({}, ['f']))).toEqual([])
  expect(findFallen(file({ a: 'f', f: 'b', b: 'a' }))).toEqual([])
})

test('who awaits nobody of the file falls for its own reason', () => {
  expect(findFallen(file({ a: 'z', b: 'c' }))).toEqual([{ line: 2, column: 'boss', message: 'no z' }])
})

test('who awaits a bad row falls, and whoever awaits him, each once', () => {
  expect(findFallen(file({ a: 'b', b: 'c', d: 'c', e: 'f' }, ['c']))).toEqual([
    { line: 3, column: 'boss', message: '“c”在第 4 行，该行有误' },
    { line: 5, column: 'boss', message: '“c”在第 4 行，该行有误' },
    { line: 2, column: 'boss', message: '“b”在第 3 行，该行有误' },
  ])
})
