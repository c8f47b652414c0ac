import { expect, test } from 'vitest'
import { parseSampleRows } from './paste.rules.ts'

const samplesOf = (text: string, room = 50) => parseSampleRows(text, room).good
const faultsOf = (text: string, room = 50) => parseSampleRows(text, room).rows.map((r) => [r.line, r.faults])

test('a list copied from a spreadsheet is read, header or none, with quotes, empty lines and any line ends', () => {
  const plain = { form: '', hazard: '', returnWanted: false, wishes: '' }
  expect(samplesOf('硅片\t3\t块体\t无\t是\t测形貌\r\n\r\n\t\t\r\n铜箔\t1\r\n')).toEqual([
    { name: '硅片', count: 3, form: '块体', hazard: '无', returnWanted: true, wishes: '测形貌' },
    { ...plain, name: '铜箔', count: 1 },
  ])
  // Columns stand where their header says; a cell of several lines is quoted; a quote inside a word is a quote.
  const told = parseSampleRows(
    '序号\t是否退还\t 样品名称 \t数量（个）\t测试要求\n1\t退还\t5" 硅片\t１,２００\t"先测\t表面\n""再测""截面"\n2\t否\t"甲"\t2个\t',
    50,
  )
  expect(told.unknown).toEqual(['序号'])
  expect(told.good).toEqual([
    { ...plain, name: '5" 硅片', count: 1200, returnWanted: true, wishes: '先测\t表面\n"再测"截面' },
    { ...plain, name: '甲', count: 2 },
  ])
  // Lines are counted as the spreadsheet has them.
  expect(told.rows.map((r) => r.line)).toEqual([2, 3])
  expect([samplesOf(''), samplesOf('样品名称\t数量')]).toEqual([[], []])
  const forty = Array.from({ length: 40 }, (_, i) => `样品 ${i + 1}\t${i + 1}`).join('\r\n')
  expect(samplesOf(forty).map((s) => s.count)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
})

test('what is wrong is said row by row, and stays with its header to be put right', () => {
  const text = '名称\t数量\t退还\n甲\t2\t是\n\t1\t\n丙\t\t\n丁\t许多\t也许\n戊\t2.5\t\n己\t3\t否'
  expect(faultsOf(text)).toEqual([
    [2, []],
    [3, ['样品名称不能为空']],
    [4, ['请填写样品数量']],
    [5, ['数量应为数字', '是否退还应填“是”或“否”']],
    [6, ['样品数量应为整数']],
    [7, []],
  ])
  expect(parseSampleRows(text, 50).rest).toBe('名称\t数量\t退还\n\t1\t\n丙\t\t\n丁\t许多\t也许\n戊\t2.5\t')
  expect(parseSampleRows('名称\t数量\n甲\t1', 50).rest).toBe('')
  // Faulty rows take no place; what is over the limit waits.
  expect(faultsOf(text, 1).at(-1)).toEqual([7, ['一次最多登记 50 种样品']])
  expect(parseSampleRows('甲\t1\n"乙\n"\tx\n丙\t1', 1).rest).toBe('"乙\n"\tx\n丙\t1')
  // Text in cells beyond the known columns is never dropped unsaid.
  expect(faultsOf('甲\t1\t\t\t\t\t多出')).toEqual([[1, ['多出的内容：多出']]])
})
