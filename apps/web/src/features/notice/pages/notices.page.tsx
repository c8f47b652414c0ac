import { noticeKindWords, type NoticeKind } from '@portal/contract/notice/notice'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { toQuery, useListState } from '../../../ui/list/list-query.ts'
import { ReadList } from '../../../ui/list/read-list.tsx'
import { WordSearch } from '../../../ui/list/word-search.tsx'
import { NoticeEntries } from '../shared/notice-entries.tsx'
import { useNotices } from '../notice.queries.ts'
import './notices.css'

const kinds = Object.keys(noticeKindWords) as NoticeKind[] // an object literal has exactly these keys

/** The university's notices. */
export default function NoticesPage() {
  const { state, change } = useListState(['kind', 'keyword'])
  const list = useNotices(toQuery(state))
  const { kind = '', keyword = '' } = state.filters
  const set = (part: Record<string, string>) => change({ filters: { ...state.filters, ...part } })
  return (
    <section className="notices" aria-label="通知公告">
      <header className="page-head">
        <h1>通知公告</h1>
        <WordSearch
          label="查找公告"
          words="标题或正文中的字"
          value={keyword}
          onSearch={(word) => set({ keyword: word })}
        >
          <ButtonLink kind="text" to="/osp/notice-center">
            公告中心
          </ButtonLink>
        </WordSearch>
      </header>
      <div className="card" aria-busy={list.isFetching}>
        <div className="notices-kinds" role="group" aria-label="类型">
          {['', ...kinds].map((k) => (
            <button key={k} type="button" aria-pressed={k === kind} onClick={() => set({ kind: k })}>
              {k ? noticeKindWords[k as NoticeKind] : '全部'}
            </button>
          ))}
        </div>
        <ReadList list={list} state={state} onChange={change} what="公告" none="还没有公告">
          {(notices) => (
            <NoticeEntries
              entries={notices.map((n) => ({
                ...n,
                at: n.publishedAt,
                to: to('/osp/notice-detail', { id: n.id }),
              }))}
            />
          )}
        </ReadList>
      </div>
    </section>
  )
}
