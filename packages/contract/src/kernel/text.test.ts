import { expect, test } from 'vitest'
import { line, seenValues, text } from './fields.ts'
import { cleanFileName, cutText, dropZeros } from './text.ts'

test('a file is called what is read of it, by its end where it is long', () => {
  expect(cleanFileName('\u202egnp.exe\u2066\u200b')).toBe('gnp.exe')
  expect(cleanFileName('..\\..\u0000/etc\r\npasswd\u0085')).toBe('....etcpasswd')
  expect(cleanFileName(`${'长'.repeat(300)}.pdf`)).toBe(`${'长'.repeat(196)}.pdf`)
  expect(cleanFileName(`👩${'x'.repeat(199)}`)).toBe('x'.repeat(199))
  expect([cleanFileName('\u200b\u202e'), cleanFileName('')]).toEqual(['未命名', '未命名'])
})

test('what has no width is taken out of a field, what turns the text is refused', () => {
  expect([line('姓名').parse('张\u200b三\ufeff'), line('姓名').parse('李\u200d四')]).toEqual(['张三', '李四'])
  expect(line('姓名').safeParse('\u200b').error?.issues[0]?.message).toBe('姓名不能为空')
  for (const bad of ['张\u202e三', '张\u200f三', '张\u2067三', '张\u061c三', '张\u0085三']) {
    expect(
      [
        line('姓名').safeParse(bad).error?.issues[0]?.message,
        text('说明').safeParse(bad).error?.issues[0]?.message,
      ],
      JSON.stringify(bad),
    ).toEqual(['姓名含有不能使用的字符', '说明含有不能使用的字符'])
  }
  expect(text('说明').parse('第一行\u2028第二行 👩‍🔬')).toBe('第一行\n第二行 👩‍🔬')
})

test('a text is cut between letters, and keeps no zeros', () => {
  expect([cutText('ab👍', 3), cutText('ab👍', 4), cutText('abc', 2)]).toEqual(['ab', 'ab👍', 'ab'])
  expect(dropZeros('v1\u0000\u0000')).toBe('v1')
})

test('what a form began with is no deeper than a form', () => {
  const deep = JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`) as unknown
  expect(seenValues.safeParse({ name: deep }).success).toBe(false)
  expect(seenValues.safeParse({ name: '电镜', targets: { ids: [1] } }).success).toBe(true)
})
