import { messageKindWords, type Message } from '@portal/contract/message/message'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatAgo, formatMinute } from '../../../lib/format.ts'
import { passFocusOn } from '../../../lib/pass-focus.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Button, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { useMessages, useReadMessages, useRemoveMessages } from '../message.queries.ts'
import './message-list.css'

/** How many more messages each 查看更早 loads, and the most in total. */
const STEP = 20
const MOST = 1000

/** The user's messages in the bell's drawer, latest first. `onLeave`: the user followed a message's link. */
export default function MessageList({ onLeave }: { onLeave?: () => void }) {
  const [size, setSize] = useState(STEP)
  const [unreadOnly, setUnreadOnly] = useState(false)
  const { data, error, isPending, isFetching, refetch } = useMessages({
    size,
    ...(unreadOnly && { unread: 'true' }),
  })
  const read = useReadMessages()
  const unread = data?.unread ?? 0
  return (
    <div className="messages">
      <div className="messages-bar">
        <label>
          <input type="checkbox" checked={unreadOnly} onChange={(e) => setUnreadOnly(e.target.checked)} />{' '}
          只看未读{unread > 0 && `（${unread}）`}
        </label>
        <Button
          size="small"
          disabled={unread === 0}
          busy={read.busy}
          onClick={() => void read.run({ body: { all: true } }).catch(() => {})}
        >
          全部已读
        </Button>
      </div>
      {isPending ? (
        <Skeleton rows={6} height={56} />
      ) : error && !data ? (
        <PageError error={error} onRetry={() => void refetch()} />
      ) : data?.items.length === 0 ? (
        <Empty text={unreadOnly ? '没有未读消息' : '还没有消息'} />
      ) : (
        <ul aria-busy={isFetching}>
          {data?.items.map((m) => (
            <OneMessage key={m.id} message={m} onLeave={onLeave} />
          ))}
        </ul>
      )}
      {data && data.total > data.items.length && size >= MOST && (
        <p className="muted">已显示最近 {MOST} 条。删除不再需要的消息后，可查看更早的。</p>
      )}
      {data && data.total > data.items.length && size < MOST && (
        <Button busy={isFetching} onClick={() => setSize(size + STEP)}>
          查看更早的消息
        </Button>
      )}
    </div>
  )
}

function OneMessage({ message: m, onLeave }: { message: Message; onLeave: (() => void) | undefined }) {
  const read = useReadMessages()
  const remove = useRemoveMessages()
  // `send` has shown a failure.
  const seen = async () => m.readAt ?? read.run({ body: { ids: [m.id] } }).catch(() => {})
  const drop = () => remove.run({ body: { ids: [m.id] } }).catch(() => {})
  return (
    <li data-unread={m.readAt === null || undefined}>
      <div>
        <strong>
          {m.readAt === null && <span className="sr-only">未读：</span>}
          {m.link ? (
            <Link to={m.link} onClick={() => (void seen(), onLeave?.())}>
              {m.title}
            </Link>
          ) : (
            m.title
          )}
        </strong>
        <p>
          <Whole>{m.body}</Whole>
        </p>
        <small>
          {messageKindWords[m.kind]} ·{' '}
          <time dateTime={m.createdAt} title={formatMinute(m.createdAt)}>
            {formatAgo(m.createdAt)}
          </time>
        </small>
      </div>
      {m.readAt === null && (
        <button
          type="button"
          aria-label={`标为已读：${m.title}`}
          title="标为已读"
          // A second press of Enter must not delete the message whose button has the place of this one.
          onClick={(e) => passFocusOn(e.currentTarget, seen(), 'button:not([title="删除"])')}
        >
          <Icon name="check" size={16} />
        </button>
      )}
      <button
        type="button"
        aria-label={`删除：${m.title}`}
        title="删除"
        disabled={remove.busy}
        onClick={(e) => passFocusOn(e.currentTarget, drop())}
      >
        <Icon name="close" size={16} />
      </button>
    </li>
  )
}
