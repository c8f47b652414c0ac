import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { LabDetail } from '@portal/contract/lab/lab'
import { ButtonLink, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useLab } from '../lab-page.queries.ts'
import './lab-screen.css'

/** The lab in the address; menus and links name it `serialId`. */
export function useLabKey(): string {
  const [search] = useSearchParams()
  return [search.get('serialId'), search.get('labId')].find((v) => v?.includes('LAB')) ?? ''
}

interface Props {
  title: string | ((lab: LabDetail) => string)
  extra?: (lab: LabDetail) => ReactNode
  children: (lab: LabDetail) => ReactNode
}
/** A page of one lab: heading, content, and a hint if the lab is closed or there is no such lab. */
export function LabScreen({ title, extra, children }: Props) {
  const key = useLabKey()
  const { data, error, refetch } = useLab({ query: { id: key } }, { enabled: key !== '', staleTime: 30_000 })
  const heading = typeof title === 'string' ? title : data ? title(data) : '实验室'
  return (
    <section className="lab-screen" aria-label={heading}>
      <header className="page-head">
        <div>
          <h1>{heading}</h1>
          {data && <p className="muted">{typeof title === 'string' ? data.name : data.dept.name}</p>}
        </div>
        {data && extra && <div className="page-extra no-print">{extra(data)}</div>}
      </header>
      {data && !data.enabled && <p role="note">该实验室已停用，仪器不接受预约</p>}
      {data ? (
        children(data)
      ) : (
        <div className="card">
          {key === '' || error?.status === 404 ? (
            <Empty text={key === '' ? '请先选择一个实验室' : '实验室不存在或已被删除'}>
              <ButtonLink to="/osp/laboratory">浏览实验室</ButtonLink>
            </Empty>
          ) : error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={8} height={24} />
          )}
        </div>
      )}
    </section>
  )
}
