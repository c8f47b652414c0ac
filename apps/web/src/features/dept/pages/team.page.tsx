import { Waiting } from '../../../ui/waiting.tsx'
import { useDuty } from '../dept.queries.ts'
import { ChosenDept } from '../parts/chosen-dept.tsx'
import { Contacts } from '../parts/contacts.tsx'
import './overview.css'

/** Who holds which post in a dept; for users who manage its team but not its description. */
export default function TeamPage() {
  return <ChosenDept title="团队建设">{(deptId) => <Team key={deptId} deptId={deptId} />}</ChosenDept>
}

function Team({ deptId }: { deptId: number }) {
  const query = useDuty({ query: { deptId } })
  return query.data ? (
    <Contacts deptId={deptId} mayEdit={query.data.can.includes('team')} />
  ) : (
    <Waiting query={query} height={24} />
  )
}
