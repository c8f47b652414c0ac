import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// Checks the Chinese texts that people read, as far as a program can. Terms are in docs/words.md.

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = ['apps/web/src', 'apps/server/src', 'packages'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file).replaceAll('\\', '/'))
    .filter(
      (file) =>
        /\.(tsx?|html)$/.test(file) && !/node_modules|\/dist\/|\.test\.tsx?$|db\.types\.ts/.test(file),
    ),
)

const rules: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['half-width punctuation between Chinese', /\p{Script=Han}[,;!?] *(?=\p{Script=Han})/u],
  ['a half-width stop or colon after Chinese', /\p{Script=Han}[.:] *(?=\p{Script=Han})/u],
  [
    'half-width brackets around Chinese',
    /\p{Script=Han}\((?=\p{Script=Han})|\p{Script=Han}\)(?=[\p{Script=Han}，。])/u,
  ],
  ['three dots for …', /\p{Script=Han}\.\.\.|…{3}/u],
  ['other quotation marks than “ ”', /[「」『』]/u],
  [
    'a space beside full-width punctuation',
    /[，。；：！？、] (?=[\p{Script=Han}\d“（])|[\p{Script=Han}\d}] (?=[，。；：！？、）”])/u,
  ],
  ['two spaces for one', /[\p{Script=Han}\d}] {2,}(?=[\p{Script=Han}\d$])/u],
  [
    'no space between a figure and its unit',
    /(?:\p{Script=Han}\d+|\d+|\d\})(?=(?:万?元|小时|分钟|天|项|台|件|次|人|份|张|个|页|条|位)(?!\p{Script=Han}*[一-龥]?\/))/u,
  ],
  ['punctuation twice', /[，；：、]{2}|。。|。，|，。/u],
]
/** Wrong terms and the terms of docs/words.md to use instead. */
const terms: Readonly<Record<string, string>> = {
  登陆: '登录',
  帐号: '账号',
  帐户: '账户',
  其它: '其他',
  撤消: '撤销',
  阀值: '阈值',
  预定: '预约',
  缺省: '默认',
  审批员: '审核员',
  做为: '作为',
  既使: '即使',
  维护计划: '保养计划',
  维护记录: '保养记录',
  评标成员: '评审小组成员',
  供应商材料: '供应商证照',
  站点设置: '门户信息',
  你: '您',
}

/** Texts that are not for people, or are no sentences. */
const other: readonly RegExp[] = [
  /'mini', label: '迷你'/, // Bootstrap's word for a size, not a person
  /`！！！ 演示账号/, // has to stand out in a console
  /fs24.*条  /, // an article's number is set off from its text
  /“材料种类:条件”/, // people type it like this
  /'文件,大小（字节）'/, // the head of a CSV file
]

/** The strings, templates and page texts of a file, line by line, without comments and patterns. */
const findSpoken = (file: string): string[] => {
  let comment = false
  return readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((line) => {
      const begins = /^\s*\{?\/\*/.test(line)
      if (begins) comment = true
      const said = comment || /^\s*(\/\/|\/.*\/[a-z]*[,.)]?$)/.test(line) ? '' : line.replace(/ \/\/ .*$/, '')
      if (line.includes('*/')) comment = false
      return said.replaceAll(/\/(?:[^/\\\n`'"“]|\\.)*\/[gimsuy]*(?=[.,);\]])/g, '')
    })
}
const listFaults = (line: string): string[] => [
  ...rules.filter(([, pattern]) => pattern.test(line)).map(([what]) => what),
  ...Object.entries(terms).flatMap(([wrong, right]) =>
    line.includes(wrong) ? [`${wrong}: say ${right}`] : [],
  ),
]

test('what people read is punctuated, spaced and called as Chinese is', () => {
  const faults = sources.flatMap((file) =>
    findSpoken(file).flatMap((line, i) =>
      /\p{Script=Han}/u.test(line) && !other.some((one) => one.test(line))
        ? listFaults(line).map((fault) => `${file}:${i + 1} ${fault}: ${line.trim().slice(0, 100)}`)
        : [],
    ),
  )
  expect(faults).toEqual([])
})

test('each rule sees what it is for', () => {
  const seen = (line: string) => listFaults(line).length > 0
  for (const wrong of [
    "'已保存,请稍后'",
    "'仪器:示波器'",
    "'仪器(共享)'",
    "'登录中...'",
    "'字段「名称」重复'",
    '`预算 ${n} 万元 。`',
    "'共 3项'",
    "'已提交。。'",
    "'请登陆'",
  ])
    expect(wrong + seen(wrong)).toBe(`${wrong}true`)
  for (const right of ["'已保存，请稍后'", '`共 ${n} 项，${more}`', "'预算 100 万元。'", "'8:00–18:00'"])
    expect(right + seen(right)).toBe(`${right}false`)
})
