import {
  modeWords,
  nobodyWords,
  timerWords,
  type Actor,
  type Graph,
  type Node,
  type Starter,
} from '@portal/process-kit/model/graph'
import { describeCondition, parseCondition } from './condition.ts'
import { kinds } from './kinds.ts'
import type { KnownField } from './known-fields.ts'

/** One difference of the later diagram from the earlier one. */
export interface Difference {
  how: 'added' | 'removed' | 'changed'
  /** The element's id, in the diagram that contains it. */
  id: string
  text: string
}
const name = (graph: Graph, id: string): string => {
  const node = graph.nodes[id]
  return node ? `${kinds[node.kind].name}“${node.name || id}”` : id
}
const isAlike = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * The differences between two versions, as Chinese sentences. A moved shape is no difference.
 * `fields`: the titles that conditions show for fields of the form.
 */
export function compareGraphs(before: Graph, after: Graph, fields: readonly KnownField[] = []): Difference[] {
  const found: Difference[] = []
  if (before.form !== after.form) found.push({ how: 'changed', id: after.id, text: '绑定了另一个表单' })
  if (before.batch !== after.batch)
    found.push({ how: 'changed', id: after.id, text: after.batch ? '允许批量办理' : '不再允许批量办理' })
  const [had, has] = [before, after].map(({ starters = [] }) => starters)
  if (!isAlike(had, has))
    found.push({
      how: 'changed',
      id: after.id,
      text: `发起范围由${listStarters(had)}改为${listStarters(has)}`,
    })
  for (const node of Object.values(after.nodes)) {
    const old = before.nodes[node.id]
    if (!old) found.push({ how: 'added', id: node.id, text: `增加了${name(after, node.id)}` })
    else
      for (const text of compareNodes(old, node))
        found.push({ how: 'changed', id: node.id, text: `${name(after, node.id)}：${text}` })
  }
  for (const { id } of Object.values(before.nodes))
    if (!after.nodes[id]) found.push({ how: 'removed', id, text: `删除了${name(before, id)}` })
  return [...found, ...compareFlows(before, after, fields)]
}

function compareFlows(before: Graph, after: Graph, fields: readonly KnownField[]): Difference[] {
  const way = (graph: Graph, id: string) => {
    const flow = graph.flows[id]
    return flow ? `从${name(graph, flow.from)}到${name(graph, flow.to)}的连线` : id
  }
  const found: Difference[] = []
  for (const flow of Object.values(after.flows)) {
    const old = before.flows[flow.id]
    const text = way(after, flow.id)
    if (!old) found.push({ how: 'added', id: flow.id, text: `增加了${text}` })
    else if (old.from !== flow.from || old.to !== flow.to)
      found.push({ how: 'changed', id: flow.id, text: `${way(before, flow.id)}改为${text}` })
    else if (!isAlike(old.test, flow.test))
      found.push({
        how: 'changed',
        id: flow.id,
        text: `${text}：${compareTests(old.test, flow.test, fields)}`,
      })
  }
  for (const { id } of Object.values(before.flows))
    if (!after.flows[id]) found.push({ how: 'removed', id, text: `删除了${way(before, id)}` })
  return found
}

type Test = Graph['flows'][string]['test']
function compareTests(old: Test, now: Test, fields: readonly KnownField[]): string {
  const spell = (test: Test): string | null => {
    const group = test ? parseCondition(JSON.stringify(test)) : null
    return group && `“${describeCondition(group, fields)}”`
  }
  const [was, is] = [spell(old), spell(now)]
  if (was && is) return `条件由${was}改为${is}`
  return is ? `设置了条件${is}` : `去掉了条件${was ?? ''}`
}

function compareNodes(a: Node, b: Node): string[] {
  if (a.kind !== b.kind) return [`由${kinds[a.kind].name}改为${kinds[b.kind].name}`]
  const said: string[] = []
  if (a.name !== b.name) said.push(`名称由“${a.name}”改为“${b.name}”`)
  if (a.kind === 'choice' && b.kind === 'choice' && a.otherwise !== b.otherwise) said.push('默认路径不同')
  if (
    a.kind === 'service' &&
    b.kind === 'service' &&
    !isAlike([a.service, a.settings], [b.service, b.settings])
  )
    said.push('自动步骤的设置不同')
  if ((a.kind === 'task' || a.kind === 'service') && 'copies' in b && !isAlike(a.copies, b.copies))
    said.push('抄送人不同')
  if (a.kind !== 'task' || b.kind !== 'task') return said
  if (!isAlike(a.actors, b.actors)) said.push(`办理人由${list(a.actors)}改为${list(b.actors)}`)
  if (a.mode !== b.mode || a.percent !== b.percent) said.push(`多人办理由${spellMode(a)}改为${spellMode(b)}`)
  if (a.nobody !== b.nobody) said.push(`无人办理时由${nobodyWords[a.nobody]}改为${nobodyWords[b.nobody]}`)
  if (!isAlike(a.timer, b.timer)) said.push(`时限由${spellTimer(a)}改为${spellTimer(b)}`)
  if (!isAlike(a.fields, b.fields)) said.push('字段权限不同')
  return said
}
type Task = Node & { kind: 'task' }
const list = (actors: readonly Actor[]): string =>
  actors.length === 0
    ? '无'
    : `“${actors.map(({ label, kind, value }) => label ?? value ?? kind).join('、')}”`
const listStarters = (starters: readonly Starter[] = []): string =>
  starters.length === 0 ? '所有人' : `“${starters.map(({ label, value }) => label ?? value).join('、')}”`
const spellMode = ({ mode, percent }: Task): string =>
  mode === 'percent' ? `${modeWords[mode]}（${percent}%）` : modeWords[mode]
const spellTimer = ({ timer }: Task): string =>
  timer ? `${timer.hours} 小时后${timerWords[timer.deed]}` : '不设'
