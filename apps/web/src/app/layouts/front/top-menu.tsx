import { Link, NavLink, useLocation } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { useUser } from '../../../lib/session.ts'
import { useVisiting } from '../../../lib/site.ts'
import { Icon } from '../../../ui/icon.tsx'
import { MenuButton } from '../../../ui/menu-button.tsx'
import {
  accountMenu,
  frontMenu,
  frontMenuFor,
  findLabId,
  labMenu,
  menuKind,
  visible,
  visitorMenu,
  type MenuItem,
} from '../../menu.ts'
import { useLabRoles } from '../../shell.queries.ts'

const NOBODY = { permissions: [], roles: [] }

/** The front menu; inside a lab the lab's menu, under /account the personal menu, each with a link back. */
export function TopMenu() {
  const { pathname, search } = useLocation()
  const user = useUser()
  const labId = findLabId(pathname, search)
  const { data: labRoles } = useLabRoles(labId)
  const kind = menuKind(pathname, search)
  const visiting = useVisiting()
  if (visiting) return <Menu label="主菜单" items={visitorMenu} />
  if (kind === 'front') return <Menu label="主菜单" items={frontMenuFor(user)} />
  const viewer = { ...(user ?? NOBODY), ...(labRoles && { labRoles }) }
  return kind === 'account' ? (
    <Menu label="个人中心菜单" items={visible(accountMenu, viewer)} back />
  ) : (
    <Menu label="实验室菜单" items={visible(labMenu, viewer)} query={{ serialId: labId }} back />
  )
}

function Menu({
  label,
  items,
  query,
  back,
}: {
  label: string
  items: readonly MenuItem[]
  query?: Record<string, string | null>
  back?: boolean
}) {
  const { pathname } = useLocation()
  // The bare path of a section shows its first page.
  const at =
    { '/osp': '/osp/home', '/lab': '/lab/homepage', '/account': '/account/homepage' }[pathname] ?? pathname
  return (
    <nav aria-label={label} className="top-menu">
      <ul>
        {items.map((m) => (
          <li key={m.path}>
            <NavLink to={to(m.path, query)} aria-current={at === m.path ? 'page' : undefined}>
              {m.icon && <Icon name={m.icon} size={16} />}
              {m.title}
            </NavLink>
          </li>
        ))}
        {back && (
          <li>
            <MenuButton
              className="top-menu-back"
              align="left"
              label={
                <>
                  返回 <Icon name="down" size={14} />
                </>
              }
            >
              {frontMenu.map((m) => (
                <li key={m.path}>
                  <Link to={m.path}>{m.title}</Link>
                </li>
              ))}
            </MenuButton>
          </li>
        )}
      </ul>
    </nav>
  )
}
