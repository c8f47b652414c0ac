import { targetFor } from '@portal/form-kit/edit/edit'
import { findSpot } from '@portal/form-kit/edit/list'
import { isRule } from '@portal/form-kit/form/inner'
import { parseForm } from '@portal/form-kit/form/parse'
import { say } from '../../../lib/tell.ts'
import { nameRule } from './design.words.ts'
import type { Designer } from './designer.ts'

// Rules are copied between forms as JSON on the clipboard, a format that other form-create designers share.

/** The selected rule as text; `null` if none is selected. */
export function copySelected({ store }: Designer): string | null {
  const { form, selected } = store.get().design
  const spot = findSpot(form, selected)
  if (!spot) return null
  say('success', `已复制${nameRule(spot.rule)}，可在其他表单中粘贴`)
  return JSON.stringify([spot.rule], null, 2)
}

/** Inserts the rules of a text after the selected rule, or shows why the text holds none. */
export function pasteInto({ store, act }: Designer, text: string): void {
  const parsed = parseForm(text.trim().startsWith('[') || /"rule"\s*:/.test(text) ? text : `[${text}]`)
  if (!parsed.form) {
    say('warning', '剪贴板中的内容不能粘贴为组件', {
      lines: parsed.faults.slice(0, 3).map(({ message }) => message),
    })
    return
  }
  const rules = parsed.form.rule.filter(isRule)
  const { form, selected } = store.get().design
  const [first] = rules
  if (!first) return say('warning', '剪贴板中没有组件')
  act({ do: 'paste', rules, at: targetFor(form, first.type, selected) }, { focus: true })
}
