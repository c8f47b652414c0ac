import { findId, walk } from '@portal/form-kit/edit/list'
import type { RuleId } from '@portal/form-kit/edit/list'
import type { Fault, Form } from '@portal/form-kit/form/form'
import { findRowRules } from '@portal/form-kit/form/inner'
import { pathTo } from '@portal/form-kit/form/scan'
import { parseForm } from '@portal/form-kit/form/parse'
import { createContext, use, useDeferredValue, useMemo } from 'react'
import { useDesign } from './designer.ts'

/** The faults of the current form, by rule. */
export interface Judged {
  faults: readonly Fault[]
  notes: readonly Fault[]
  byRule: ReadonlyMap<RuleId, readonly Fault[]>
}
const NOTHING: Judged['byRule'] = new Map()
/** The faults by rule. Without faults the value stays the same object, so an edit renders no other rule. */
export const FaultsContext = createContext<Judged['byRule']>(NOTHING)

/** Judges the form after each edit, as a deferred (low priority) render. */
export function useJudged(): Judged {
  const form = useDeferredValue(useDesign(({ design }) => design.form))
  return useMemo(() => judge(form), [form])
}

export function judge(form: Form): Judged {
  const { faults, notes } = parseForm({ rule: form.rule, options: form.options }, { forSaving: true })
  if (faults.length === 0) return { faults, notes, byRule: NOTHING }
  const places = listPlaces(form)
  const byRule = new Map<RuleId, Fault[]>()
  for (const fault of faults) {
    const owner = places.find(({ path }) => isUnder(fault.path, path))
    if (!owner) continue
    const path = fault.path.slice(owner.path.length + 1)
    byRule.set(owner.id, [...(byRule.get(owner.id) ?? []), { path, message: fault.message }])
  }
  return { faults, notes, byRule }
}
const isUnder = (path: string, rule: string): boolean =>
  path === rule || path.startsWith(`${rule}.`) || path.startsWith(`${rule}[`)

/** The paths of all rules, the innermost first. */
function listPlaces(form: Form): { id: RuleId; path: string }[] {
  const paths = new Map<RuleId, string>()
  const places: { id: RuleId; path: string }[] = []
  for (const { rule, box, index } of walk(form.rule)) {
    const list = box ? `${paths.get(findId(box)) ?? ''}.${findRowRules(box)?.at ?? 'children'}` : 'rule'
    const path = pathTo(list, index)
    paths.set(findId(rule), path)
    places.unshift({ id: findId(rule), path })
  }
  return places
}

export const useIsFaulty = (id: RuleId): boolean => use(FaultsContext).has(id)
/** The fault of a rule's setting at a path such as `props.min`. */
export function useFaultAt(id: RuleId, path: string): string | null {
  const faults = use(FaultsContext).get(id) ?? []
  return faults.find((fault) => fault.path === path)?.message ?? null
}
