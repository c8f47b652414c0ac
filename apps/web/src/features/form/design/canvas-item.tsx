import { findComponent } from '@portal/form-kit/components/components'
import type { ShownRule } from '@portal/form-kit/control/show'
import { findDefault } from '@portal/form-kit/values/defaults'
import { isMarked } from '@portal/form-kit/check/check'
import { findId, listIn } from '@portal/form-kit/edit/list'
import type { RuleId } from '@portal/form-kit/edit/list'
import type { Rule, RuleItem } from '@portal/form-kit/form/form'
import { readSetting } from '@portal/form-kit/form/judge-settings'
import { memo, useEffect, useMemo, useRef, useState, type CSSProperties, type ReactNode } from 'react'
import { RuleControl } from '../shared/rule-control.tsx'
import { nameKind, nameRule } from './design.words.ts'
import { useDesign, useDesigner } from './designer.ts'
import { useListDrop, useRuleDrag } from './drag.ts'
import { ItemTools } from './item-tools.tsx'
import { useIsFaulty } from './verdict.ts'

interface ListProps {
  box: RuleId | null
  items: readonly RuleItem[]
  /** Whether the items are columns side by side. */
  columns?: boolean
  empty: ReactNode
}
/** The rules of the form or of a box, with a drop target after the last one. */
export const CanvasList = memo(function CanvasList({ box, items, columns = false, empty }: ListProps) {
  const ref = useRef<HTMLDivElement>(null)
  const over = useListDrop(ref, box)
  const rules = items.filter((item) => typeof item !== 'string')
  return (
    <div ref={ref} className="fd-list" data-over={over || undefined} data-columns={columns || undefined}>
      {rules.length === 0 && empty}
      {items.map((item, index) =>
        typeof item === 'string' ? (
          <p key={`text ${index}`} className="fd-text muted">
            {item}
          </p>
        ) : (
          <CanvasItem
            key={findId(item)}
            rule={item}
            box={box}
            count={items.length}
            index={index}
            inRow={columns}
          />
        ),
      )}
      {over && rules.length > 0 && <span className="fd-end" aria-hidden />}
    </div>
  )
})

interface ItemProps {
  rule: Rule
  box: RuleId | null
  index: number
  count: number
  inRow: boolean
}

/** A rule on the canvas. It renders again only when it or its position changes. */
export const CanvasItem = memo(function CanvasItem({ rule, box, index, count, inRow }: ItemProps) {
  const id = findId(rule)
  const { select, store } = useDesigner()
  const selected = useDesign(({ design }) => design.selected === id)
  const focus = useDesign((state) => (state.design.selected === id ? state.focus : 0))
  const faulty = useIsFaulty(id)
  const ref = useRef<HTMLDivElement>(null)
  const grip = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(false)
  const { span, offset } = findGrid(rule, inRow)
  const { edge, dragged } = useRuleDrag(ref, id, box, inRow || span < 24 ? 'columns' : 'rows')
  const inner = listIn(rule)
  useEffect(() => {
    // An edit by keyboard or toolbar asks for the focus, which follows the rule. Other edits do not move it.
    if (focus > 0 && store.get().focus === focus) grip.current?.focus()
  }, [focus, store])
  return (
    <div
      ref={ref}
      className="fd-item"
      data-rule={id}
      data-kind={inner ? 'box' : 'leaf'}
      data-selected={selected || undefined}
      data-faulty={faulty || undefined}
      data-dragged={dragged || undefined}
      style={{ '--span': span, '--offset': offset } as CSSProperties}
      // With nested boxes only the innermost one under the pointer counts.
      onPointerOver={(e) => setNear(isIn(e.target, ref.current))}
      onPointerLeave={() => setNear(false)}
    >
      {inner === null && (
        <div inert className="fd-drawn">
          <Drawn rule={rule} />
        </div>
      )}
      <div
        ref={grip}
        className="fd-grip"
        role="button"
        tabIndex={0}
        aria-pressed={selected}
        aria-label={`${nameRule(rule)}，第 ${index + 1} 项，共 ${count} 项${faulty ? '，有错误' : ''}`}
        onClick={() => select(id)}
        onKeyDown={(e) => {
          if (e.key !== 'Enter' && e.key !== ' ') return
          e.preventDefault()
          select(id)
        }}
      >
        {inner && <span>{nameRule(rule)}</span>}
      </div>
      {inner && (
        <CanvasList
          box={id}
          items={inner}
          columns={findComponent(rule.type)?.kind === 'row'}
          empty={<p className="fd-hint">{emptyWords(rule)}</p>}
        />
      )}
      {(selected || near) && <ItemTools rule={rule} />}
      {edge && <span className="fd-edge" data-edge={edge} aria-hidden />}
    </div>
  )
})

const isIn = (target: EventTarget, item: HTMLElement | null): boolean =>
  target instanceof Element && target.closest('[data-rule]') === item

const emptyWords = (rule: Rule): string => {
  const holds = findComponent(rule.type)?.holds
  if (holds === 'col') return '没有列，请点“添加子项”'
  return holds === 'tabPane' ? '没有标签，请点“添加子项”' : '拖入组件到这里'
}

/** A rule's position in the grid of 24 parts: a column has it in its own settings, others in `col`. */
function findGrid(rule: Rule, inRow: boolean): { span: number; offset: number } {
  const isCol = findComponent(rule.type)?.kind === 'col'
  const read = (name: string) => {
    const value = readSetting(rule, {
      name,
      title: '',
      kind: 'number',
      at: `${isCol ? 'props' : 'col'}.${name}`,
    })
    return typeof value === 'number' && value >= 0 && value <= 24 ? value : undefined
  }
  return {
    span: (inRow && !isCol ? undefined : read('span')) || (isCol ? 12 : 24),
    offset: read('offset') ?? 0,
  }
}

/** A rule as people will see it, disabled. The canvas itself places it in the grid. */
const Drawn = memo(function Drawn({ rule }: { rule: Rule }) {
  const state = useMemo<ShownRule>(() => {
    const { col: _place, ...own } = rule
    return {
      rule: own,
      path: 'rule[0]',
      visible: true,
      disabled: false,
      required: isMarked(rule) || (rule.validate ?? []).some(({ required }) => required === true),
      children: (rule.children ?? []).filter((item) => typeof item === 'string'),
    }
  }, [rule])
  if (findComponent(rule.type)?.kind === 'space') return <div className="fd-space">间距</div>
  if (findComponent(rule.type)?.value === 'any' || !findComponent(rule.type))
    return <p className="fd-plain">{nameKind(rule)}</p>
  return <RuleControl state={state} value={findDefault(rule) ?? null} />
})
