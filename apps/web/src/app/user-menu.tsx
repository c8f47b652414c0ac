import { Link, useNavigate } from 'react-router'
import { screens } from '@portal/contract/screens'
import { signOut } from '../features/session/shared/session.ts'
import { displayName, useHolds, useUser } from '../lib/session.ts'
import { to } from '../lib/paths.ts'
import { say } from '../lib/tell.ts'
import { toggleTheme, useTheme } from '../lib/theme.ts'
import { confirmLosing } from '../ui/form/leave.ts'
import { Icon } from '../ui/icon.tsx'
import { MenuButton } from '../ui/menu-button.tsx'
import { backMenu, meets, visibleGroups } from './menu.ts'

/** Toggles full screen; says so if the browser does not support it. */
export function toggleFullScreen(): void {
  if (!document.fullscreenEnabled) return say('warning', '您的浏览器不支持全屏')
  void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen())
}

const OWN = [
  { path: '/account/homepage', title: '个人中心', icon: 'user' },
  { path: '/account/subscribe-list', title: '我的预约', icon: 'device' },
  { path: '/account/audit-list', title: '待我处理', icon: 'file' },
] as const
const FINANCE = { path: '/open-sharing/financial', title: '财务管理', icon: 'chart' } as const
const OFFICE = { path: '/maintain/index', title: '后台管理', icon: 'gear' } as const

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    if (!(await confirmLosing('退出登录'))) return
    await signOut()
    await navigate('/login')
  }
}

/**
 * Whether the user gets a link to the back office: they hold the permission that opens nothing else (decision
 * 154), or at least one visible entry needs a right, not only a sign-in.
 */
export function useOfficeDoor(): boolean {
  const user = useUser()
  const linked = useHolds(['SYSTEM_ADMIN'])
  return (
    user !== null &&
    (linked ||
      visibleGroups(backMenu, user, { hidden: true }).some((g) =>
        g.items.some((m) => screens[m.path].access !== 'signed-in' || m.needs !== undefined),
      ))
  )
}

/** The user's menu: full screen, home, sign out. */
export function UserMenu({ className = 'user-menu' }: { className?: string }) {
  const user = useUser()
  const theme = useTheme()
  const leave = useSignOut()
  const office = useOfficeDoor()
  if (!user) return null
  const mine = [
    ...OWN,
    ...(meets(screens['/open-sharing/financial'].access, user) ? [FINANCE] : []),
    ...(office ? [OFFICE] : []),
  ]
  return (
    <MenuButton
      className={className}
      aria-label={`用户菜单：${displayName(user)}`}
      label={
        <>
          <Icon name="user" size={16} />
          <span className="user-name">{displayName(user)}</span>
          <Icon name="down" size={14} />
        </>
      }
    >
      <li>
        <button type="button" onClick={toggleFullScreen}>
          <Icon name="full" size={16} /> 全屏切换
        </button>
      </li>
      <li>
        <button type="button" onClick={toggleTheme}>
          <Icon name={theme === 'dark' ? 'sun' : 'moon'} size={16} />{' '}
          {theme === 'dark' ? '浅色外观' : '深色外观'}
        </button>
      </li>
      {mine.map(({ path, title, icon }) => (
        <li key={path}>
          <Link to={path}>
            <Icon name={icon} size={16} /> {title}
          </Link>
        </li>
      ))}
      <li>
        <Link to={to('/account/homepage', { tab: 'security' })}>
          <Icon name="lock" size={16} /> 修改密码
        </Link>
      </li>
      {user.roles.includes('SUPPLIER') ? (
        <li>
          <Link to="/osp/storage/providerInfo">
            <Icon name="box" size={16} /> 供应商工作台
          </Link>
        </li>
      ) : (
        // People from outside cannot request a purchase.
        !user.roles.some((role) => role === 'OFF_CAMPUS' || role === 'EXPERT') && (
          <li>
            <Link to="/osp/subscribe/list">
              <Icon name="box" size={16} /> 设备申购与资产
            </Link>
          </li>
        )
      )}
      <li>
        <Link to="/osp/home">
          <Icon name="home" size={16} /> 返回首页
        </Link>
      </li>
      <li>
        <button type="button" onClick={() => void leave()}>
          <Icon name="out" size={16} /> 退出
        </button>
      </li>
    </MenuButton>
  )
}
