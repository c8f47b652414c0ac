import { parseForm } from '@portal/form-kit/form/parse'
import { expect, test } from 'vitest'
import type { Test } from '../model/graph.ts'
import { drawGraph } from '../testing/draw.ts'
import { judgeGraph, type Known } from './judge.ts'
import { judgeVeils } from './veils.ts'

const known: Known = {
  fields: [
    { field: 'amount', title: '金额', people: false, number: true },
    { field: 'expert', title: '专家', people: true },
  ],
  services: ['tell'],
}
const ends = { s: { kind: 'start' }, e: { kind: 'end' } } as const
const task = { kind: 'task' } as const
const big = { field: 'amount', condition: '>', value: 10 } as const
const told = (...drawn: Parameters<typeof drawGraph>) =>
  judgeGraph(drawGraph(...drawn), known).map(({ element, message }) => `${element}：${message}`)

test('what can run is refused nothing', () => {
  expect(told({ ...ends, a: task }, ['s>a', 'a>e'])).toEqual([])
  // 会签 in parallel, an amount that decides, and a way back to somebody.
  const nodes = {
    ...ends,
    a: task,
    b: task,
    c: task,
    split: { kind: 'parallel' },
    join: { kind: 'parallel' },
    x: { kind: 'choice', otherwise: 'f8' },
  } as const
  const flows = ['s>split', 'split>a', 'split>b', 'a>join', 'b>join', 'join>c', 'c>x'] as const
  expect(told(nodes, [...flows, ['x>c', big], 'x>e'])).toEqual([])
  // 0 and 否 are values, and 未填写 needs none.
  const plain = { ...ends, a: task, x: { kind: 'choice', otherwise: 'f4' } } as const
  const tests: Test[] = [
    { field: 'amount', condition: '>', value: 0 },
    {
      any: [
        { field: 'expert', condition: 'empty' },
        { field: 'amount', condition: 'in', value: ['1', 2.5] },
        { field: 'expert', condition: '==', value: false },
      ],
    },
  ]
  const ways = tests.map((one): [string, Test] => ['x>e', one])
  expect(told(plain, ['s>a', 'a>x', ...ways, 'x>e'])).toEqual([])
})

test('a flow with two comparisons without a value is refused once', () => {
  const blank = { field: 'amount', condition: '<', value: '' } as const
  const nodes = { ...ends, a: task, x: { kind: 'choice', otherwise: 'f3' } } as const
  expect(told(nodes, ['s>a', 'a>x', ['x>e', { all: [blank, blank] }], 'x>e'])).toHaveLength(1)
})

test.each<[string, Parameters<typeof drawGraph>, string]>([
  ['no start', [{ e: { kind: 'end' } }, []], 'null：流程没有开始事件'],
  ['two starts', [{ ...ends, z: { kind: 'start' } }, ['s>e', 'z>e']], 'z：流程只能有一个'],
  ['no end', [{ s: { kind: 'start' }, a: task }, ['s>a', 'a>a']], 'null：流程没有结束事件'],
  ['nobody comes here', [{ ...ends, a: task }, ['s>e', 'a>e']], 'a：从开始事件走不到这里'],
  ['no way out', [{ ...ends, a: task }, ['s>a']], 'a：没有出线'],
  ['round for ever', [{ ...ends, a: task, b: task }, ['s>a', 'a>b', 'b>a']], 'a：从这里走不到结束事件'],
  ['two ways without a gateway', [{ ...ends, a: task }, ['s>a', 'a>e', 'a>e']], 'a：只能有一条出线'],
  ['a gateway without a way', [{ ...ends, x: { kind: 'choice' } }, ['s>x']], 'x：网关没有出线'],
  [
    'a way without a condition',
    [{ ...ends, x: { kind: 'choice', otherwise: 'f2' } }, ['s>x', 'x>e', 'x>e']],
    'f1：排他网关的每条',
  ],
  [
    'no default',
    [{ ...ends, x: { kind: 'choice' } }, ['s>x', ['x>e', big], ['x>e', big]]],
    'x：排他网关须指定',
  ],
  ['nobody', [{ ...ends, a: { kind: 'task', actors: [] } }, ['s>a', 'a>e']], 'a：没有指定办理人'],
  [
    'a field that is not there',
    [
      { ...ends, a: task, x: { kind: 'choice', otherwise: 'f3' } },
      ['s>a', 'a>x', ['x>e', { field: 'price', condition: 'empty' }], 'x>e'],
    ],
    'f2：表单中没有字段“price”',
  ],
  [
    'a comparison without a value',
    [
      { ...ends, a: task, x: { kind: 'choice', otherwise: 'f3' } },
      ['s>a', 'a>x', ['x>e', { any: [big, { field: 'amount', condition: '<', value: '' }] }], 'x>e'],
    ],
    'f2：条件不完整',
  ],
  [
    'a number compared with a text',
    [
      { ...ends, a: task, x: { kind: 'choice', otherwise: 'f3' } },
      ['s>a', 'a>x', ['x>e', { field: 'amount', condition: '>', value: '50,000' }], 'x>e'],
    ],
    'f2：“金额”是数字，条件的值也须是数字',
  ],
  [
    'half a range',
    [
      { ...ends, a: task, x: { kind: 'choice', otherwise: 'f3' } },
      ['s>a', 'a>x', ['x>e', { field: 'amount', condition: 'between', value: [1] }], 'x>e'],
    ],
    'f2：条件不完整',
  ],
  [
    'a field that names nobody',
    [
      {
        ...ends,
        a: { kind: 'task', actors: [{ kind: 'formField', value: 'amount', of: null, label: null }] },
      },
      ['s>a', 'a>e'],
    ],
    'a：表单字段“金额”不能',
  ],
  [
    'a service of one’s own',
    [{ ...ends, v: { kind: 'service', service: 'rm' } }, ['s>v', 'v>e']],
    'v：没有名为“rm”',
  ],
  [
    'a circle without people',
    [
      { ...ends, x: { kind: 'choice' }, y: { kind: 'choice', otherwise: 'f3' } },
      ['s>x', 'x>y', ['y>x', big], 'y>e'],
    ],
    'x：这个循环中',
  ],
  [
    'a join that never fills',
    [
      { ...ends, x: { kind: 'choice', otherwise: 'f2' }, a: task, b: task, j: { kind: 'parallel' } },
      ['s>x', ['x>a', big], 'x>b', 'a>j', 'b>j', 'j>e'],
    ],
    'j：有的走法使并行网关等不齐',
  ],
  [
    'a split that never joins',
    [
      { ...ends, p: { kind: 'parallel' }, a: task, b: task, c: task },
      ['s>p', 'p>a', 'p>b', 'a>c', 'b>c', 'c>e'],
    ],
    'e：有的走法会让流程同时两次',
  ],
])('%s is refused', (_, drawn, sentence) => {
  expect(told(...drawn).find((said) => said.startsWith(sentence))).toBeDefined()
})

test('a process that could go too many ways is refused, and that quickly', () => {
  const names = Array.from({ length: 20 }, (_, i) => `t${i}`)
  const nodes = { ...ends, p: { kind: 'parallel' }, j: { kind: 'parallel' } } as const
  const tasks = Object.fromEntries(names.map((name) => [name, task]))
  const flows = ['s>p', ...names.flatMap((name) => [`p>${name}`, `${name}>j`]), 'j>e']
  const started = Date.now()
  expect(told({ ...nodes, ...tasks }, flows)).toEqual([expect.stringContaining('走法超过 20000 种')])
  // All of the million ways would take minutes; a busy machine needs some seconds for 20,000.
  expect(Date.now() - started).toBeLessThan(25_000)
})

test('a step writes nothing that depends on what is hidden there', () => {
  const { form } = parseForm({
    rule: [
      {
        type: 'input',
        field: 'kind',
        title: '类别',
        control: [
          { value: '进口', condition: '==', rule: ['proof', 'box'] },
          { value: '进口', condition: '==', method: 'required', rule: ['note'] },
        ],
      },
      {
        type: 'input',
        field: 'proof',
        title: '论证',
        control: [{ condition: 'notEmpty', method: 'enabled', rule: ['opinion'] }],
      },
      { type: 'input', field: 'opinion', title: '论证意见' },
      { type: 'input', field: 'note', title: '备注' },
      { type: 'row', name: 'box', children: [{ type: 'input', field: 'inside', title: '免税说明' }] },
    ],
    options: {},
  })
  if (!form) throw new Error('the form is one')
  const judge = (fields: { [field: string]: 'hidden' | 'write' }) => {
    const graph = drawGraph({ ...ends, a: { kind: 'task', fields } }, ['s>a', 'a>e'])
    return judgeVeils(graph, form).map(({ element, message }) => `${element}：${message}`)
  }
  const sentence = (title: string, by: string) =>
    expect.stringContaining(`a：“${title}”是否需要填写由“${by}”决定`)
  expect(judge({ kind: 'hidden', proof: 'write' })).toEqual([sentence('论证', '类别')])
  expect(judge({ kind: 'hidden', opinion: 'write' })).toEqual([sentence('论证意见', '类别')])
  expect(judge({ proof: 'hidden', opinion: 'write' })).toEqual([sentence('论证意见', '论证')])
  expect(judge({ kind: 'hidden', inside: 'write' })).toEqual([sentence('免税说明', '类别')])
  expect(judge({ kind: 'hidden', note: 'write' })).toEqual([])
  expect(judge({ note: 'hidden', proof: 'write' })).toEqual([])
})
