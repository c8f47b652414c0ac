import { describe, expect, it } from 'vitest'
import { listGrams, numberIn, queryGrams } from './search.rules.ts'

const sem = listGrams(['场发射扫描电子显微镜', '扫描电镜、SEM', 'JSM-7800F', '20210345'])
const nmr = listGrams(['600 MHz 核磁共振波谱仪', 'NMR', null, ''])

/** Matches as PostgreSQL does. */
function finds(row: { text: string; grams: string[] }, term: string): boolean {
  const sought = queryGrams(term)
  if (!sought) return true
  const like = (pattern: string) => row.text.includes(pattern.slice(1, -1).replace(/\\(.)/g, '$1'))
  return sought.grams.every((g) => row.grams.includes(g)) && sought.recheck.every(like)
}

describe('扫描电镜 is found by', () => {
  it.each([
    '电镜',
    '扫描',
    '扫描电镜',
    '镜',
    'saomiao',
    'smdj',
    'SEM',
    'sem',
    's',
    'dianjing',
    'saomiaodianjing',
    'sao',
    'sa',
    'dj',
    'JSM-7800F',
    'jsm7800',
    '7800',
    '0345',
    '扫描 sem',
    'ＳＥＭ',
    '  电镜 ',
    '显微镜 jsm',
    '描电镜、s',
    '-',
  ])('%s', (term) => expect(finds(sem, term)).toBe(true))
})

describe('it is not found by', () => {
  it.each([
    '核磁',
    '镜电',
    '电镜扫',
    'nmr',
    'saomia0',
    'an',
    'smjd',
    '扫描 nmr',
    '%',
    '_',
    '\\',
    'jsm 8800',
    '透',
  ])('%s', (term) => expect(finds(sem, term)).toBe(false))
})

it('finds others by their own', () => {
  for (const term of ['hecigongzhen', 'hcgz', '核磁', '600', '600mhz', 'mhz 核磁', 'bopuyi'])
    expect(finds(nmr, term)).toBe(true)
  expect(finds(nmr, '电镜')).toBe(false)
})

it('asks nothing for nothing', () => {
  expect(queryGrams('')).toBeUndefined()
  expect(queryGrams(' \t\n')).toBeUndefined()
  expect(listGrams([null, undefined, '  '])).toEqual({ text: '', grams: [] })
})

it('needs no second look where the grams say it all', () => {
  for (const term of ['镜', '电镜', '显微镜', 'a', 'se', 'sem', 'x射', '电镜 sem'])
    expect(queryGrams(term)?.recheck).toEqual([])
  expect(queryGrams('扫描电镜')).toEqual({ grams: ['扫描电', '描电镜'], recheck: ['%扫描电镜%'] })
  expect(queryGrams('电子显微镜')).toEqual({ grams: ['电子显', '显微镜'], recheck: ['%电子显微镜%'] })
  expect(queryGrams('50%_\\')?.recheck).toEqual(['%50\\%\\_\\\\%'])
})

it('cuts mixed words like any other', () => {
  expect(queryGrams('xps能谱仪')).toEqual({ grams: ['xps', '能谱仪'], recheck: ['%xps能谱仪%'] })
  expect(finds(listGrams(['X射线光电子能谱仪(XPS)']), 'x射线')).toBe(true)
  expect(finds(listGrams(['X射线光电子能谱仪(XPS)']), 'xsx')).toBe(true)
})

it('reads the first character of a person as a surname', () => {
  expect(finds(listGrams(['曾国强'], { people: true }), 'zeng')).toBe(true)
  expect(finds(listGrams(['单雅文'], { people: true }), 'syw')).toBe(true)
})

it('keeps ü as v and every gram once', () => {
  const row = listGrams(['绿光激光器', '绿光激光器'])
  expect(finds(row, 'lvguang')).toBe(true)
  expect(new Set(row.grams).size).toBe(row.grams.length)
})

it.each([
  ['YS00000012', 12],
  ['ys12', 12],
  ['0012', 12],
  [' ys12 ', 12],
  ['12号', null],
  ['RK12', null],
  ['激光', null],
  ['1'.repeat(16), null],
])('%s asks for acceptance %s', (keyword, id) => expect(numberIn(keyword, 'ys')).toBe(id))

describe('running text', () => {
  const notice = listGrams(['暑期开放安排'], {
    prose: '各单位：\n  暑期 XRD-6100 照常开放。' + '，'.repeat(1000) + '末尾',
  })
  it.each(['照常', '照常开放', '各单位', 'xrd-6100', '6100', '暑期 照常', 'shuqi', 'kfap', '安排 照常'])(
    'is found by %s',
    (term) => expect(finds(notice, term)).toBe(true),
  )
  it.each(['zhaochang', '开放照常', '末尾'])(
    'is not found by %s: neither by pinyin nor by what comes too late',
    (term) => expect(finds(notice, term)).toBe(false),
  )
})
