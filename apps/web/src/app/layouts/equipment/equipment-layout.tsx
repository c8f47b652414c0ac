import { Link, Outlet, useLocation } from 'react-router'
import { equipmentStages, stageOf } from './stages.ts'
import './equipment.css'

/** Around purchase and stock-in: a bar of stages that says which part of an instrument's life this page belongs to. */
export function EquipmentLayout() {
  const { pathname } = useLocation()
  const now = stageOf(pathname)
  return (
    <>
      <nav aria-label="设备采购阶段" className="stages no-print" data-frame>
        <ol>
          {equipmentStages.map((s, i) => (
            <li key={s.title} data-at={i < now ? 'before' : i === now ? 'now' : 'after'}>
              <Link to={s.path} aria-current={i === now ? 'step' : undefined}>
                <b>{i + 1}</b>
                {s.title}
              </Link>
            </li>
          ))}
        </ol>
      </nav>
      <Outlet />
    </>
  )
}
