import { useId } from 'react'
import type { DownloadType } from '@portal/contract/download/download'
import { Button, Empty, Skeleton } from '../../../ui/light.tsx'
import { toQuery, useListState } from '../../../ui/list/list-query.ts'
import { Pager } from '../../../ui/list/pager.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useCategories, useDownloads } from '../download.queries.ts'
import { DownloadList } from '../shared/download-list.tsx'
import './download.css'

interface Props {
  title: string
  type: DownloadType
  /** What the files are called: 资料, 文件. */
  what: string
}

/** Files of one type, by category and by words. */
export function DownloadCentre({ title, type, what }: Props) {
  const { state, change } = useListState(['categoryId', 'keyword'])
  const { categoryId = '', keyword = '' } = state.filters
  const { data, error, isPending, isFetching, refetch } = useDownloads(toQuery(state, { type }))
  const id = useId()
  const set = (part: Record<string, string>) => change({ filters: { ...state.filters, ...part } })
  return (
    <section className="downloads" aria-label={title}>
      <header className="page-head">
        <h1>{title}</h1>
        <form
          role="search"
          aria-label={`查找${what}`}
          className="downloads-search"
          onSubmit={(e) => {
            e.preventDefault()
            set({ keyword: String(new FormData(e.currentTarget).get('keyword')).trim() })
          }}
        >
          <label htmlFor={id} className="sr-only">
            {what}名称
          </label>
          <input key={keyword} id={id} name="keyword" type="search" defaultValue={keyword} maxLength={100} placeholder={`${what}名称`} />
          <Button type="submit" icon="search">
            查询
          </Button>
        </form>
      </header>
      <div className="downloads-body">
        <Categories type={type} what={what} chosen={categoryId} onChoose={(c) => set({ categoryId: c })} />
        <div className="card" aria-busy={isFetching}>
          {isPending ? (
            <Skeleton rows={8} height={44} />
          ) : error && !data ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : !data?.items.length ? (
            <Empty text={categoryId || keyword ? `没有符合条件的${what}` : `还没有可以下载的${what}`}>
              {(categoryId || keyword) && <Button onClick={() => change({ filters: {} })}>查看全部{what}</Button>}
            </Empty>
          ) : (
            <DownloadList items={data.items} />
          )}
          {data && data.total > 0 && <Pager page={state.page} size={state.size} total={data.total} onPage={(page) => change({ page })} onSize={(size) => change({ size })} />}
        </div>
      </div>
    </section>
  )
}

function Categories({ type, what, chosen, onChoose }: Omit<Props, 'title'> & { chosen: string; onChoose: (id: string) => void }) {
  const { data, error, refetch } = useCategories({ query: { type } }, { staleTime: 60_000 })
  const all = data?.items.reduce((sum, c) => sum + c.count, 0) ?? 0
  return (
    <nav aria-label={`${what}分类`} className="card downloads-categories">
      {data ? (
        <ul>
          {[{ id: '', name: `全部${what}`, count: all }, ...data.items.map((c) => ({ ...c, id: String(c.id) }))].map((c) => (
            <li key={c.id}>
              <button type="button" aria-current={c.id === chosen || undefined} onClick={() => onChoose(c.id)}>
                {c.name}
                <small>{c.count}</small>
              </button>
            </li>
          ))}
        </ul>
      ) : error ? (
        <div role="alert">
          <p>获取下载文件分类失败</p>
          <Button size="small" onClick={() => void refetch()}>
            重试
          </Button>
        </div>
      ) : (
        <Skeleton rows={4} height={30} />
      )}
    </nav>
  )
}
