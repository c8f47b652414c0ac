import { asFailure } from '../lib/failure.ts'
import { Icon } from './icon.tsx'
import { Button, ButtonLink } from './light.tsx'

/** The list that contains the item. */
export interface WayBack {
  to: string
  text: string
}

interface Props {
  error: unknown
  onRetry?: () => void
  title?: string
  level?: 'h1' | 'h2'
  list?: WayBack
}

/** Statuses for which a retry would get the same answer. */
const finals: Partial<Record<number, string>> = {
  400: '内容打不开',
  403: '没有权限',
  404: '内容不存在或已被删除',
}

/**
 * A loading failure: message, reason, request number, and 重试; or a way on if the user has no right or the
 * item is gone.
 */
export function PageError({ error, onRetry, title = '加载失败', level: Heading = 'h2', list }: Props) {
  const failure = asFailure(error)
  const final = finals[failure.status]
  return (
    <div className="empty" role="alert">
      <Icon name={failure.status === 403 ? 'lock' : 'warn'} size={40} />
      <Heading>{final ?? title}</Heading>
      <p>{failure.message}</p>
      {failure.requestId && <p className="muted">请求编号 {failure.requestId}</p>}
      {final ? (
        <WayOn list={list} />
      ) : (
        onRetry && (
          <Button kind="primary" onClick={onRetry}>
            重试
          </Button>
        )
      )}
    </div>
  )
}

/** False on the first page of a tab: there is no page to go back to. */
const cameFromHere = () => ((history.state as { idx?: number } | null)?.idx ?? 0) > 0

const WayOn = ({ list }: { list: WayBack | undefined }) => (
  <p style={{ display: 'flex', flexWrap: 'wrap', gap: 10, justifyContent: 'center' }}>
    {cameFromHere() && (
      <Button kind="primary" onClick={() => history.back()}>
        返回上一页
      </Button>
    )}
    {list && <ButtonLink to={list.to}>{list.text}</ButtonLink>}
    <ButtonLink to="/osp/home">返回首页</ButtonLink>
  </p>
)
