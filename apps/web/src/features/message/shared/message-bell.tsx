import { messageCalls } from '@portal/contract/message/message'
import { Suspense, useState } from 'react'
import { useLive } from '../../../lib/live.ts'
import { useUser } from '../../../lib/session.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import { definePart } from '../../../ui/part.tsx'
import { useUnread } from '../message.queries.ts'
import './message-bell.css'

const MessageList = definePart(
  () => import('./message-list.tsx'),
  ({ onLeave }) => onLeave?.(),
)
const MOST = 99

/** The bell in the frames: number of unread messages, and a drawer with them. Nothing for visitors. */
export function MessageBell({ className }: { className: string }) {
  const user = useUser()
  return user && <Bell className={className} />
}

function Bell({ className }: { className: string }) {
  const [open, setOpen] = useState(false)
  const { data } = useUnread({}, { staleTime: 60_000 })
  useLive(['me'], [messageCalls.unread, messageCalls.page])
  const unread = data?.unread ?? 0
  return (
    <>
      <button
        type="button"
        className={`${className} message-bell`}
        aria-haspopup="dialog"
        aria-label={unread > 0 ? `消息，${unread} 条未读` : '消息'}
        onClick={() => setOpen(true)}
      >
        <Icon name="bell" />
        {unread > 0 && <b aria-hidden>{unread > MOST ? `${MOST}+` : unread}</b>}
      </button>
      <Drawer open={open} onClose={() => setOpen(false)} title="我的消息" side="right">
        <Suspense fallback={<Skeleton rows={6} height={56} />}>
          <MessageList onLeave={() => setOpen(false)} />
        </Suspense>
      </Drawer>
    </>
  )
}
