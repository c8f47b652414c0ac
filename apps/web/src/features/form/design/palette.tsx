import type { Component } from '@portal/form-kit/components/component'
import { components } from '@portal/form-kit/components/components'
import { targetFor } from '@portal/form-kit/edit/edit'
import { useRef } from 'react'
import { useDesigner } from './designer.ts'
import { useKindDrag } from './drag.ts'

const groups = [
  { palette: 'main', title: '主要组件' },
  { palette: 'aide', title: '辅助组件' },
  { palette: 'layout', title: '布局组件' },
] as const

/** All components: drag one to its place, or click it to insert it after the selected rule. */
export const Palette = () => (
  <aside className="fd-palette" aria-label="组件">
    {groups.map(({ palette, title }) => (
      <section key={palette}>
        <h2>{title}</h2>
        <ul>
          {components
            .filter((component) => component.palette === palette)
            .map((component) => (
              <li key={component.kind}>
                <Kind component={component} />
              </li>
            ))}
        </ul>
      </section>
    ))}
  </aside>
)

/** Not a button element: some browsers do not let buttons be dragged. */
function Kind({ component: { kind, title } }: { component: Component }) {
  const { act, store } = useDesigner()
  const ref = useRef<HTMLDivElement>(null)
  useKindDrag(ref, kind)
  const add = (focus: boolean) => {
    const { form, selected } = store.get().design
    act({ do: 'insert', kind, at: targetFor(form, kind, selected) }, { focus })
  }
  return (
    <div
      ref={ref}
      className="fd-kind"
      role="button"
      tabIndex={0}
      onClick={() => add(false)}
      onKeyDown={(e) => {
        if (e.key !== 'Enter' && e.key !== ' ') return
        e.preventDefault()
        add(false)
      }}
    >
      {title}
    </div>
  )
}
