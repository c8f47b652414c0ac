import type { Failure } from '../../../lib/failure.ts'
import { Button } from '../../../ui/light.tsx'
import { renewAsked } from '../form.queries.ts'

/** Offered where the form was published anew meanwhile; what is typed stays, as far as it is still asked for. */
export const RenewAsked = ({ failure }: { failure: Failure }) =>
  failure.code === 'FORM_VERSION_OLD' && (
    <Button size="small" onClick={() => void renewAsked()}>
      显示更新后的附加表单
    </Button>
  )
