import type { Form } from '../form/form.ts'
import type { Edit } from './edit.ts'
import { applyEdit } from './edit.ts'
import type { RuleId } from './list.ts'
import { findSpot } from './list.ts'

/** The maximum number of undo steps. Each is a form that shares nearly all its parts with its neighbours. */
export const MOST_STEPS = 300
/** Typing into one box is one undo step until the designer pauses for this long. */
const ONE_STEP_MS = 1_000

/** The designer's state. It is immutable: every edit makes a new one. */
export interface Design {
  form: Form
  /** The selected rule; `null` is the form itself. */
  selected: RuleId | null
  past: readonly Form[]
  future: readonly Form[]
  /** What the last step changed and when (milliseconds): more edits of the same soon after join that step. */
  last: { what: string; at: number } | null
}

export const startDesign = (form: Form): Design => ({
  form,
  selected: null,
  past: [],
  future: [],
  last: null,
})

export const select = (design: Design, id: RuleId | null): Design =>
  design.selected === id ? design : { ...design, selected: id, last: null }

/**
 * Applies an edit and records an undo step.
 *
 * @param now The time in milliseconds; edits close in time may join into one step.
 * @param what A name for the box that is typed into; without it the edit is a step of its own.
 */
export function perform(
  design: Design,
  edit: Edit,
  now: number,
  what?: string,
): { design: Design; refused: string | null } {
  const edited = applyEdit(design.form, edit)
  if ('refused' in edited) return { design, refused: edited.refused }
  // Settings may still be applied to a rule that was just left; that does not select it again.
  const keeps = edit.do === 'option' || edit.do === 'change' ? design.selected : edited.selected
  if (edited.form === design.form) return { design: select(design, keeps), refused: null }
  const { last } = design
  const goesOn = what !== undefined && last?.what === what && now - last.at < ONE_STEP_MS
  return {
    design: {
      form: edited.form,
      selected: keeps,
      past: goesOn ? design.past : [...design.past, design.form].slice(-MOST_STEPS),
      future: [],
      last: what === undefined ? null : { what, at: now },
    },
    refused: null,
  }
}

/** The design one step ago. The selection stays if that rule existed then. */
export function undo(design: Design): Design {
  const form = design.past.at(-1)
  if (!form) return design
  return goTo(design, form, design.past.slice(0, -1), [design.form, ...design.future])
}
export function redo(design: Design): Design {
  const [form, ...future] = design.future
  if (!form) return design
  return goTo(design, form, [...design.past, design.form], future)
}
function goTo(design: Design, form: Form, past: readonly Form[], future: readonly Form[]): Design {
  const selected = findSpot(form, design.selected) ? design.selected : null
  return { form, selected, past, future, last: null }
}
