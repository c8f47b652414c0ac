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
 * Frame of purchase and stock-in: the stage bar, then a supplier's own pages or, for others, the lists of the
 * stage.
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

/** Loaded later: the lists with their counts are larger than the frame itself. */
const StageLists = definePart(() => import('./stage-lists.tsx'))
/**
 * Links to the other lists of a stage, shown on its lists. Pages of a single item do without, because it
 * would be one bar too many.
 */
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

/**
 * A supplier sees the stages without links. On a phone the supplier still has to reach the bar by keyboard to
 * scroll it.
 */
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
