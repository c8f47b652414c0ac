import { useEffect, useState } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import { MessageBell } from '../../../features/message/shared/message-bell.tsx'
import { useUser } from '../../../lib/session.ts'
import { useSite } from '../../../lib/site.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { backMenu, findTrail, sharingMenuFor, visibleGroups } from '../../menu.ts'
import { PaletteButton } from '../../palette/palette-door.tsx'
import { UserMenu } from '../../user-menu.tsx'
import { SideMenu } from './side-menu.tsx'
import { useCurrentInView } from '../../../ui/use-current-in-view.ts'
import '../../../ui/link-tabs.css'
import './back.css'

const KEY = 'isCollapse' // name in localStorage
const remembered = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'true'
  } catch {
    return false // storage is disabled
  }
}

export default function BackLayout() {
  const [collapsed, setCollapsed] = useState(remembered)
  const [open, setOpen] = useState(false)
  const user = useUser()
  const { pathname } = useLocation()
  useEffect(() => {
    try {
      localStorage.setItem(KEY, String(collapsed))
    } catch {
      // Storage is disabled: the choice is not remembered.
    }
  }, [collapsed])
  const groups = visibleGroups(backMenu, user ?? { permissions: [], roles: [] })
  const trail = findTrail(pathname)
  const { name } = useSite()
  return (
    <div className="back" data-collapsed={collapsed || undefined}>
      <aside className="back-side no-print" data-frame>
        <Link to="/maintain/index" className="back-brand">
          <Icon name="device" size={22} />
          <span>{name}</span>
        </Link>
        <SideMenu groups={groups} collapsed={collapsed} />
      </aside>
      <div className="back-body">
        <header className="back-bar no-print" data-frame>
          <button
            type="button"
            className="front-icon back-fold"
            aria-pressed={collapsed}
            aria-label={collapsed ? '展开侧栏' : '收起侧栏'}
            onClick={() => setCollapsed(!collapsed)}
          >
            <Icon name="menu" />
          </button>
          <button
            type="button"
            className="front-icon back-burger"
            aria-label="打开菜单"
            onClick={() => setOpen(true)}
          >
            <Icon name="menu" />
          </button>
          <nav aria-label="当前位置" className="back-trail">
            <ol>
              <li>
                <Link to="/maintain/index">后台管理</Link>
              </li>
              {trail.group && trail.group.title !== trail.title && <li>{trail.group.title}</li>}
              {trail.title && <li aria-current="page">{trail.title}</li>}
            </ol>
          </nav>
          <PaletteButton />
          <MessageBell className="front-icon" />
          <UserMenu />
        </header>
        <main id="main" className="back-main" tabIndex={-1}>
          {pathname.startsWith('/open-sharing/') && <SharingTabs />}
          <Outlet />
        </main>
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} title="后台管理">
        <SideMenu groups={groups} collapsed={false} />
      </Drawer>
    </div>
  )
}

/** Links between the screens of 共享预约, which the sidebar leaves out. */
function SharingTabs() {
  const user = useUser()
  const strip = useCurrentInView<HTMLElement>(useLocation().pathname)
  if (!user) return null
  return (
    <nav ref={strip} aria-label="共享预约" className="link-tabs sharing-tabs no-print" data-frame>
      {sharingMenuFor(user).map((m) => (
        <NavLink key={m.path} to={m.path}>
          {m.title}
        </NavLink>
      ))}
    </nav>
  )
}
