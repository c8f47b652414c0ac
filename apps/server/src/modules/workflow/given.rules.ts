import { forgetNames } from '@portal/form-kit/control/forget'
import { mapRules } from '@portal/form-kit/edit/map'
import type { Form, Method, Rule } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'
import type { Graph } from '@portal/process-kit/model/graph'
import { listWrites } from './workflow.rules.ts'

// The form as each person fills it in: the starter need not fill in what a later step writes, and a step is
// asked only for the fields it writes.

/** Applies `how` to these fields, and drops what controls say about them by these methods. */
function change(
  form: Form,
  fields: ReadonlySet<string>,
  methods: readonly Method[],
  how: (rule: Rule) => Rule,
): Form {
  const isConcerned = ({ field }: Rule) => field !== undefined && fields.has(field)
  const names = new Set(
    listRules(form.rule, '').flatMap(({ rule }) =>
      isConcerned(rule) ? [rule.field, rule.name].filter((name) => name !== undefined) : [],
    ),
  )
  const changed = (rule: Rule): Rule => {
    const said = forgetNames(rule, names, methods)
    return isConcerned(rule) ? how(said) : said
  }
  return { ...form, rule: [...mapRules(form.rule, changed, false)] }
}

/** The form for the starter: fields that a step writes are optional. */
export function openForStarter(form: Form, graph: Graph): Form {
  const written = new Set(Object.keys(graph.nodes).flatMap((id) => listWrites(graph, id)))
  if (written.size === 0) return form
  return change(form, written, ['required'], ({ $required: _, ...rule }) =>
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

/**
 * The form at a step: other fields are disabled, keep their values, and are not validated again. A field that
 * is drawn disabled, so that the starter leaves it, is open at the steps that write it.
 */
export function closeOthers(form: Form, fields: readonly string[], writes: readonly string[]): Form {
  const closed = new Set(fields.filter((field) => !writes.includes(field)))
  const disable = (rule: Rule, disabled: boolean): Rule => ({ ...rule, props: { ...rule.props, disabled } })
  const shut = change(form, closed, ['enabled', 'disabled'], (rule) => disable(rule, true))
  return change(shut, new Set(writes), [], (rule) => disable(rule, false))
}

/** Fields that are hidden at some step: summaries in lists must not contain them. */
export const listVeiled = (graph: Graph): string[] =>
  Object.values(graph.nodes).flatMap((node) =>
    node.kind === 'task'
      ? Object.entries(node.fields).flatMap(([field, access]) => (access === 'hidden' ? [field] : []))
      : [],
  )
