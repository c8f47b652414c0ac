import { Link } from 'react-router'
import { messageKindWords, type Message } from '@portal/contract/message/message'
import { formatAgo, formatMinute } from '../../../lib/format.ts'
import { safeRedirect } from '../../../lib/paths.ts'
import { Button, Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Whole } from '../../../ui/whole.tsx'
import { useNews, useReadMessages } from '../account.queries.ts'

/** The newest messages. Following a message's link marks it as read. */
export function Messages() {
  const { data, error, refetch } = useNews()
  const read = useReadMessages()
  return (
    <div id="messages">
      <Card
        title="消息"
        extra={
          data !== undefined &&
          data.unread > 0 && (
            <Button
              kind="text"
              size="small"
              busy={read.busy}
              onClick={() => void read.run({ body: { all: true } }).catch(() => {})}
            >
              全部标为已读
            </Button>
          )
        }
      >
        {!data ? (
          error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={4} height={32} />
          )
        ) : data.items.length === 0 ? (
          <Empty text="还没有消息" />
        ) : (
          <ul className="rows">
            {data.items.map((m) => (
              <One
                key={m.id}
                message={m}
                onRead={() =>
                  m.readAt === null && void read.run({ body: { ids: [m.id] }, quiet: true }).catch(() => {})
                }
              />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}

function One({ message: m, onRead }: { message: Message; onRead: () => void }) {
  return (
    <li className="news" data-unread={m.readAt === null || undefined}>
      {m.link ? (
        <Link to={safeRedirect(m.link)} onClick={onRead}>
          <Whole>{m.title}</Whole>
        </Link>
      ) : (
        <button
          type="button"
          onClick={onRead}
          aria-label={`${m.title}${m.readAt === null ? '，标为已读' : ''}`}
        >
          <Whole>{m.title}</Whole>
        </button>
      )}
      <time className="muted" dateTime={m.createdAt} title={formatMinute(m.createdAt)}>
        {formatAgo(m.createdAt)}
      </time>
      <p className="muted">
        <Whole>{`${messageKindWords[m.kind]}：${m.body}`}</Whole>
      </p>
    </li>
  )
}
