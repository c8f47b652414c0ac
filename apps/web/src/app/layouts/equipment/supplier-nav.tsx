import { NavLink, useLocation } from 'react-router'
import { screens, type ScreenPath } from '@portal/contract/screens'
import { useCurrentInView } from '../../../ui/use-current-in-view.ts'
import '../../../ui/link-tabs.css'

const pages = [
  '/osp/storage/providerInfo',
  '/osp/storage/providerAuditInfo',
  '/osp/subscribe/invitation',
  '/osp/storage/providerDevice',
  '/osp/storage/providerNotice',
  '/osp/storage/providerAccount',
] as const satisfies readonly ScreenPath[]

/** A supplier's own pages; a supplier may not enter the others. */
export function SupplierNav() {
  const strip = useCurrentInView<HTMLElement>(useLocation().pathname)
  return (
    <nav ref={strip} aria-label="供应商菜单" className="link-tabs supplier-nav no-print" data-frame>
      {pages.map((path) => (
        <NavLink key={path} to={path} end>
          {screens[path].title}
        </NavLink>
      ))}
    </nav>
  )
}
