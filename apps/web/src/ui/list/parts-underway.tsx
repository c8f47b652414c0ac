import { useStore } from '../../lib/store.ts'
import { partsUnderway } from '../../lib/verdicts.ts'
import './list.css'

/** How far a batch that is sent in parts has come. */
export function PartsUnderway() {
  const parts = useStore(partsUnderway)
  if (!parts) return null
  return (
    <span className="batch-progress" role="status">
      已处理 {parts.done} / {parts.total} 条{' '}
      <progress aria-label="处理进度" value={parts.done} max={parts.total} />
    </span>
  )
}
