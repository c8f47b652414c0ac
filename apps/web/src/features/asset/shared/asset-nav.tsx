import { Link, useLocation } from 'react-router'
import type { ScreenPath } from '@portal/contract/screens'
import { useCurrentInView } from '../../../ui/use-current-in-view.ts'
import { useAssetWaiting } from '../asset.queries.ts'
import '../../../ui/link-tabs.css'

const places = [
  { path: '/osp/asset/repairs', title: '报修维修', count: 'repairs' },
  { path: '/osp/asset/maintenance', title: '维护保养', count: 'maintenance' },
  { path: '/osp/asset/transfers', title: '仪器调拨', count: 'transfers' },
  { path: '/osp/asset/scraps', title: '报废处置', count: 'scraps' },
  { path: '/osp/asset/scrapVerify', title: '报废论证', count: 'scrapPanels' },
  { path: '/osp/asset/stocktakes', title: '年度盘点', count: null },
  { path: '/osp/asset/label', title: '仪器标签', count: null },
] as const satisfies readonly { path: ScreenPath; title: string; count: string | null }[]

/** Links between the parts of daily management, with the number of waiting tasks. */
export function AssetNav() {
  const { pathname } = useLocation()
  const { data } = useAssetWaiting()
  const strip = useCurrentInView<HTMLElement>(pathname)
  return (
    <nav ref={strip} className="link-tabs no-print" aria-label="日常管理">
      {places.map(({ path, title, count }) => {
        const waiting = count === null ? 0 : (data?.[count] ?? 0)
        return (
          <Link key={path} to={path} aria-current={pathname === path ? 'page' : undefined}>
            {title}
            {waiting > 0 && <span aria-label={`，待办 ${waiting} 项`}>（{waiting}）</span>}
          </Link>
        )
      })}
    </nav>
  )
}
