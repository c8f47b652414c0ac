import type { Component } from '../components/component.ts'
import { createRule, findComponent } from '../components/components.ts'
import type { Form, Json, Rule } from '../form/form.ts'
import { words } from '../words.ts'
import type { RuleId, Spot } from './list.ts'
import { changeRule, findSpot, hasRoom, findId, listIn, findList, put, putInto, takes } from './list.ts'
import { copyFor, fitNames, groupAround, judgeName, makeNamer, rename, listScope } from './names.ts'
import { setAt } from './set.ts'

/** A box (`null` is the form itself) and the index in it before which a rule is inserted. */
export interface Target {
  box: RuleId | null
  index: number
}
export type Way = 'up' | 'down' | 'in' | 'out'

/** All edits of the designer. */
export type Edit =
  | { do: 'insert'; kind: string; at: Target }
  | { do: 'paste'; rules: readonly Rule[]; at: Target }
  | { do: 'move'; id: RuleId; at: Target }
  | { do: 'shift'; id: RuleId; way: Way }
  | { do: 'copy' | 'addAfter' | 'addChild' | 'remove'; id: RuleId }
  | { do: 'rename'; id: RuleId; field: string }
  | { do: 'change'; id: RuleId; change: (rule: Rule) => Rule }
  | { do: 'option'; path: string; value: Json | undefined }
  | { do: 'replace'; form: Form }

/** The form after an edit and the selected rule, or a Chinese sentence why the edit is refused. */
export type Edited = { form: Form; selected: RuleId | null } | { refused: string }

/** Applies an edit. The given form is never mutated; the new one shares its unchanged parts. */
export function applyEdit(form: Form, edit: Edit): Edited {
  switch (edit.do) {
    case 'insert': {
      const component = findComponent(edit.kind)
      return component
        ? add(form, [createFor(form, component)], edit.at)
        : refuse(words.unknownType(edit.kind))
    }
    case 'paste':
      return add(form, copyFor(form, edit.rules), edit.at)
    case 'option':
      return { form: { ...form, options: setAt(form.options, edit.path, edit.value) }, selected: null }
    case 'replace':
      return { form: edit.form, selected: null }
    default: {
      const spot = findSpot(form, edit.id)
      return spot ? applyTo(form, spot, edit) : refuse(words.goneRule)
    }
  }
}

type EditOfOne = Exclude<Edit, { do: 'insert' | 'paste' | 'option' | 'replace' }>
function applyTo(form: Form, spot: Spot, edit: EditOfOne): Edited {
  const { rule, box } = spot
  const here = box && findId(box)
  const after = { box: here, index: spot.index + 1 }
  switch (edit.do) {
    case 'move':
      return move(form, spot, edit.at)
    case 'shift': {
      const at = findWay(form, spot, edit.way)
      return at ? move(form, spot, at) : refuse(words.noWay[edit.way])
    }
    case 'copy':
      return add(form, copyFor(form, [rule]), after)
    case 'addAfter': {
      const component = findComponent(rule.type)
      return component ? add(form, [createFor(form, component)], after) : refuse(words.unknownType(rule.type))
    }
    case 'addChild': {
      const kind = chooseChild(rule)
      const component = kind === null ? undefined : findComponent(kind)
      if (!component) return refuse(words.noChild)
      return add(form, [createFor(form, component)], { box: findId(rule), index: listIn(rule)?.length ?? 0 })
    }
    case 'remove': {
      const next = spot.siblings[spot.index + 1] ?? spot.siblings[spot.index - 1] ?? box
      return { form: put(form, spot, []), selected: typeof next === 'object' ? next && findId(next) : here }
    }
    case 'rename': {
      const fault = judgeName(form, edit.id, edit.field)
      return fault ? refuse(fault) : { form: rename(form, edit.id, edit.field), selected: edit.id }
    }
    case 'change':
      return { form: changeRule(form, edit.id, edit.change), selected: edit.id }
  }
}

const refuse = (refused: string): Edited => ({ refused })

/** The kind of rule that 添加子项 appends; `null` if the rule has no such kind. */
export function chooseChild(rule: Rule): 'col' | 'tabPane' | null {
  const holds = findComponent(rule.type)?.holds
  return holds === 'col' || holds === 'tabPane' ? holds : null
}

/** The initial content of columns and panes that are added on their own. */
const PARTS: Record<string, Partial<Rule>> = {
  col: { props: { span: 12 }, children: [] },
  tabPane: { props: { label: words.newTab }, children: [] },
}
const createFor = (form: Form, component: Component): Rule => ({
  ...createRule(component, makeNamer(form.rule)(component.kind)),
  ...structuredClone(PARTS[component.kind]),
})

function add(form: Form, rules: readonly Rule[], { box, index }: Target): Edited {
  const [first] = rules
  const said = judgeTarget(form, box, rules, true)
  if (said || !first) return refuse(said ?? words.goneRule)
  return {
    form: putInto(form, box, clamp(index, findList(form, box)?.length ?? 0), rules),
    selected: findId(first),
  }
}
const clamp = (index: number, most: number): number => Math.max(0, Math.min(index, most))

/** A Chinese sentence why rules cannot be put into a box; `null` if they can. */
function judgeTarget(form: Form, box: RuleId | null, rules: readonly Rule[], isNew: boolean): string | null {
  const into = box === null ? null : (findSpot(form, box)?.rule ?? null)
  if (box !== null && !into) return words.goneRule
  if (rules.some((rule) => !takes(into, rule))) return words.notHere
  return hasRoom(form, box, rules, isNew) ? null : words.noRoom
}

/** Whether a rule can be moved into the box; the designer offers a drop only then. */
export function mayMove(form: Form, id: RuleId, box: RuleId | null): boolean {
  const spot = findSpot(form, id)
  return (
    spot !== null && !isWithin(form, spot.rule, box) && judgeTarget(form, box, [spot.rule], false) === null
  )
}
/** Whether a box is the rule itself or inside it. */
function isWithin(form: Form, rule: Rule, box: RuleId | null): boolean {
  const spot = findSpot(form, box)
  return spot !== null && (spot.rule === rule || spot.around.includes(rule))
}

function move(form: Form, spot: Spot, at: Target): Edited {
  const id = findId(spot.rule)
  if (isWithin(form, spot.rule, at.box)) return refuse(words.intoItself)
  const said = judgeTarget(form, at.box, [spot.rule], false)
  if (said) return refuse(said)
  const isSame = at.box === (spot.box && findId(spot.box))
  // The rule is removed first, so indices after it in the same list decrease by one.
  const index = isSame && at.index > spot.index ? at.index - 1 : at.index
  if (isSame && index === spot.index) return { form, selected: id }
  const without = put(form, spot, [])
  const into = findSpot(without, at.box)
  const around = into ? [...into.around, into.rule] : []
  const moves = scopeId(around) !== scopeId(spot.around)
  const rules = moves ? fitNames(form, [spot.rule], listScope(without, { around })) : [spot.rule]
  const most = findList(without, at.box)?.length ?? 0
  return { form: putInto(without, at.box, clamp(index, most), rules), selected: id }
}

/** The group that scopes the fields, as an id: rule objects are replaced by each edit, their ids stay. */
function scopeId(around: readonly Rule[]): RuleId | null {
  const group = groupAround(around)
  return group && findId(group)
}

/** The target of a move by keyboard; `null` if there is none. */
function findWay(form: Form, { rule, around, box, siblings, index }: Spot, way: Way): Target | null {
  const here = box && findId(box)
  if (way === 'up') return index > 0 ? { box: here, index: index - 1 } : null
  if (way === 'down') return index < siblings.length - 1 ? { box: here, index: index + 2 } : null
  if (way === 'in') {
    for (const beside of [...siblings.slice(0, index).toReversed(), ...siblings.slice(index + 1)]) {
      const into = typeof beside === 'string' ? null : findBox(beside, rule)
      if (into) return { box: findId(into), index: listIn(into)?.length ?? 0 }
    }
    return null
  }
  // A rule moved out of a column goes after the row, since only columns may stand in a row.
  for (let depth = around.length - 1; depth >= 0; depth--) {
    const outer = depth === 0 ? null : (around[depth - 1] ?? null)
    const left = around[depth]
    if (!left || !takes(outer, rule)) continue
    const list = outer ? (listIn(outer) ?? []) : form.rule
    return { box: outer && findId(outer), index: list.indexOf(left) + 1 }
  }
  return null
}

/** The first box that takes `rule`: `within` itself or a box inside it. */
function findBox(within: Rule, rule: Rule): Rule | null {
  const inner = listIn(within)
  if (!inner) return null
  if (takes(within, rule)) return within
  for (const item of inner) {
    const found = typeof item === 'string' ? null : findBox(item, rule)
    if (found) return found
  }
  return null
}

/** Where a click on the palette inserts a new rule: into the selected box, or after the selected rule. */
export function targetFor(form: Form, kind: string, selected: RuleId | null): Target {
  const end = { box: null, index: form.rule.length }
  const spot = findSpot(form, selected)
  if (!spot) return end
  const probe: Rule = { type: kind }
  const into = findBox(spot.rule, probe)
  if (into) return { box: findId(into), index: listIn(into)?.length ?? 0 }
  for (const [depth, inner] of [...[...spot.around, spot.rule].entries()].toReversed()) {
    const outer = depth === 0 ? null : (spot.around[depth - 1] ?? null)
    if (!takes(outer, probe)) continue
    const list = outer ? (listIn(outer) ?? []) : form.rule
    return { box: outer && findId(outer), index: list.indexOf(inner) + 1 }
  }
  return end
}
