import type { Reason } from '@portal/contract/kernel/envelope'
import type { ReactNode } from 'react'
import type { Failure } from '../../lib/failure.ts'
import { Icon } from '../icon.tsx'
import './form.css'

interface Props {
  failure: Failure
  /** Reasons that no field shows. */
  reasons: readonly Reason[]
  /** Help that came with it, such as the nearest free slots. */
  children?: ReactNode
}

/** A refusal with the reasons that no field shows. */
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
