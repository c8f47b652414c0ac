import type { DownloadType } from '@portal/contract/download/download'
import { CategoryNav } from '../../../ui/list/category-nav.tsx'
import { toQuery, useListState } from '../../../ui/list/list-query.ts'
import { ReadList } from '../../../ui/list/read-list.tsx'
import { WordSearch } from '../../../ui/list/word-search.tsx'
import { useCategories, useDownloads } from '../download.queries.ts'
import { DownloadList } from '../shared/download-list.tsx'
import './download.css'

interface Props {
  title: string
  type: DownloadType
  /** Noun for the files: 资料, 文件. */
  what: string
}

/** Files of one type, by category and search text. */
export function DownloadCentre({ title, type, what }: Props) {
  const { state, change } = useListState(['categoryId', 'keyword'])
  const { categoryId = '', keyword = '' } = state.filters
  const list = useDownloads(toQuery(state, { type }))
  const categories = useCategories({ query: { type } }, { staleTime: 60_000 })
  const set = (part: Record<string, string>) => change({ filters: { ...state.filters, ...part } })
  return (
    <section className="downloads" aria-label={title}>
      <header className="page-head">
        <h1>{title}</h1>
        <WordSearch
          label={`查找${what}`}
          words={`${what}名称`}
          value={keyword}
          onSearch={(word) => set({ keyword: word })}
        />
      </header>
      <div className="by-category">
        <CategoryNav
          what={what}
          categories={categories.data?.items}
          query={categories}
          chosen={categoryId}
          onChoose={(id) => set({ categoryId: id })}
        />
        <div className="card" aria-busy={list.isFetching}>
          <ReadList list={list} state={state} onChange={change} what={what} none={`还没有可以下载的${what}`}>
            {(items) => <DownloadList items={items} />}
          </ReadList>
        </div>
      </div>
    </section>
  )
}
