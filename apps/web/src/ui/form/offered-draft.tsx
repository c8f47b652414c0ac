import { useState, type ReactNode } from 'react'
import { formatAgo } from '../../lib/format.ts'
import { Button } from '../light.tsx'
import { dropDraft } from './draft.ts'
import './offered-draft.css'

/** The notice of a designer: of a draft, or of what somebody else has saved meanwhile. */
export const DraftNotice = ({ children }: { children: ReactNode }) => (
  <div className="draft-notice" role="status">
    {children}
  </div>
)

interface OfferedDraft<K> {
  /** Still offered: until the user has answered, the draft must not be written over. */
  isOffered: boolean
  /** The draft that the user goes on with. */
  restored: K | null
  notice: ReactNode
}
/**
 * Offers an unsaved draft of this device, if there is one.
 *
 * @param name The draft's name.
 * @param read Reads it, once.
 * @param saved What is on the server.
 */
export function useOfferedDraft<K extends { revision: number; at: number }>(
  name: string,
  read: () => K | null,
  saved: { revision: number; changedBy: { name: string } } | null,
): OfferedDraft<K> {
  const [offered, setOffered] = useState(read)
  const [restored, setRestored] = useState<K | null>(null)
  const notice = offered && (
    <DraftNotice>
      {formatAgo(new Date(offered.at))}有未保存的修改
      {saved && offered.revision < saved.revision && `，之后${saved.changedBy.name}又保存过`}。
      <Button
        size="small"
        kind="primary"
        onClick={() => {
          setRestored(offered)
          setOffered(null)
        }}
      >
        恢复
      </Button>
      <Button
        size="small"
        onClick={() => {
          dropDraft(name)
          setOffered(null)
        }}
      >
        放弃
      </Button>
    </DraftNotice>
  )
  return { isOffered: offered !== null, restored, notice }
}
