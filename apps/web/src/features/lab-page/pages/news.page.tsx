import { Link, useSearchParams } from 'react-router'
import type { LabNewsDetail } from '@portal/contract/notice/lab-news'
import { noticeKindWords, noticeStateWords } from '@portal/contract/notice/notice'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Button, ButtonLink, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'
import { useNews } from '../lab-page.queries.ts'
import { newsIdIn } from '../news-id.ts'
import '../parts/lab-screen.css'

/** One news item of a lab. */
export default function NewsPage() {
  const [search] = useSearchParams()
  const id = newsIdIn(search)
  const labKey = search.get('serialId') ?? search.get('labId')
  const { data, error, refetch } = useNews(
    { params: { id: id ?? 0 } },
    { enabled: id !== null, staleTime: 60_000 },
  )
  return (
    <article className="lab-article card">
      <nav aria-label="当前位置" className="no-print">
        <Link to={to('/lab/trends', { serialId: data?.lab.serialId ?? labKey })}>
          <Icon name="left" size={15} /> 通知公告
        </Link>
      </nav>
      {data ? (
        <Content news={data} />
      ) : id === null || error?.status === 404 ? (
        <>
          <h1 className="sr-only">公告详情</h1>
          <Empty text="公告不存在或已被撤回">
            <ButtonLink to={to('/lab/trends', { serialId: labKey })}>查看全部公告</ButtonLink>
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

function Content({ news: n }: { news: LabNewsDetail }) {
  return (
    <>
      <header>
        <h1>{n.title}</h1>
        <p className="muted">
          {n.state !== 'published' && <span>{noticeStateWords[n.state]}</span>}
          <span>{noticeKindWords[n.kind]}</span>
          <span>{n.lab.name}</span>
          <time dateTime={n.publishAt ?? n.updatedAt}>{formatMinute(n.publishAt ?? n.updatedAt)}</time>
          <span>阅读 {n.views}</span>
          {n.can.includes('edit') && (
            <Link
              className="no-print"
              to={to('/lab/editDynamic', { serialId: n.lab.serialId, dynamicId: n.id })}
            >
              编辑
            </Link>
          )}
          <Button kind="text" size="small" icon="print" className="no-print" onClick={() => print()}>
            打印
          </Button>
        </p>
      </header>
      <RichView html={n.bodyHtml} />
      <footer className="no-print">
        <Beside label="上一篇" news={n.newer} labKey={n.lab.serialId} />
        <Beside label="下一篇" news={n.older} labKey={n.lab.serialId} />
      </footer>
    </>
  )
}

function Beside({ label, news, labKey }: { label: string; news: LabNewsDetail['newer']; labKey: string }) {
  return (
    <p>
      {label}：
      {news ? (
        <Link to={to('/lab/notice-detail', { serialId: labKey, id: news.id })}>{news.title}</Link>
      ) : (
        <span className="muted">没有了</span>
      )}
    </p>
  )
}
