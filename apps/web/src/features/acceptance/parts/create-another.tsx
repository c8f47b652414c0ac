import { useNavigate } from 'react-router'
import type { AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { to } from '../../../lib/paths.ts'
import { Button } from '../../../ui/light.tsx'
import { useCreateAcceptance } from '../acceptance.queries.ts'
import { findPage } from '../acceptance.words.ts'

/** Creates a new acceptance in place of a cancelled one. */
export function CreateAnother({ acceptance: a }: { acceptance: AcceptanceDetail }) {
  const create = useCreateAcceptance()
  const navigate = useNavigate()
  const makeAnother = async () => {
    const { id, scale } = await create.run({ body: { purchaseId: a.purchase.id } })
    await navigate(to(findPage(scale), { id }))
  }
  return (
    <Button kind="primary" busy={create.busy} onClick={() => void makeAnother().catch(() => undefined)}>
      重新新建验收单
    </Button>
  )
}
