import { expect, test } from 'vitest'
import { makeNumberKey } from './achievement.rules.ts'

const paper = (number: string | null, source: string | null = null) =>
  makeNumberKey({ kind: 'paper', source, number })

test('a DOI is the same however it is written; volume and page are a journal’s own', () => {
  expect(paper('https://doi.org/10.1016/J.actamat.2025.1')).toBe('10.1016/j.actamat.2025.1')
  expect(paper('doi: 10.1016/j.actamat.2025.1')).toBe(paper(' 10.1016/j.actamat.2025.1 '))
  expect(paper('2025, 61(3): 415', '金属学报')).toBe('金属学报|2025,61(3):415')
  expect(paper('2025, 61(3): 415')).toBeNull()
  expect(paper(null, '金属学报')).toBeNull()
})

test('a patent by its number; prizes and books by nothing', () => {
  const of = (kind: 'patent' | 'award' | 'book') => makeNumberKey({ kind, source: 'x', number: 'ZL 2024 1' })
  expect([of('patent'), of('award'), of('book')]).toEqual(['zl20241', null, null])
})
