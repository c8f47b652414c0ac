import { Tabs } from 'antd'
import { findAsking } from '@portal/form-kit/components/components'
import { flatten, type ShownRule } from '@portal/form-kit/control/show'
import { use, useState } from 'react'
import { useNarrow } from '../../../../ui/use-media.ts'
import { readSettings } from '../settings.ts'
import { FindingsContext } from '../view-context.ts'
import type { LayoutProps } from './layout.ts'

const fieldAt = (path: string): string => /^[^.[]*/.exec(path)?.[0] ?? ''
const fieldsIn = (pane: ShownRule): Set<string> =>
  new Set(flatten(pane.children).flatMap(({ rule }) => (findAsking(rule) && rule.field ? [rule.field] : [])))

/** Tabs. The pane with the first fault is opened after sending. All panes stay mounted. */
export default function TabsLayout({ state, draw }: LayoutProps) {
  const { text } = readSettings(state.rule)
  const { faults, aim } = use(FindingsContext)
  const narrow = useNarrow()
  const panes = state.children.filter(
    (child): child is ShownRule => typeof child !== 'string' && child.visible,
  )
  const faulty = new Set([...faults.keys()].map(fieldAt))
  const [chosen, setChosen] = useState<{ key: string | undefined; time: number }>({
    key: panes[0]?.path,
    time: 0,
  })
  // After a submission the pane with the first fault opens.
  if (aim.time > chosen.time) {
    const pane = panes.find((p) => aim.path !== null && fieldsIn(p).has(fieldAt(aim.path)))
    setChosen({ key: pane?.path ?? chosen.key, time: aim.time })
  }
  const active = panes.some(({ path }) => path === chosen.key) ? chosen.key : panes[0]?.path
  const position = text('tabPosition')
  return (
    <Tabs
      className="fv-tabs"
      type={text('type') === 'card' || text('type') === 'border-card' ? 'card' : 'line'}
      tabPlacement={
        position === 'bottom'
          ? 'bottom'
          : narrow
            ? 'top'
            : position === 'left'
              ? 'start'
              : position === 'right'
                ? 'end'
                : 'top'
      }
      {...(active && { activeKey: active })}
      onChange={(key) => setChosen({ key, time: chosen.time })}
      items={panes.map((pane) => {
        const title = readSettings(pane.rule).text('label') ?? '新标签页'
        const isFaulty = [...fieldsIn(pane)].some((field) => faulty.has(field))
        return {
          key: pane.path,
          forceRender: true,
          label: isFaulty ? (
            <span className="fv-tab-fault">
              {title}
              <span className="sr-only">（有错误）</span>
            </span>
          ) : (
            title
          ),
          children: draw(pane.children),
        }
      })}
    />
  )
}
