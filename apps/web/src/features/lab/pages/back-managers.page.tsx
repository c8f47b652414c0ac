import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import { ManagedLab } from '../parts/managed-lab.tsx'
import { Members } from '../shared/members.tsx'
import { LabReviewers } from '../shared/reviewers.tsx'

/** Directors, administrators and reviewers of the labs. */
export default function BackManagersPage() {
  return (
    <ManagedLab
      title="实验室管理员"
      extra={(l) => (
        <ButtonLink to={to('/maintain/lab/maintainInfo', { id: l.id })} icon="file">
          资料
        </ButtonLink>
      )}
    >
      {(lab) => (
        <>
          <Members labId={lab.id} mayEdit={lab.can.includes('admin')} />
          <LabReviewers labId={lab.id} mayEdit={lab.can.includes('audit')} />
        </>
      )}
    </ManagedLab>
  )
}
