import { forgetNames } from '@portal/form-kit/control/forget'
import { mapRules } from '@portal/form-kit/edit/map'
import type { Form, Method, Rule } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'
import type { Graph } from '@portal/process-kit/model/graph'
import { listWrites } from './workflow.rules.ts'

// A form as those fill it in who are asked: what a later step writes is asked of nobody before, and a step is
// asked for nothing but what it writes.

/** What controls say of these fields by these methods is not so any more, and neither is what `how` takes. */
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

/** The form that the starter fills in: he may leave open what a step writes. */
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

/** The form at a step: everything else keeps what it has, and is not judged again. */
export function closeOthers(form: Form, fields: readonly string[], writes: readonly string[]): Form {
  const closed = new Set(fields.filter((field) => !writes.includes(field)))
  return change(form, closed, ['enabled', 'disabled'], (rule) => ({
    ...rule,
    props: { ...rule.props, disabled: true },
  }))
}

/** Fields that somebody at some step is not shown: no list says what is in them. */
export const listVeiled = (graph: Graph): string[] =>
  Object.values(graph.nodes).flatMap((node) =>
    node.kind === 'task'
      ? Object.entries(node.fields).flatMap(([field, access]) => (access === 'hidden' ? [field] : []))
      : [],
  )
