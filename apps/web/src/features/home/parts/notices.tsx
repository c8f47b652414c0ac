import type { Home } from '@portal/contract/home/home'
import { noticeKindWords } from '@portal/contract/notice/notice'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import { campusTime } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { useSession } from '../../../lib/session.ts'
import { useVisiting } from '../../../lib/site.ts'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { definePart } from '../../../ui/part.tsx'

const NoticeDialog = definePart(
  () => import('../../notice/shared/notice-dialog.tsx'),
  ({ onClose }) => onClose(),
)

/** Where visitors may not browse, they read a notice in a dialog, because its page requires a sign-in. */
export function Notices({ notices }: { notices: Home['notices'] | undefined }) {
  const { token } = useSession()
  const visiting = useVisiting()
  const inDialog = token === null && !visiting
  const [read, setRead] = useState<number>()
  return (
    <Card className="home-notices" title="通知公告" extra={<Link to="/osp/notice">更多公告</Link>}>
      {notices === undefined ? (
        <Skeleton rows={8} height={34} />
      ) : notices.length === 0 ? (
        <Empty text="还没有公告" />
      ) : (
        <ul>
          {notices.map((n) => (
            <li key={n.id}>
              <Day at={n.publishedAt} />
              {inDialog ? (
                <button type="button" aria-haspopup="dialog" onClick={() => setRead(n.id)}>
                  {n.title}
                </button>
              ) : (
                <Link to={to('/osp/notice-detail', { id: n.id })}>{n.title}</Link>
              )}
              <small>{n.pinned ? <b>置顶</b> : noticeKindWords[n.kind]}</small>
            </li>
          ))}
        </ul>
      )}
      {read !== undefined && (
        <Suspense>
          <NoticeDialog id={read} onClose={() => setRead(undefined)} />
        </Suspense>
      )}
    </Card>
  )
}

function Day({ at }: { at: string }) {
  const t = campusTime(at)
  return (
    <time dateTime={at} className="home-day">
      <b>{t?.day}</b>
      <span>
        {t?.year}.{t?.month}
      </span>
    </time>
  )
}
