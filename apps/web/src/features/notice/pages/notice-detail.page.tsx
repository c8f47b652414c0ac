import { noticeKindWords, type NoticeDetail } from '@portal/contract/notice/notice'
import { Link, useSearchParams } from 'react-router'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Button, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'
import { useNotice } from '../notice.queries.ts'
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
        <Content notice={data} />
      ) : !known || error?.status === 404 ? (
        <Empty text="公告不存在或已被撤回">
          <Link className="btn" to="/osp/notice">
            查看全部公告
          </Link>
        </Empty>
      ) : error ? (
        <PageError error={error} level="h1" onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={10} height={22} />
      )}
    </article>
  )
}

function Content({ notice: n }: { notice: NoticeDetail }) {
  return (
    <>
      <header>
        <h1>{n.title}</h1>
        <p className="muted">
          <span>{noticeKindWords[n.kind]}</span>
          {n.publisher && <span>{n.publisher}</span>}
          <time dateTime={n.publishedAt}>{formatMinute(n.publishedAt)}</time>
          <span>阅读 {n.views}</span>
          <Button kind="text" size="small" icon="print" className="no-print" onClick={() => print()}>
            打印
          </Button>
        </p>
      </header>
      <RichView html={n.bodyHtml} />
      {n.attachments.length > 0 && (
        <section className="notice-files">
          <h2>附件</h2>
          <FileList files={n.attachments} />
        </section>
      )}
      <footer className="no-print">
        <Beside label="上一篇" notice={n.newer} />
        <Beside label="下一篇" notice={n.older} />
      </footer>
    </>
  )
}

function Beside({ label, notice }: { label: string; notice: NoticeDetail['newer'] }) {
  return (
    <p>
      {label}：{notice ? <Link to={to('/osp/notice-detail', { id: notice.id })}>{notice.title}</Link> : <span className="muted">没有了</span>}
    </p>
  )
}
