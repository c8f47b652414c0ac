import { mapRules } from '@portal/form-kit/edit/map'
import type { Form, Rule } from '@portal/form-kit/form/form'
import type { Graph } from '@portal/process-kit/model/graph'
import { listWrites } from './workflow.rules.ts'

// A form as those fill it in who are asked: what a later step writes is asked of nobody before, and a step is
// asked for nothing but what it writes.

const change = (form: Form, fields: ReadonlySet<string>, how: (rule: Rule) => Rule): Form => ({
  ...form,
  rule: [
    ...mapRules(
      form.rule,
      (rule) => (rule.field !== undefined && fields.has(rule.field) ? how(rule) : rule),
      false,
    ),
  ],
})

/** The form that the starter fills in: he may leave open what a step writes. */
export function openForStarter(form: Form, graph: Graph): Form {
  const written = new Set(Object.keys(graph.nodes).flatMap((id) => listWrites(graph, id)))
  if (written.size === 0) return form
  return change(form, written, ({ $required: _, ...rule }) =>
    rule.validate
      ? {
          ...rule,
          validate: rule.validate
            .filter((entry) => entry.mode !== 'required')
            .map((entry) => ({ ...entry, required: false })),
        }
      : rule,
  )
}

/** The form at a step: everything else keeps what it has, and is not judged again. */
export function closeOthers(form: Form, fields: readonly string[], writes: readonly string[]): Form {
  const closed = new Set(fields.filter((field) => !writes.includes(field)))
  return change(form, closed, (rule) => ({ ...rule, props: { ...rule.props, disabled: true } }))
}

/** Fields that somebody at some step is not shown: no list says what is in them. */
export const listVeiled = (graph: Graph): string[] =>
  Object.values(graph.nodes).flatMap((node) =>
    node.kind === 'task'
      ? Object.entries(node.fields).flatMap(([field, access]) => (access === 'hidden' ? [field] : []))
      : [],
  )
