import { useId } from 'react'
import { Link } from 'react-router'
import type { LabDetail } from '@portal/contract/lab/lab'
import type { LabNewsRow } from '@portal/contract/notice/lab-news'
import { noticeKindWords, type NoticeKind } from '@portal/contract/notice/notice'
import { campusTime } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Button, ButtonLink, Empty, Skeleton } from '../../../ui/light.tsx'
import { toQuery, useListState } from '../../../ui/list/list-query.ts'
import { Pager } from '../../../ui/list/pager.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useNewsList } from '../lab-page.queries.ts'
import { LabScreen } from '../parts/lab-screen.tsx'

const kinds = Object.keys(noticeKindWords) as NoticeKind[] // the keys of the words are the kinds

/** What a lab has published, to be read. */
export default function TrendsPage() {
  return (
    <LabScreen
      title="通知公告"
      extra={(lab) =>
        lab.can.includes('intro') && (
          <>
            <ButtonLink to={to('/lab/manage', { serialId: lab.serialId, tab: 'news' })}>管理公告</ButtonLink>
            <ButtonLink kind="primary" to={to('/lab/editDynamic', { serialId: lab.serialId })}>
              发布公告
            </ButtonLink>
          </>
        )
      }
    >
      {(lab) => <News lab={lab} />}
    </LabScreen>
  )
}

function News({ lab }: { lab: LabDetail }) {
  const { state, change } = useListState(['kind', 'keyword'])
  const { kind = '', keyword = '' } = state.filters
  const { data, error, isPending, isFetching, refetch } = useNewsList(toQuery(state, { labId: lab.serialId, state: 'published' }))
  const id = useId()
  const set = (part: Record<string, string>) => change({ filters: { ...state.filters, ...part } })
  return (
    <div className="card lab-news" aria-busy={isFetching}>
      <form
        role="search"
        aria-label="查找公告"
        className="lab-search"
        onSubmit={(e) => {
          e.preventDefault()
          set({ keyword: String(new FormData(e.currentTarget).get('keyword')).trim() })
        }}
      >
        <label htmlFor={`${id}k`} className="sr-only">
          类型
        </label>
        <select id={`${id}k`} value={kind} onChange={(e) => set({ kind: e.target.value })}>
          <option value="">全部类型</option>
          {kinds.map((k) => (
            <option key={k} value={k}>
              {noticeKindWords[k]}
            </option>
          ))}
        </select>
        <label htmlFor={id} className="sr-only">
          标题中的字
        </label>
        <input key={keyword} id={id} name="keyword" type="search" defaultValue={keyword} maxLength={100} placeholder="标题中的字" />
        <Button type="submit" icon="search">
          查询
        </Button>
      </form>
      {isPending ? (
        <Skeleton rows={6} height={48} />
      ) : error && !data ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : !data?.items.length ? (
        <Empty text={kind || keyword ? '没有符合条件的公告' : '还没有公告'}>
          {(kind || keyword) && <Button onClick={() => change({ filters: {} })}>清除筛选条件</Button>}
        </Empty>
      ) : (
        <ul className="lab-news-list">
          {data.items.map((n) => (
            <Entry key={n.id} news={n} labKey={lab.serialId} />
          ))}
        </ul>
      )}
      {data && data.total > 0 && <Pager page={state.page} size={state.size} total={data.total} onPage={(page) => change({ page })} onSize={(size) => change({ size })} />}
    </div>
  )
}

function Entry({ news: n, labKey }: { news: LabNewsRow; labKey: string }) {
  const at = n.publishAt ?? n.updatedAt
  const day = campusTime(at)
  return (
    <li>
      <time dateTime={at}>
        <b>{day?.day}</b>
        <span>
          {day?.year}.{day?.month}
        </span>
      </time>
      <div>
        <h2>
          {n.pinned && <em>置顶</em>}
          {new Date(at) > new Date() && <em>定时</em>}
          <Link to={to('/lab/notice-detail', { serialId: labKey, id: n.id })}>{n.title}</Link>
        </h2>
        <p>{n.summary}</p>
        <small>
          {noticeKindWords[n.kind]} · 阅读 {n.views}
        </small>
      </div>
    </li>
  )
}
