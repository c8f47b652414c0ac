import { noticeKindWords, type NoticeKind } from '@portal/contract/notice/notice'
import { Link } from 'react-router'
import { campusTime } from '../../../lib/format.ts'
import './notice-entries.css'

export interface NoticeEntry {
  id: number
  title: string
  kind: NoticeKind
  summary: string
  pinned: boolean
  views: number
  /** When it was or will be published. */
  at: string
  to: string
}

/** Notices for reading: dates, titles and first lines instead of a table. */
export function NoticeEntries({ entries }: { entries: readonly NoticeEntry[] }) {
  return (
    <ul className="notice-entries">
      {entries.map((n) => {
        const day = campusTime(n.at)
        return (
          <li key={n.id}>
            <time dateTime={n.at}>
              <b>{day?.day}</b>
              <span>
                {day?.year}.{day?.month}
              </span>
            </time>
            <div>
              <h2>
                {n.pinned && <em>置顶</em>}
                {new Date(n.at) > new Date() && <em>定时</em>}
                <Link to={n.to}>{n.title}</Link>
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
