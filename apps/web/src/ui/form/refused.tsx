import type { Reason } from '@portal/contract/kernel/envelope'
import type { ReactNode } from 'react'
import type { Failure } from '../../lib/failure.ts'
import { Icon } from '../icon.tsx'
import './form.css'

interface Props {
  failure: Failure
  /** Those of its reasons that no field says. */
  reasons: readonly Reason[]
  /** What came with it: the nearest free slots, say. */
  children?: ReactNode
}

/** Why it was refused, as far as no field says it. */
export function Refused({ failure, reasons, children }: Props) {
  const lines = reasons.map((r) => r.message).filter((m) => m !== failure.message)
  return (
    <div className="form-refused" role="alert">
      <Icon name="warn" size={18} />
      <div>
        <strong>{failure.message}</strong>
        {lines.length > 0 && (
          <ul>
            {lines.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        {children}
        {failure.requestId && <small>请求编号 {failure.requestId}</small>}
      </div>
    </div>
  )
}
