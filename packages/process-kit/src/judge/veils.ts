import { findTitle } from '@portal/form-kit/check/title'
import { readDeciders } from '@portal/form-kit/control/deciders'
import type { Form } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'
import type { Fault, Graph } from '../model/graph.ts'
import { words } from '../words.ts'

/**
 * Reports steps at which a field is writable but the field that decides over it is hidden. The browser would
 * not have the deciding value and would not show the field, and the server would refuse it as empty.
 */
export function judgeVeils(graph: Graph, form: Form): Fault[] {
  const tasks = Object.values(graph.nodes).filter((node) => node.kind === 'task')
  if (!tasks.some(({ fields }) => Object.values(fields).includes('hidden'))) return []
  const findDeciders = readDeciders(form)
  const titles = new Map(listRules(form.rule, '').map(({ rule }) => [rule.field, findTitle(rule)]))
  const say = (field: string): string => titles.get(field) ?? field
  return tasks.flatMap(({ id, fields }) =>
    Object.entries(fields).flatMap(([field, access]) => {
      const hidden =
        access === 'write' ? [...findDeciders(field)].find((by) => fields[by] === 'hidden') : undefined
      return hidden === undefined ? [] : [{ element: id, message: words.veiled(say(field), say(hidden)) }]
    }),
  )
}
