import type { NoticeDetail } from '@portal/contract/notice/notice'
import { Link, useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useNotice } from '../notice.queries.ts'
import { NoticeText } from '../shared/notice-text.tsx'
import './notice-detail.css'

export default function NoticeDetailPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id'))
  const known = Number.isSafeInteger(id) && id > 0
  const { data, error, refetch } = useNotice({ query: { id } }, { enabled: known, staleTime: 60_000 })
  return (
    <article className="notice card">
      <nav aria-label="当前位置" className="no-print">
        <Link to="/osp/notice">
          <Icon name="left" size={15} /> 通知公告
        </Link>
      </nav>
      {data ? (
        <>
          <NoticeText notice={data} level="h1" onPrint={() => print()} />
          <footer className="no-print">
            <Beside label="上一篇" notice={data.newer} />
            <Beside label="下一篇" notice={data.older} />
          </footer>
        </>
      ) : !known || error?.status === 404 ? (
        <>
          <h1>公告</h1>
          <Empty text="公告不存在或已被撤回">
            <Link className="btn" to="/osp/notice">
              查看全部公告
            </Link>
          </Empty>
        </>
      ) : error ? (
        <PageError error={error} level="h1" onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={10} height={22} />
      )}
    </article>
  )
}

function Beside({ label, notice }: { label: string; notice: NoticeDetail['newer'] }) {
  return (
    <p>
      {label}：
      {notice ? (
        <Link to={to('/osp/notice-detail', { id: notice.id })}>{notice.title}</Link>
      ) : (
        <span className="muted">没有了</span>
      )}
    </p>
  )
}
