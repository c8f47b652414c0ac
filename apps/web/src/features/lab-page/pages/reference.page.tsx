import { useId } from 'react'
import type { LabDetail } from '@portal/contract/lab/lab'
import { to } from '../../../lib/paths.ts'
import { Button, ButtonLink, Empty, Skeleton } from '../../../ui/light.tsx'
import { toQuery, useListState } from '../../../ui/list/list-query.ts'
import { Pager } from '../../../ui/list/pager.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useCategories, useResources } from '../lab-page.queries.ts'
import { FileList } from '../parts/file-list.tsx'
import { LabScreen } from '../parts/lab-screen.tsx'

/** The files a lab hands out, by category and by words. */
export default function ReferencePage() {
  return (
    <LabScreen title="相关下载" extra={(lab) => lab.can.includes('intro') && <ButtonLink to={to('/lab/manage', { serialId: lab.serialId, tab: 'files' })}>管理资料</ButtonLink>}>
      {(lab) => <Files lab={lab} />}
    </LabScreen>
  )
}

function Files({ lab }: { lab: LabDetail }) {
  const { state, change } = useListState(['categoryId', 'keyword'])
  const { categoryId = '', keyword = '' } = state.filters
  const { data, error, isPending, isFetching, refetch } = useResources(toQuery(state, { labId: lab.serialId }))
  const id = useId()
  const set = (part: Record<string, string>) => change({ filters: { ...state.filters, ...part } })
  return (
    <div className="lab-files">
      <Categories lab={lab} chosen={categoryId} onChoose={(c) => set({ categoryId: c })} />
      <div className="card" aria-busy={isFetching}>
        <form
          role="search"
          aria-label="查找资料"
          className="lab-search"
          onSubmit={(e) => {
            e.preventDefault()
            set({ keyword: String(new FormData(e.currentTarget).get('keyword')).trim() })
          }}
        >
          <label htmlFor={id} className="sr-only">
            资料名称
          </label>
          <input key={keyword} id={id} name="keyword" type="search" defaultValue={keyword} maxLength={100} placeholder="资料名称" />
          <Button type="submit" icon="search">
            查询
          </Button>
        </form>
        {isPending ? (
          <Skeleton rows={6} height={44} />
        ) : error && !data ? (
          <PageError error={error} onRetry={() => void refetch()} />
        ) : !data?.items.length ? (
          <Empty text={categoryId || keyword ? '没有符合条件的资料' : '还没有可以下载的资料'}>
            {(categoryId || keyword) && <Button onClick={() => change({ filters: {} })}>查看全部资料</Button>}
          </Empty>
        ) : (
          <FileList items={data.items} />
        )}
        {data && data.total > 0 && <Pager page={state.page} size={state.size} total={data.total} onPage={(page) => change({ page })} onSize={(size) => change({ size })} />}
      </div>
    </div>
  )
}

function Categories({ lab, chosen, onChoose }: { lab: LabDetail; chosen: string; onChoose: (id: string) => void }) {
  const { data, error, refetch } = useCategories({ params: { id: lab.serialId } }, { staleTime: 60_000 })
  return (
    <nav aria-label="资料分类" className="card">
      {data ? (
        <ul>
          {[{ id: '', name: '全部资料', count: null }, ...data.map((c) => ({ ...c, id: String(c.id) }))].map((c) => (
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
        <Skeleton rows={4} height={32} />
      )}
    </nav>
  )
}
