import { noticeKindWords, type NoticeKind } from '@portal/contract/notice/notice'
import { useId } from 'react'
import { Button, Empty, Skeleton } from '../../../ui/light.tsx'
import { Pager } from '../../../ui/list/pager.tsx'
import { toQuery, useListState } from '../../../ui/list/list-query.ts'
import { PageError } from '../../../ui/page-error.tsx'
import { NoticeList } from '../parts/notice-list.tsx'
import { useNotices } from '../notice.queries.ts'
import './notices.css'

const kinds = Object.keys(noticeKindWords) as NoticeKind[] // the keys of the words are the kinds

/** To be read rather than worked with: dates, titles and beginnings instead of a table. */
export default function NoticesPage() {
  const { state, change } = useListState(['kind', 'keyword'])
  const { data, error, isPending, isFetching, refetch } = useNotices(toQuery(state))
  const { kind = '', keyword = '' } = state.filters
  const id = useId()
  const set = (part: Record<string, string>) => change({ filters: { ...state.filters, ...part } })
  return (
    <section className="notices" aria-label="通知公告">
      <header className="page-head">
        <h1>通知公告</h1>
        <form
          role="search"
          aria-label="查找公告"
          className="notices-search"
          onSubmit={(e) => {
            e.preventDefault()
            set({ keyword: String(new FormData(e.currentTarget).get('keyword')).trim() })
          }}
        >
          <label htmlFor={id} className="sr-only">
            标题中的字
          </label>
          <input key={keyword} id={id} name="keyword" type="search" defaultValue={keyword} maxLength={100} placeholder="标题中的字" />
          <Button type="submit" icon="search">
            查询
          </Button>
        </form>
      </header>
      <div className="card" aria-busy={isFetching}>
        <div className="notices-kinds" role="group" aria-label="类型">
          {['', ...kinds].map((k) => (
            <button key={k} type="button" aria-pressed={k === kind} onClick={() => set({ kind: k })}>
              {k ? noticeKindWords[k as NoticeKind] : '全部'}
            </button>
          ))}
        </div>
        {isPending ? (
          <Skeleton rows={8} height={48} />
        ) : error && !data ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : !data?.items.length ? (
          <Empty text={kind || keyword ? '没有符合条件的公告' : '还没有公告'}>
            {(kind || keyword) && <Button onClick={() => change({ filters: {} })}>清除筛选条件</Button>}
          </Empty>
        ) : (
          <NoticeList notices={data.items} />
        )}
        {data && data.total > 0 && <Pager page={state.page} size={state.size} total={data.total} onPage={(page) => change({ page })} onSize={(size) => change({ size })} />}
      </div>
    </section>
  )
}
