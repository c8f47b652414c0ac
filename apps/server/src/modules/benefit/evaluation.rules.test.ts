import { expect, test } from 'vitest'
import { judgeSubmission } from './evaluation.rules.ts'

const report = { functionsTotal: 5, functionsUsed: 4, functionsNew: 0, corrections: {} }
const minutes = { corrections: { minutes: { value: 1, reason: '离线机时' } } }
const judge = (more: object, files: number) =>
  judgeSubmission({ ...report, ...more }, files).map((r) => `${r.field}: ${r.message}`)

test('whoever holds another figure against a counted one shows why', () => {
  expect(judge({}, 0)).toEqual([])
  expect(judge(minutes, 1)).toEqual([])
  expect(judge(minutes, 0)).toEqual(['fileIds: 更正了平台统计的数据，请上传佐证材料后提交'])
})

test('all that is missing is said in one round', () => {
  expect(judge({ ...minutes, functionsTotal: null, functionsNew: null }, 0)).toEqual([
    'functionsTotal: 请填写功能总数、利用功能数和新开发功能数',
    'fileIds: 更正了平台统计的数据，请上传佐证材料后提交',
  ])
})
