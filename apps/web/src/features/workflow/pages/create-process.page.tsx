import { useNavigate, useSearchParams } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { DetailPage } from '../../../ui/detail/detail-page.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import { readId } from '../../../lib/read-id.ts'
import { Choice } from '../start/choice.tsx'
import { Filling } from '../start/filling.tsx'
import { useFillable } from '../workflow.queries.ts'

const LIST = { to: to('/bpm/create-process'), text: '查看可以发起的流程' }

/** Without an id the list 发起流程; with one the form of that process. */
export default function CreateProcessPage() {
  const id = readId(useSearchParams()[0])
  return id === null ? <Choice /> : <Begun key={id} id={id} />
}

function Begun({ id }: { id: number }) {
  const navigate = useNavigate()
  const query = useFillable({ params: { id } }, { staleTime: 0 })
  return (
    <DetailPage title={({ name }) => `发起：${name}`} name="发起流程" query={query} list={LIST}>
      {(workflow) =>
        // The cached reply may still hold a draft that has been submitted since.
        query.isFetchedAfterMount ? (
          <Filling
            workflow={workflow}
            onDone={(instanceId) => void navigate(to('/bpm/instance', { id: instanceId }), { replace: true })}
          />
        ) : (
          <Skeleton rows={6} />
        )
      }
    </DetailPage>
  )
}
