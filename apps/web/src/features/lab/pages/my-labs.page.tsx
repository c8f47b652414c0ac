import { ButtonLink, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useMyLabs } from '../lab.queries.ts'
import { LabCard } from '../parts/lab-card.tsx'
import '../parts/lab-card.css'

/** The labs to which the user belongs or for which they review: people, instruments, links. */
export default function MyLabsPage() {
  const { data, error, refetch } = useMyLabs({}, { staleTime: 30_000 })
  return (
    <section className="my-labs" aria-label="我的实验室">
      <header className="page-head">
        <h1>我的实验室</h1>
      </header>
      {data?.length ? (
        data.map((lab) => <LabCard key={lab.id} lab={lab} />)
      ) : (
        <div className="card">
          {data ? (
            <Empty text="您还没有加入实验室：请联系实验室主任或管理员，把您加为成员">
              <ButtonLink to="/osp/laboratory">浏览实验室</ButtonLink>
            </Empty>
          ) : error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={6} height={24} />
          )}
        </div>
      )}
    </section>
  )
}
