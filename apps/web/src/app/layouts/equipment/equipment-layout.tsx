import { Suspense } from 'react'
import { Link, Outlet, useLocation, useSearchParams } from 'react-router'
import { purchaseStageWords } from '@portal/contract/purchase/stage'
import { screens } from '@portal/contract/screens'
import { useShownStage } from '../../../lib/stage.ts'
import { useUser } from '../../../lib/session.ts'
import { definePart } from '../../../ui/part.tsx'
import { useCurrentInView } from '../../../ui/use-current-in-view.ts'
import { meets } from '../../menu.ts'
import { equipmentStages, findStage } from './stages.ts'
import { SupplierNav } from './supplier-nav.tsx'
import './equipment.css'

/**
 * Around purchase and stock-in: which part of an instrument's life this page belongs to; for a supplier his
 * own pages besides.
 */
export function EquipmentLayout() {
  const user = useUser()
  const supplier = user?.roles.includes('SUPPLIER') === true
  return (
    <>
      {user && <Stages linked={!supplier} />}
      {supplier ? <SupplierNav /> : user && <Lists />}
      <Outlet />
    </>
  )
}

/** With what they count they are more than the frame itself needs to be drawn. */
const StageLists = definePart(() => import('./stage-lists.tsx'))
/** On a list of a stage the way to its others; beside a single thing they would be one strip too many. */
function Lists() {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const stage = equipmentStages[findStage(pathname)]
  const listed = stage?.lists?.some((l) => l.path === pathname) && !search.get('id') && !search.get('devices')
  if (!stage?.lists || !listed) return null
  return (
    <Suspense fallback={<div className="stage-lists" aria-busy="true" />}>
      <StageLists title={purchaseStageWords[stage.stage]} lists={stage.lists} />
    </Suspense>
  )
}

/** A supplier sees where it is, and cannot go there: on a phone he reaches the strip itself, to move it. */
function Stages({ linked }: { linked: boolean }) {
  const here = findStage(useLocation().pathname)
  const user = useUser()
  const opens = user !== null && meets(screens['/open-sharing/open-set'].access, user)
  const shown = useShownStage()
  const now = shown === null ? here : equipmentStages.findIndex((s) => s.stage === shown.stage)
  const pieces = new Map(shown?.counts.map((c) => [c.stage, c.count]))
  const strip = useCurrentInView<HTMLElement>(now)
  return (
    <nav
      ref={strip}
      aria-label="设备采购阶段"
      className="stages no-print"
      data-frame
      {...(!linked && { tabIndex: 0 })}
    >
      <ol>
        {equipmentStages.map((s, i) => {
          const current = i === now ? 'step' : undefined
          const words = (
            <>
              <b>{i + 1}</b>
              {purchaseStageWords[s.stage]}
              {pieces.has(s.stage) && <small>{pieces.get(s.stage)} 台件</small>}
            </>
          )
          return (
            <li key={s.stage} data-at={i < now ? 'before' : i === now ? 'now' : 'after'}>
              {linked ? (
                <Link
                  to={s.stage === 'share' && opens ? '/open-sharing/open-set' : s.path}
                  aria-current={current}
                >
                  {words}
                </Link>
              ) : (
                <span aria-current={current}>{words}</span>
              )}
            </li>
          )
        })}
      </ol>
    </nav>
  )
}
