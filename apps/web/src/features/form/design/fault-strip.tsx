import type { RuleId } from '@portal/form-kit/edit/list'
import { findSpot } from '@portal/form-kit/edit/list'
import { useState } from 'react'
import { nameRule } from './design.words.ts'
import { useDesign, useDesigner } from './designer.ts'
import { Findings } from './exchange.tsx'
import type { Judged } from './verdict.ts'

/** Lists the faults that prevent saving; a click selects the rule. */
export function FaultStrip({ judged: { faults, notes, byRule } }: { judged: Judged }) {
  const { select } = useDesigner()
  const form = useDesign(({ design }) => design.form)
  const [open, setOpen] = useState(false)
  if (faults.length === 0 && notes.length === 0) return null
  const named = [...byRule].flatMap(([id, found]) => {
    const spot = findSpot(form, id)
    return spot ? found.map((fault) => ({ id, name: nameRule(spot.rule), ...fault })) : []
  })
  const go = (id: RuleId) => {
    select(id, true)
    setOpen(false)
  }
  return (
    <section className="fd-strip" data-fault={faults.length > 0 || undefined} aria-label="表单检查">
      <button type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
        {faults.length > 0
          ? `有 ${faults.length} 处错误，改正后才能保存`
          : `有 ${notes.length} 处内容保留但不起作用`}
        <span aria-hidden>{open ? '收起' : '查看'}</span>
      </button>
      {open && (
        <>
          <ul>
            {named.map(({ id, name, path, message }, i) => (
              <li key={i}>
                <button type="button" onClick={() => go(id)}>
                  {name}
                </button>
                <code>{path}</code> {message}
              </li>
            ))}
          </ul>
          <Findings title="说明" items={notes} />
        </>
      )}
    </section>
  )
}
