import { NavLink, Outlet } from 'react-router'
import { shareMenu } from '../../menu.ts'
import './share.css'

/** The shared booking area: its own menu at the side, on a phone above the content. */
export function ShareLayout() {
  return (
    <div className="share">
      <nav aria-label="共享预约菜单" className="share-menu no-print" data-frame>
        <ul>
          {shareMenu.map((m) => (
            <li key={m.path}>
              <NavLink to={m.path}>{m.title}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className="share-page">
        <Outlet />
      </div>
    </div>
  )
}
