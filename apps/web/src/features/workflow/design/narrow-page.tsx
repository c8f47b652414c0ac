import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useWorkflow } from './design.queries.ts'
import { Drawing } from '../shared/diagram.tsx'

/** On a phone a process can only be viewed, since drawing needs more room. */
export const NarrowPage = ({ id }: { id: number | 'new' }) =>
  id === 'new' ? <Said title="流程设计" /> : <Shown id={id} />

const Said = ({ title }: { title: string }) => (
  <>
    <h1>{title}</h1>
    <p className="bd-narrow">设计流程需要更宽的屏幕，请在电脑上打开本页。手机上可以查看已有的流程。</p>
    <ButtonLink to={to('/bpm/bpm-list')}>返回流程列表</ButtonLink>
  </>
)

function Shown({ id }: { id: number }) {
  const query = useWorkflow({ params: { id } })
  if (!query.data) return <Waiting query={query} list={{ to: to('/bpm/bpm-list'), text: '查看流程列表' }} />
  return (
    <>
      <Said title={query.data.name} />
      <Drawing xml={query.data.xml} label={`${query.data.name}的流程图`} />
    </>
  )
}
