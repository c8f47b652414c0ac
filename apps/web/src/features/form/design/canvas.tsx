/* oxlint-disable jsx-a11y/no-noninteractive-element-interactions -- the rules in it are buttons; what they do not
   take is the canvas's: their keys, and a click beside all of them */
import { monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { useEffect, useRef } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import { CanvasList } from './canvas-item.tsx'
import { useDesign, useDesigner } from './designer.ts'
import { drop } from './drag.ts'
import { useSlide } from './use-slide.ts'
import { useItemKeys } from './use-item-keys.ts'

/** The form being designed: its rules can be selected and dragged. */
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
  // A click beside all rules selects the form itself.
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
      onKeyDown={onKeys}
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
