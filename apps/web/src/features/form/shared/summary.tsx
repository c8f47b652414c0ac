import { findTitle } from '@portal/form-kit/check/title'
import { flatten, type ShownRule } from '@portal/form-kit/control/show'
import type { Form } from '@portal/form-kit/form/form'
import { listRules } from '@portal/form-kit/form/inner'
import { Icon } from '../../../ui/icon.tsx'
import type { FaultsAt } from './view-context.ts'

/** Faults that no visible field shows: those of the whole answer and of invisible fields. */
export function Summary({
  form,
  shown,
  faults,
}: {
  form: Form
  shown: readonly ShownRule[]
  faults: FaultsAt
}) {
  if (faults.size === 0) return null
  const states = new Map(flatten(shown).map((state) => [state.rule.field, state]))
  const known = new Set(listRules(form.rule, '').map(({ rule }) => rule.field))
  const lines = [...faults].flatMap(([path, sentences]) => {
    const field = /^[^.[]*/.exec(path)?.[0] ?? ''
    const state = states.get(field)
    if (state?.visible) return []
    // A field that is no longer shown has no faults.
    if (!state) return known.has(field) ? [] : sentences
    return sentences.map((sentence) => `${findTitle(state.rule)}：${sentence}`)
  })
  if (lines.length === 0) return null
  return (
    <div className="fv-summary" role="alert" tabIndex={-1}>
      <Icon name="warn" size={18} />
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
}
