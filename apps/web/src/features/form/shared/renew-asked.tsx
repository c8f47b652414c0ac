import type { Failure } from '../../../lib/failure.ts'
import { Button } from '../../../ui/light.tsx'
import { renewAsked } from '../form.queries.ts'

/** Offered if a newer version was published meanwhile. Typed values of remaining fields stay. */
export const RenewAsked = ({ failure }: { failure: Failure }) =>
  failure.code === 'FORM_VERSION_OLD' && (
    <Button size="small" onClick={() => void renewAsked()}>
      显示更新后的附加表单
    </Button>
  )
