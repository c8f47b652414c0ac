import { expect, test } from 'vitest'
import { seededSchemas } from '../../testing/national.ts'
import { readSchema } from './schema.rules.ts'

const { customs, device } = seededSchemas()
const listFaults = (document: unknown) => {
  const judged = readSchema(typeof document === 'string' ? document : JSON.stringify(document))
  return 'faults' in judged ? judged.faults : []
}
const field = (i: number, with_: object) => ({
  ...customs,
  fields: customs.fields.map((f, n) => (n === i ? { ...f, ...with_ } : f)),
})

test('what was seeded is read as it was, with and without the mark of UTF-8', () => {
  expect(readSchema(JSON.stringify(customs))).toEqual({ schema: customs })
  expect(listFaults(`\uFEFF${JSON.stringify(device)}`)).toEqual([])
})

test('every mistake names its place', () => {
  expect(listFaults('{"kind": "device",\n "title": }')).toEqual(['文件不是有效的 JSON：“}”处有误'])
  expect(listFaults('{"kind":\n "device" "a"}')).toEqual(['文件不是有效的 JSON：第 2 行第 11 个字符附近'])
  expect(listFaults('{"kind": "device"')[0]).toMatch(/^文件不是有效的 JSON：/)
  expect(listFaults([])).toEqual(['文件：缺少内容，或类型不正确'])
  expect(listFaults({ ...customs, kind: 'ship' })).toEqual([
    'kind：种类 kind 应为 device、service、customs 之一',
  ])
  expect(listFaults({ ...customs, colour: 1 })).toEqual(['文件：不认识的内容 colour'])
  expect(listFaults(field(3, { length: 0 }))).toEqual(['fields[3].length：长度不小于 1'])
  expect(listFaults(field(0, { kind: 'blob' }))[0]).toMatch(/^fields\[0\]\.kind：字段类型应为 text/)
  expect(listFaults(field(0, { source: 'colour' }))).toEqual(['fields[0].source：平台没有数据来源 colour'])
  expect(listFaults(field(7, { list: 'none' }))).toEqual(['fields[7].list：没有代码表 none'])
  expect(listFaults(field(4, { code: 'innerId' }))).toEqual(['fields[4].code：字段 innerId 重复'])
  expect(listFaults(field(4, { decimals: 2 }))).toEqual(['fields[4].decimals：只有数字字段有小数位数'])
  expect(listFaults({ ...customs, key: 'nothing' })).toEqual(['key：没有字段 nothing'])
  const twice = {
    ...customs,
    lists: {
      yesNo: [
        { code: '1', label: '是' },
        { code: '1', label: '否' },
      ],
    },
  }
  expect(listFaults(twice)).toEqual(['lists.yesNo[1].code：代码 1 重复'])
  expect(listFaults({ ...customs, rules: [{ rule: 'after', field: 'port', than: 'none' }] })).toEqual([
    'rules[0].than：没有字段 none',
    'rules[0]：先后规则只用于日期或时间字段',
  ])
  expect(listFaults({ ...customs, rules: [{ rule: 'magic' }] })).toEqual([
    'rules[0].rule：规则应为 after、atLeast、needs、needsRow、unique 之一',
  ])
})
