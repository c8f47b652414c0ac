import { noticeKindWords, type NoticeKind } from '@portal/contract/notice/notice'
import { Link, useNavigate } from 'react-router'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { WordSearch } from '../../../ui/list/word-search.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useNotices } from '../notice.queries.ts'
import './notice-center.css'

const kinds = Object.keys(noticeKindWords) as NoticeKind[] // an object literal has exactly these keys
const LATEST = 10

/** The latest notices of each kind side by side, with links to the full lists. */
export default function NoticeCenterPage() {
  const go = useNavigate()
  return (
    <section className="notice-center">
      <header className="page-head">
        <h1>公告中心</h1>
        <WordSearch
          label="查找公告"
          words="标题或正文中的字"
          value=""
          onSearch={(keyword) => void go(to('/osp/notice', { keyword }))}
        />
      </header>
      {kinds.map((kind) => (
        <Latest key={kind} kind={kind} />
      ))}
    </section>
  )
}

function Latest({ kind }: { kind: NoticeKind }) {
  const query = useNotices({ page: 0, size: LATEST, kind })
  const words = noticeKindWords[kind]
  if (!query.data) return <Waiting query={query} rows={6} />
  const { items, total } = query.data
  return (
    <Card
      title={words}
      extra={
        total > items.length && (
          <ButtonLink size="small" to={to('/osp/notice', { kind })}>{`全部${words}（${total}）`}</ButtonLink>
        )
      }
    >
      {items.length === 0 ? (
        <Empty text={`还没有${words}`} />
      ) : (
        <ul>
          {items.map((n) => (
            <li key={n.id}>
              {n.pinned && <em>置顶</em>}
              <Link to={to('/osp/notice-detail', { id: n.id })}>{n.title}</Link>
              <time dateTime={n.publishedAt}>{formatDay(n.publishedAt)}</time>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
