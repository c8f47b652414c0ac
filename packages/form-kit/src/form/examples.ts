import type { Json } from './form.ts'

// For tests: each kind of component as form-create's public documentation describes it, with its value. The
// form kit parses and judges them, and the browser renders them. Titles and values are our own.

export const region: Json = [
  {
    value: 'hz',
    label: '杭州',
    children: [{ value: 'xh', label: '西湖', children: [{ value: 'gs', label: '孤山' }] }],
  },
  { value: 'nb', label: '宁波' },
]
const nodes: Json = [
  {
    id: 1,
    title: '全部',
    expand: true,
    children: [
      { id: 2, title: '查看' },
      { id: 3, title: '修改', disabled: true },
    ],
  },
]
export const pair = [
  { value: 0, label: '甲', disabled: false },
  { value: 1, label: '乙', disabled: false },
]

/** A rule, a value that it accepts, and one that it refuses. */
export const components: [name: string, rule: Json, good: Json, bad: Json][] = [
  [
    'input',
    { type: 'input', field: 'f', title: '样品名称', props: { disabled: false }, col: { span: 12 } },
    '钢',
    ['x'],
  ],
  [
    'textarea',
    { type: 'input', field: 'f', props: { type: 'textarea', maxlength: 4, rows: 4 } },
    '四个字符',
    '五个字符呀',
  ],
  ['autoComplete', { type: 'autoComplete', field: 'f', props: { data: ['a', 'b'] } }, 'c', { a: 1 }],
  [
    'inputNumber',
    { type: 'inputNumber', field: 'f', value: 1, props: { precision: 2, max: 9 } },
    1.25,
    1.255,
  ],
  ['number', { type: 'number', field: 'f', value: 0 }, '12', 'twelve'],
  ['radio', { type: 'radio', field: 'f', value: 0, options: pair }, 1, 2],
  ['checkbox', { type: 'checkbox', field: 'f', value: [0], options: pair }, [0, 1], [0, 0]],
  ['select', { type: 'select', field: 'f', options: pair, props: { multiple: true } }, [1], 1],
  [
    'disabled option',
    { type: 'select', field: 'f', options: [{ ...pair[0], disabled: true }, pair[1] ?? null] },
    1,
    0,
  ],
  [
    'switch',
    { type: 'switch', field: 'f', value: '1', props: { activeValue: '1', inactiveValue: '0' } },
    '0',
    true,
  ],
  ['switch by el', { type: 'el-switch', field: 'f' }, true, 1],
  [
    'datePicker',
    { type: 'DatePicker', field: 'f', props: { type: 'datetime' } },
    '2026-02-28 12:00:00',
    '2026-02-29',
  ],
  [
    'datetimerange',
    { type: 'datePicker', field: 'f', props: { type: 'datetimerange' } },
    ['2026-01-01', '2026-01-02'],
    ['2026-01-02', '2026-01-01'],
  ],
  ['timePicker', { type: 'timePicker', field: 'f' }, '09:30:00', '25:00:00'],
  [
    'time range',
    { type: 'timePicker', field: 'f', props: { isRange: true } },
    ['09:00:00', '11:00:00'],
    '09:00:00',
  ],
  [
    'slider',
    { type: 'slider', field: 'f', value: [0, 50], props: { range: true, max: 60 } },
    [3, 60],
    [3, 61],
  ],
  ['rate', { type: 'rate', field: 'f', value: 3.5, props: { allowHalf: true } }, 4.5, 5.5],
  [
    'colorPicker',
    { type: 'colorPicker', field: 'f', value: '#f0a1b2', props: { format: 'hex' } },
    '#fff',
    'red;',
  ],
  [
    'cascader',
    { type: 'cascader', field: 'f', props: { options: region } },
    ['hz', 'xh', 'gs'],
    ['hz', 'xh'],
  ],
  [
    'cascader half way',
    { type: 'cascader', field: 'f', props: { options: region, changeOnSelect: true } },
    ['hz', 'xh'],
    ['hz', 'nb'],
  ],
  [
    'upload',
    { type: 'upload', field: 'f', props: { action: '/api/file', limit: 2 } },
    ['/file/1', 'https://a.cn/2.png'],
    ['javascript:alert(1)'],
  ],
  [
    'tree',
    { type: 'tree', field: 'f', value: [], props: { data: nodes, props: { label: 'title' } } },
    [1, 2],
    [3],
  ],
  [
    'transfer',
    {
      type: 'transfer',
      field: 'f',
      props: {
        data: [
          { key: 1, label: '一' },
          { key: 2, label: '二' },
        ],
      },
    },
    [2],
    [4],
  ],
  [
    'group of values',
    {
      type: 'group',
      field: 'f',
      props: { min: 1, max: 2, rule: { type: 'input', field: 'a', validate: [{ required: true }] } },
    },
    ['x', 'y'],
    ['x', ''],
  ],
  [
    'group of rows',
    {
      type: 'group',
      field: 'f',
      props: {
        rules: [
          { type: 'input', field: 'a' },
          { type: 'number', field: 'b' },
        ],
      },
    },
    [{ a: '1', b: 2 }],
    [{ c: 1 }],
  ],
  [
    'subForm',
    { type: 'subForm', field: 'f', props: { rule: [{ type: 'input', field: 'a' }] } },
    { a: 'x' },
    'x',
  ],
  [
    'table',
    {
      type: 'dynamicTable',
      field: 'f',
      props: {
        columns: [
          { label: '名称', prop: 'n' },
          { label: '', prop: 'm' },
        ],
      },
    },
    [{ n: 'x' }],
    [{ m: 'x' }],
  ],
  [
    'select by interface',
    {
      type: 'select',
      field: 'f',
      options: [],
      effect: {
        fetch: { action: '/api/labs', to: 'options', method: 'GET', parse: 'function (r) { return r.rows }' },
      },
    },
    '330000',
    {},
  ],
  ['select by address', { type: 'select', field: 'f', fetch: '/api/labs' }, 'x', {}],
]
