import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { MessageBell } from '../../../features/message/shared/message-bell.tsx'
import { displayName, useSession } from '../../../lib/session.ts'
import { useSite } from '../../../lib/site.ts'
import { toggleTheme, useTheme } from '../../../lib/theme.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { loginFor } from '../../guard.ts'
import { UserMenu, useOfficeDoor, useSignOut } from '../../user-menu.tsx'
import { HelpSearch } from './help-search.tsx'
import { SchoolDay } from './school-day.tsx'
import { SiteSearch } from './site-search.tsx'
import { TopMenu } from './top-menu.tsx'

/** 170 px on a desktop: school strip, brand and search, top menu. On a phone a bar with a drawer. */
export function FrontHeader() {
  const [open, setOpen] = useState(false)
  const { name } = useSite()
  return (
    <header className="front-header no-print" data-frame>
      <SchoolStrip />
      <div className="front-brand">
        <div className="front-width">
          <button
            type="button"
            className="front-burger"
            aria-label="打开菜单"
            aria-expanded={open}
            onClick={() => setOpen(true)}
          >
            <Icon name="menu" size={22} />
          </button>
          <Brand />
          <div className="front-search">
            <SiteSearch />
          </div>
          <div className="front-tools">
            <HelpSearch />
            <MessageBell className="front-icon" />
            <ThemeButton />
            <UserMenu />
          </div>
        </div>
      </div>
      <div className="front-nav">
        <div className="front-width">
          <TopMenu />
        </div>
      </div>
      <Drawer open={open} onClose={() => setOpen(false)} title={name}>
        <div className="front-drawer">
          <SiteSearch onAsked={() => setOpen(false)} />
          <TopMenu />
          <AccountLinks />
        </div>
      </Drawer>
    </header>
  )
}

function Brand() {
  const { name, school } = useSite()
  return (
    <Link to="/osp/home" className="front-logo" title="返回首页">
      <svg width="40" height="40" viewBox="0 0 40 40" aria-hidden>
        <rect width="40" height="40" rx="9" fill="currentColor" />
        <g fill="none" stroke="var(--surface)" strokeWidth="2.4" strokeLinecap="round" strokeLinejoin="round">
          <path d="M17 9h7v5h-7zM20.5 14v6M12 30h17M15 20h11l3 10M15 20l-3 10" />
        </g>
      </svg>
      <span>
        <strong>{name}</strong>
        <small>{school}</small>
      </span>
    </Link>
  )
}

function SchoolStrip() {
  return (
    <div className="front-strip">
      <div className="front-width">
        <SchoolDay />
        <AccountLinks />
      </div>
    </div>
  )
}

/** Greeting and the user's links; 请登录 for a visitor. */
function AccountLinks() {
  const { token, user } = useSession()
  const { pathname, search } = useLocation()
  const leave = useSignOut()
  const office = useOfficeDoor()
  // Only holders of the code itself: `ADMIN` implies all codes, but an administrator registers nothing here.
  const registrar = user?.permissions.includes('DEPT_ALL1') ?? false
  // Without a redirect here: after signing in from these pages the user starts on the home page anyway.
  const login =
    pathname === '/osp/home' || pathname === '/register' || pathname === '/pwdback'
      ? '/login'
      : loginFor({ pathname, search })
  // Marks the current section; the section's own menu marks the page.
  const currentAt = (section: string) =>
    pathname === section || pathname.startsWith(`${section}/`) ? ('true' as const) : undefined
  return (
    <nav aria-label="账户" className="front-account">
      {!token && <Link to={login}>请登录</Link>}
      {user && <span>您好，{displayName(user)}</span>}
      {registrar && (
        <Link to="/register" aria-current={currentAt('/register')}>
          校外用户注册
        </Link>
      )}
      {office && <Link to="/maintain/index">后台管理</Link>}
      {user && (
        <Link to="/account/homepage" aria-current={currentAt('/account')}>
          个人中心
        </Link>
      )}
      {user && (
        <button type="button" onClick={() => void leave()}>
          退出登录
        </button>
      )}
    </nav>
  )
}

function ThemeButton() {
  const theme = useTheme()
  return (
    <button
      type="button"
      className="front-icon"
      onClick={toggleTheme}
      aria-label={theme === 'dark' ? '切换到浅色外观' : '切换到深色外观'}
    >
      <Icon name={theme === 'dark' ? 'sun' : 'moon'} />
    </button>
  )
}
