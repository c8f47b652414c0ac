import type { Home } from '@portal/contract/home/home'
import { Link } from 'react-router'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useVisiting } from '../../../lib/site.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'

/** The newest forms and manuals. Visitors read what there is, and sign in to have it. */
export function Downloads({ downloads }: { downloads: Home['downloads'] | undefined }) {
  const visiting = useVisiting()
  const all = visiting ? (
    <Link to={to('/login', { redirect: '/osp/download' })}>登录后下载</Link>
  ) : (
    <Link to="/osp/download">下载中心</Link>
  )
  return (
    <Card className="home-downloads" title="资料下载" extra={all}>
      {downloads === undefined ? (
        <Skeleton rows={6} height={34} />
      ) : downloads.length === 0 ? (
        <Empty text="还没有可以下载的资料" />
      ) : (
        <ul>
          {downloads.map((d) => (
            <li key={d.id}>
              <Icon name="file" size={18} />
              {visiting ? (
                <span>{d.title}</span>
              ) : (
                <Link to={to('/osp/download', { keyword: d.title })}>{d.title}</Link>
              )}
              <small>
                {formatDay(d.createdAt)} · {d.downloads} 次
              </small>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
