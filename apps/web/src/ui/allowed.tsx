import type { ReactNode } from 'react'
import type { Permission } from '@portal/contract/kernel/permissions'
import { useHolds } from '../lib/session.ts'

/** Shows its children to holders of one of the codes and of `ADMIN`. The server checks the right itself. */
export function Allowed({ codes, children }: { codes: readonly Permission[]; children: ReactNode }) {
  const holds = useHolds(codes ?? [])
  if (!codes?.length) throw new Error('Need roles!')
  return holds ? children : null
}
