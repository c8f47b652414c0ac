import { noticeKindWords, type Notice } from '@portal/contract/notice/notice'
import { Link } from 'react-router'
import { campusTime } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'

export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  return (
    <ul className="notices-list">
      {notices.map((n) => {
        const day = campusTime(n.publishedAt)
        return (
          <li key={n.id}>
            <time dateTime={n.publishedAt}>
              <b>{day?.day}</b>
              <span>
                {day?.year}.{day?.month}
              </span>
            </time>
            <div>
              <h2>
                {n.pinned && <em>置顶</em>}
                <Link to={to('/osp/notice-detail', { id: n.id })}>{n.title}</Link>
              </h2>
              <p>{n.summary}</p>
              <small>
                {noticeKindWords[n.kind]} · 阅读 {n.views}
              </small>
            </div>
          </li>
        )
      })}
    </ul>
  )
}
