import type { LabDetail } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { CategoryNav } from '../../../ui/list/category-nav.tsx'
import { toQuery, useListState } from '../../../ui/list/list-query.ts'
import { ReadList } from '../../../ui/list/read-list.tsx'
import { WordSearch } from '../../../ui/list/word-search.tsx'
import { useCategories, useResources } from '../lab-page.queries.ts'
import { FileList } from '../parts/file-list.tsx'
import { LabScreen } from '../parts/lab-screen.tsx'

/** The lab's files, by category and search text. */
export default function ReferencePage() {
  return (
    <LabScreen
      title="相关下载"
      extra={(lab) =>
        lab.can.includes('intro') && (
          <ButtonLink to={to('/lab/manage', { serialId: lab.serialId, tab: 'files' })}>管理资料</ButtonLink>
        )
      }
    >
      {(lab) => <Files lab={lab} />}
    </LabScreen>
  )
}

function Files({ lab }: { lab: LabDetail }) {
  const { state, change } = useListState(['categoryId', 'keyword'])
  const { categoryId = '', keyword = '' } = state.filters
  const list = useResources(toQuery(state, { labId: lab.serialId }))
  const categories = useCategories(
    { params: { id: lab.serialId }, query: { rest: 'true' } },
    { staleTime: 60_000 },
  )
  const set = (part: Record<string, string>) => change({ filters: { ...state.filters, ...part } })
  return (
    <div className="by-category">
      <CategoryNav
        what="资料"
        categories={categories.data}
        query={categories}
        chosen={categoryId}
        onChoose={(id) => set({ categoryId: id })}
      />
      <div className="card" aria-busy={list.isFetching}>
        <WordSearch
          label="查找资料"
          words="资料名称"
          value={keyword}
          onSearch={(word) => set({ keyword: word })}
        />
        <ReadList list={list} state={state} onChange={change} what="资料" none="还没有可以下载的资料">
          {(items) => <FileList items={items} />}
        </ReadList>
      </div>
    </div>
  )
}
