import { useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Icon } from '../../../ui/icon.tsx'
import { findTrail, type MenuGroup } from '../../menu.ts'

/**
 * The group with the open page is unfolded. When collapsed, only icons are shown and a group opens a flyout.
 */
export function SideMenu({ groups, collapsed }: { groups: readonly MenuGroup[]; collapsed: boolean }) {
  const { pathname } = useLocation()
  const here = findTrail(pathname).group?.key
  const [open, setOpen] = useState<readonly string[]>(here ? [here] : [])
  const [seen, setSeen] = useState(here)
  if (seen !== here) {
    setSeen(here)
    if (here && !open.includes(here)) setOpen([...open, here])
  }
  const flip = (key: string) =>
    setOpen((keys) => (keys.includes(key) ? keys.filter((k) => k !== key) : [...keys, key]))
  return (
    <nav aria-label="后台菜单" className="side-menu">
      <ul>
        <li>
          <NavLink to="/osp/home" title="返回首页">
            <Icon name="back" />
            <span>返回首页</span>
          </NavLink>
        </li>
        {groups.map((g) => {
          const unfolded = open.includes(g.key) && !collapsed
          return (
            <li key={g.key} data-here={g.key === here || undefined} className="side-group">
              <button type="button" aria-expanded={unfolded} onClick={() => flip(g.key)} title={g.title}>
                <Icon name={g.icon} />
                <span>{g.title}</span>
                <Icon name={unfolded ? 'up' : 'down'} size={14} />
              </button>
              <ul hidden={!unfolded && !collapsed} data-flyout={collapsed || undefined}>
                {g.items.map((m) => (
                  <li key={m.path}>
                    <NavLink to={m.path}>{m.title}</NavLink>
                  </li>
                ))}
              </ul>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
