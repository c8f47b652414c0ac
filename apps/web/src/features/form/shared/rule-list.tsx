import { findAsking, findComponent } from '@portal/form-kit/components/components'
import type { ShownRule } from '@portal/form-kit/control/show'
import { pathTo } from '@portal/form-kit/form/scan'
import { words } from '@portal/form-kit/words'
import { Suspense, use, type CSSProperties } from 'react'
import { Skeleton } from '../../../ui/light.tsx'
import type { Scope } from './control.ts'
import { FieldView } from './field-view.tsx'
import { layouts } from './layouts/layouts.ts'
import { findGrid } from './settings.ts'
import { FindingsContext } from './view-context.ts'

/** Rules one after the other, in the grid of 24 parts. */
export function RuleList({ items, scope }: { items: readonly (ShownRule | string)[]; scope: Scope }) {
  return (
    <div className="fv-rules">
      {items.map((item, i) =>
        typeof item === 'string' ? (
          <p key={`${item}${i}`} className="fv-cell">
            {item}
          </p>
        ) : (
          item.visible && <RuleCell key={item.path} state={item} scope={scope} />
        ),
      )}
    </div>
  )
}

function RuleCell({ state, scope }: { state: ShownRule; scope: Scope }) {
  const { span, offset, shift } = findGrid(state.rule)
  return (
    <div
      className="fv-cell"
      style={{ '--span': span, '--offset': offset, '--shift': shift } as CSSProperties}
    >
      <RuleView state={state} scope={scope} />
    </div>
  )
}

/** One rule with its content. */
function RuleView({ state, scope }: { state: ShownRule; scope: Scope }) {
  const { faults } = use(FindingsContext)
  const { rule } = state
  const asking = findAsking(rule)
  if (asking?.value === 'any') return null
  if (asking) {
    const field = rule.field ?? ''
    const path = pathTo(scope.path, field)
    return (
      <FieldView
        state={state}
        path={path}
        value={scope.values[field] ?? null}
        faults={faults.get(path)}
        isClosed={scope.isClosed}
        change={scope.change}
        tell={scope.tell}
      />
    )
  }
  const kind = findComponent(rule.type)?.kind
  const Layout = kind === undefined ? undefined : layouts[kind]
  const within = <RuleList items={state.children} scope={scope} />
  if (Layout)
    return (
      <Suspense fallback={<Skeleton rows={3} />}>
        <Layout state={state} draw={(items) => <RuleList items={items} scope={scope} />}>
          {within}
        </Layout>
      </Suspense>
    )
  // An unknown component may still contain known ones, so its children are rendered.
  return state.children.length > 0 ? (
    within
  ) : (
    <p className="fv-unknown">{words.unknownType(rule.type.slice(0, 50))}</p>
  )
}
