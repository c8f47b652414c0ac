import type { LabDetail } from '@portal/contract/lab/lab'
import { noticeKindWords, type NoticeKind } from '@portal/contract/notice/notice'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { toQuery, useListState } from '../../../ui/list/list-query.ts'
import { ReadList } from '../../../ui/list/read-list.tsx'
import { WordSearch } from '../../../ui/list/word-search.tsx'
import { NoticeEntries } from '../../notice/shared/notice-entries.tsx'
import { useNewsList } from '../lab-page.queries.ts'
import { LabScreen } from '../parts/lab-screen.tsx'

const kinds = Object.keys(noticeKindWords) as NoticeKind[] // an object literal has exactly these keys

/** The published news of a lab. */
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
  const list = useNewsList(toQuery(state, { labId: lab.serialId, state: 'published' }))
  const set = (part: Record<string, string>) => change({ filters: { ...state.filters, ...part } })
  return (
    <div className="card lab-news" aria-busy={list.isFetching}>
      <WordSearch
        label="查找公告"
        words="标题或正文中的字"
        value={keyword}
        onSearch={(word) => set({ keyword: word })}
      >
        <select aria-label="类型" value={kind} onChange={(e) => set({ kind: e.target.value })}>
          <option value="">全部类型</option>
          {kinds.map((k) => (
            <option key={k} value={k}>
              {noticeKindWords[k]}
            </option>
          ))}
        </select>
      </WordSearch>
      <ReadList list={list} state={state} onChange={change} what="公告" none="还没有公告">
        {(news) => (
          <NoticeEntries
            entries={news.map((n) => ({
              ...n,
              at: n.publishAt ?? n.updatedAt,
              to: to('/lab/notice-detail', { serialId: lab.serialId, id: n.id }),
            }))}
          />
        )}
      </ReadList>
    </div>
  )
}
