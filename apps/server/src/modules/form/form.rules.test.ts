import { parseForm } from '@portal/form-kit/form/parse'
import type { Form, Json } from '@portal/form-kit/form/form'
import { describe, expect, test } from 'vitest'
import { asksSomething, cleanForm, cleanValues, findUnkept, judgeFile, listActions } from './form.rules.ts'
import { findFileId, findPersonIds } from './form.rules.ts'
import { listColumns, sayValue, summarize } from './words.rules.ts'
import { listPlaces } from './value.rules.ts'

function read(rules: Json): Form {
  const { form, faults } = parseForm(rules)
  if (!form) throw new Error(JSON.stringify(faults))
  return form
}
const saying = { names: new Map([[7, '王安全']]), plain: (html: string) => html.replace(/<[^>]*>/g, '') }
const options = [
  { value: 1, label: '甲' },
  { value: 2, label: '乙' },
]

test.each([
  ['owner of a draft', 'draft', false, null, [true, false], ['change', 'remove']],
  ['office, of a draft', 'draft', false, null, [false, true], ['change', 'publish', 'remove']],
  ['a stranger, of a draft', 'draft', false, null, [false, false], []],
  ['a stranger, of a form that is open', 'published', false, 1, [false, false], ['fill']],
  ['owner of one that is open', 'published', true, 1, [true, false], ['change', 'fill', 'answers']],
  ['office, no changes', 'published', false, 1, [false, true], ['change', 'retire', 'fill', 'answers']],
  [
    'office, changes',
    'published',
    true,
    1,
    [false, true],
    ['change', 'publish', 'retire', 'fill', 'answers'],
  ],
  ['office, of a retired one', 'retired', false, 2, [false, true], ['change', 'reopen', 'answers']],
] as const)('%s', (_, state, hasChanges, version, [isOwner, isOffice], actions) =>
  expect(listActions({ state, hasChanges, version }, { isOwner, isOffice })).toEqual(actions),
)

test('a form asks something where somebody can type', () => {
  const asks = (rule: Json) => asksSomething(read([rule]))
  expect(asks({ type: 'input', field: 'a' })).toBe(true)
  expect(asks({ type: 'row', children: [{ type: 'rate', field: 'a' }] })).toBe(true)
  expect(asks({ type: 'alert' })).toBe(false)
  expect(asks({ type: 'hidden', field: 'a', value: 1 })).toBe(false)
  expect(asks({ type: 'input', field: 'a', props: { disabled: true } })).toBe(false)
  expect(asks({ type: 'signature-pad', field: 'a' })).toBe(false)
})

describe('rich text', () => {
  const clean = (html: string) => html.replace(/<script>.*?<\/script>/g, '')
  const editor = { type: 'editor', field: 'e' }
  const evil = '<p>a</p><script>x</script>'
  test('is cleaned at every depth, and nothing else is touched', () => {
    const rows = (rules: Json): Json => ({ type: 'group', field: 'g', props: { rules } })
    const form = read([
      editor,
      { type: 'input', field: 'i' },
      rows([
        { ...editor, field: 'x' },
        { type: 'group', field: 'h', props: { rule: editor } },
      ]),
    ])
    const values = { e: evil, i: evil, g: [{ x: evil, h: [evil] }, 'no row', null], unknown: evil }
    expect(cleanValues(form, values, clean)).toEqual({
      e: '<p>a</p>',
      i: evil,
      g: [{ x: '<p>a</p>', h: ['<p>a</p>'] }, 'no row', null],
      unknown: evil,
    })
  })
  test('of a form is cleaned where its fields begin with it, and only then the form is another one', () => {
    const form = read([
      { type: 'group', field: 'g', value: [{ e: evil }], props: { rules: [{ ...editor, value: evil }] } },
    ])
    expect(cleanForm(form, clean)).toBe(true)
    expect(JSON.stringify(form.rule)).not.toContain('script')
    expect(cleanForm(form, clean)).toBe(false)
  })
})

test.each<[props: object, name: string, mime: string, extension: string | undefined, takes: boolean]>([
  [{}, 'a.zip', 'application/zip', 'zip', true],
  [{ accept: '.pdf' }, 'A.PDF', 'application/pdf', 'pdf', true],
  [{ accept: '.pdf' }, 'a.pdf', 'application/zip', 'zip', false],
  [{ accept: '.pdf' }, 'a.pdf', 'text/plain; charset=utf-8', 'txt', false],
  [{ accept: '.jpg' }, 'a.jpeg', 'image/jpeg', 'jpg', true],
  [{ accept: '.doc,.docx' }, 'a.doc', 'application/x-cfb', 'cfb', true],
  [{ accept: '.csv' }, 'a.csv', 'text/plain; charset=utf-8', 'txt', true],
  [{ accept: 'image/*' }, 'a.png', 'image/png', 'png', true],
  [{ accept: 'image/*' }, 'a.png', 'application/pdf', 'pdf', false],
  [{ accept: 'text/plain' }, 'a', 'text/plain; charset=utf-8', 'txt', true],
  [{ accept: '*' }, 'a.bin', 'application/octet-stream', 'bin', true],
  [{ uploadType: 'image' }, 'a.pdf', 'application/pdf', 'pdf', false],
  // Of a file uploaded earlier only the name and the type are known.
  [{ accept: '.pdf' }, 'a.pdf', 'application/pdf', undefined, true],
])('a field %j and the file %s of %s: %s %s', (props, name, mime, extension, takes) => {
  const rule = { type: 'upload', field: 'f', props } as never
  expect(judgeFile(rule, { name, mime, ...(extension && { extension }) }) === null).toBe(takes)
})

test('a file of ours is known by its whole address', () => {
  const id = '11111111-2222-3333-4444-555555555555'
  expect([findFileId(`/api/v2/file/${id}`), findFileId({ url: `/api/v2/file/${id}` })]).toEqual([id, id])
  for (const url of [
    `https://a.cn/api/v2/file/${id}`,
    `/api/v2/file/${id}?x`,
    `/api/v2/file/../${id}`,
    1,
    null,
  ])
    expect(findFileId(url)).toBeUndefined()
})

test('people are numbers, however they are written', () =>
  expect([findPersonIds('12'), findPersonIds([3, '4']), findPersonIds('x')]).toEqual([[12], [3, 4], [0]]))

test('what no text can hold is found where it stands', () => {
  expect(findUnkept({ a: ['x', 'b\u0000'], c: { d: '\ud800' }, e: 'ok👩‍🔬' }).map((f) => f.path)).toEqual([
    'a[1]',
    'c.d',
  ])
})

test('places are told with the rows they stand in', () => {
  const form = read([
    { type: 'subForm', field: 's', props: { rule: [{ type: 'userSelect', field: 'p' }] } },
    { type: 'group', field: 'g', props: { rules: [{ type: 'upload', field: 'f' }] } },
  ])
  const values = { s: { p: 7 }, g: [{ f: ['/a'] }, { f: ['/b'] }] }
  expect(listPlaces(form, values, ['person', 'files']).map((p) => p.path)).toEqual([
    's.p',
    'g[0].f',
    'g[1].f',
  ])
})

test.each<[rule: object, value: Json, said: string]>([
  [{ type: 'input' }, ' x ', ' x '],
  [{ type: 'inputNumber' }, 0, '0'],
  [{ type: 'radio', options }, 2, '乙'],
  [{ type: 'radio', options }, 'by an interface', 'by an interface'],
  [{ type: 'checkbox', options }, [1, 2], '甲、乙'],
  [{ type: 'switch' }, false, '否'],
  [{ type: 'switch', props: { activeText: '参加' } }, true, '参加'],
  [
    { type: 'datePicker', props: { type: 'daterange' } },
    ['2026-01-01', '2026-01-02'],
    '2026-01-01 至 2026-01-02',
  ],
  [
    { type: 'cascader', props: { options: [{ value: 1, label: '杭州', children: options }] } },
    [1, 2],
    '杭州 / 乙',
  ],
  [{ type: 'upload' }, [{ name: 'a.pdf', url: '/x' }], 'a.pdf'],
  [{ type: 'userSelect', props: { multiple: true } }, [7, 8], '王安全、8'],
  [{ type: 'editor' }, '<p>好</p>', '好'],
  [{ type: 'group', props: { rule: { type: 'input', field: 'a' } } }, ['x', 'y'], 'x；y'],
  [
    {
      type: 'group',
      props: {
        rules: [
          { type: 'input', field: 'a', title: '名' },
          { type: 'rate', field: 'b', title: '分' },
        ],
      },
    },
    [{ a: 'x', b: 3 }, { b: 4 }],
    '名：x，分：3；分：4',
  ],
  [{ type: 'input' }, null, ''],
])('%j: %j is said as %s', (rule, value, said) =>
  expect(sayValue({ field: 'f', ...rule } as never, value, saying)).toBe(said),
)

test('a summary has the first fields that say something, and an end', () => {
  const form = read(
    ['a', 'b', 'c', 'd', 'e'].map((field) => ({ type: 'input', field, title: field.toUpperCase() })),
  )
  expect(summarize(form, { b: '1\n2', c: '', d: '3', e: '4' }, saying)).toBe('B：1 2；D：3；E：4')
  expect([...summarize(form, { a: '长'.repeat(500) }, saying)]).toHaveLength(200)
})

test('columns are the newest version’s, then what only older ones have; one title twice is told apart', () => {
  const input = (field: string, title: string) => ({ type: 'input', field, title })
  const columns = listColumns([
    { version: 2, form: read([input('a', '名称'), input('b', '名称')]) },
    { version: 1, form: read([input('old', '旧'), input('a', '旧名')]) },
  ])
  expect([...columns].map(([field, c]) => [field, c.header, [...c.rules.keys()]])).toEqual([
    ['a', '名称（a）', [2, 1]],
    ['b', '名称（b）', [2]],
    ['old', '旧', [1]],
  ])
})
