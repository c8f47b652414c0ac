import { Select } from 'antd'
import { useId, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useOverviews } from '../dept.queries.ts'

/** Selects a dept: one that the user may edit; without any, one that has published a description. */
export function ChosenDept({ title, children }: { title: string; children: (deptId: number) => ReactNode }) {
  const id = useId()
  const [query, setQuery] = useSearchParams()
  const mine = useOverviews({ query: { editable: 'true' } })
  const published = useOverviews({})
  // A user who may edit nothing sees the published depts.
  const depts = mine.data?.length ? mine.data : published.data
  const chosen =
    depts?.find((d) => d.id === Number(query.get('id'))) ?? depts?.find((d) => d.written) ?? depts?.[0]
  const failed = [mine, published].find((q) => q.error)
  return (
    <section className="overview" aria-label={title}>
      <header className="page-head">
        <h1>{title}</h1>
        {chosen && (
          <div className="page-extra">
            <ButtonLink to={to('/osp/department', { id: chosen.id })} icon="eye">
              查看页面
            </ButtonLink>
          </div>
        )}
      </header>
      <Card>
        {failed?.error ? (
          <PageError error={failed.error} onRetry={() => void failed.refetch()} />
        ) : !depts || !mine.data ? (
          <Skeleton rows={1} height={32} />
        ) : !chosen ? (
          <Empty text="还没有单位发布部门概况；您没有可以编辑的单位" />
        ) : (
          <p className="overview-dept">
            <label htmlFor={id}>单位</label>
            <Select<number>
              id={id}
              showSearch={{ optionFilterProp: 'label' }}
              options={depts.map((d) => ({ value: d.id, label: d.written ? d.name : `${d.name}（未填写）` }))}
              value={chosen.id}
              onChange={(deptId) => setQuery({ id: String(deptId) })}
            />
          </p>
        )}
      </Card>
      {chosen && children(chosen.id)}
    </section>
  )
}
