import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { idOf } from '@portal/form-kit/edit/list'
import type { RuleId } from '@portal/form-kit/edit/list'
import type { Rule, RuleItem } from '@portal/form-kit/form/form'
import { memo, useEffect, useRef, type KeyboardEvent } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { CanvasItem } from './canvas-item.tsx'
import { useDesign, useDesigner } from './designer.ts'
import { drop, useListDrop } from './drag.ts'
import { useSlide } from './use-slide.ts'
import { useItemKeys } from './use-item-keys.ts'

/** The form as it is drawn: rules where they stand, to be taken, moved and selected. */
export function Canvas() {
  const designer = useDesigner()
  const rules = useDesign(({ design }) => design.form.rule)
  const root = useRef<HTMLDivElement>(null)
  useSlide(root, rules)
  useEffect(
    () =>
      monitorForElements({
        onDrop: ({ source, location }) => drop(designer, source.data, location.current.dropTargets[0]?.data),
      }),
    [designer],
  )
  const onKeys = useItemKeys()
  // A click beside all rules is about the form itself.
  const onBeside = (e: { target: EventTarget }) => {
    if (e.target instanceof Element && !e.target.closest('[data-rule]')) designer.select(null)
  }
  return (
    <div
      ref={root}
      className="fd-canvas"
      role="group"
      aria-label="表单画布"
      onClick={onBeside}
      onKeyDown={(e: KeyboardEvent) => onKeys(e)}
    >
      <CanvasList box={null} items={rules} empty={<EmptyCanvas />} />
    </div>
  )
}

const EmptyCanvas = () => (
  <div className="fd-empty">
    <Icon name="box" size={36} />
    <p>从左侧拖入组件，或点击组件添加到这里</p>
  </div>
)

interface ListProps {
  box: RuleId | null
  items: readonly RuleItem[]
  /** Columns stand side by side. */
  columns?: boolean
  empty: React.ReactNode
}
/** The rules of the form or of a box, with a place to drop behind the last one. */
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
            key={idOf(item)}
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

export interface ItemProps {
  rule: Rule
  box: RuleId | null
  index: number
  count: number
  inRow: boolean
}
