import { expect, test } from 'vitest'
import { parseSampleRows } from './paste.rules.ts'
import { readSampleColumns } from '../form/shared/sample-columns.ts'

const listSamples = (text: string, room = 50) => parseSampleRows(text, room).good
const listFaults = (text: string, room = 50) =>
  parseSampleRows(text, room).rows.map((r) => [r.line, r.faults])

test('a list copied from a spreadsheet is read, header or none, with quotes, empty lines and any line ends', () => {
  const plain = { form: '', hazard: '', returnWanted: false, wishes: '' }
  expect(listSamples('硅片\t3\t块体\t无\t是\t测形貌\r\n\r\n\t\t\r\n铜箔\t1\r\n')).toEqual([
    { name: '硅片', count: 3, form: '块体', hazard: '无', returnWanted: true, wishes: '测形貌' },
    { ...plain, name: '铜箔', count: 1 },
  ])
  // Columns are found by their header, a cell with several lines is quoted, and a quote inside a word stays a
  // quote.
  const told = parseSampleRows(
    '序号\t是否退还\t 样品名称 \t数量（个）\t测试要求\n1\t退还\t5" 硅片\t１,２００\t"先测\t表面\n""再测""截面"\n2\t否\t"甲"\t2个\t',
    50,
  )
  expect(told.unknown).toEqual(['序号'])
  expect(told.good).toEqual([
    { ...plain, name: '5" 硅片', count: 1200, returnWanted: true, wishes: '先测\t表面\n"再测"截面' },
    { ...plain, name: '甲', count: 2 },
  ])
  // Line numbers are those of the spreadsheet.
  expect(told.rows.map((r) => r.line)).toEqual([2, 3])
  expect([listSamples(''), listSamples('样品名称\t数量')]).toEqual([[], []])
  const forty = Array.from({ length: 40 }, (_, i) => `样品 ${i + 1}\t${i + 1}`).join('\r\n')
  expect(listSamples(forty).map((s) => s.count)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1))
})

test('what is wrong is said row by row, and stays with its header to be put right', () => {
  const text = '名称\t数量\t退还\n甲\t2\t是\n\t1\t\n丙\t\t\n丁\t许多\t也许\n戊\t2.5\t\n己\t3\t否'
  expect(listFaults(text)).toEqual([
    [2, []],
    [3, ['样品名称不能为空']],
    [4, ['请填写样品数量']],
    [5, ['数量应为数字', '是否退还应填“是”或“否”']],
    [6, ['样品数量应为整数']],
    [7, []],
  ])
  expect(parseSampleRows(text, 50).rest).toBe('名称\t数量\t退还\n\t1\t\n丙\t\t\n丁\t许多\t也许\n戊\t2.5\t')
  expect(parseSampleRows('名称\t数量\n甲\t1', 50).rest).toBe('')
  // Faulty rows do not count towards the limit; rows beyond it stay in the text.
  expect(listFaults(text, 1).at(-1)).toEqual([7, ['一次最多登记 50 种样品']])
  expect(parseSampleRows('甲\t1\n"乙\n"\tx\n丙\t1', 1).rest).toBe('"乙\n"\tx\n丙\t1')
  // Text in cells beyond the known columns is reported, never dropped silently.
  expect(listFaults('甲\t1\t\t\t\t\t多出')).toEqual([[1, ['多出的内容：多出']]])
})

test('columns of the form that the instrument asks are read with the sample’s own', () => {
  const rule = [
    { type: 'inputNumber', field: 'mass', title: '称样量（mg）', $required: true, props: { max: 50 } },
    {
      type: 'select',
      field: 'gas',
      title: '气氛',
      options: [
        { value: 'n2', label: '氮气' },
        { value: 'air', label: '空气' },
      ],
    },
    { type: 'switch', field: 'dry', title: '已干燥' },
    { type: 'datePicker', field: 'made', title: '制样日期' },
  ]
  const text = JSON.stringify({ rule, options: {} })
  const asked = readSampleColumns({ id: 1, name: '热重样品', description: null, version: 2, text })
  const told = parseSampleRows(
    '样品名称\t数量\t气氛\t称样量\t已干燥\t制样日期\n甲\t1\t氮气\t12.5\t是\t2026/3/5\n乙\t1\t氦气\t80\t也许\t\n丙\t1\t\t\t\t',
    50,
    asked,
  )
  expect(told.unknown).toEqual([])
  expect(told.good.map((s) => [s.name, s.answers])).toEqual([
    ['甲', { mass: 12.5, gas: 'n2', dry: true, made: '2026-03-05' }],
  ])
  expect(told.rows.map((r) => r.faults)).toEqual([
    [],
    ['请输入正确的称样量（mg）', '气氛不在可选项中', '已干燥格式不正确'],
    ['请输入称样量（mg）'],
  ])
  // Without a header, the asked columns follow the sample's own.
  expect(parseSampleRows('甲\t1\t\t\t\t\t7\t空气', 50, asked).good[0]?.answers).toMatchObject({
    mass: 7,
    gas: 'air',
  })
  // A refused row names the column; nothing is lost.
  expect(told.rest.split('\n')).toHaveLength(3)
})
