import { asFailure } from '../lib/failure.ts'
import { Icon } from './icon.tsx'
import { Button } from './light.tsx'

/** Something could not be loaded: what, why, the number to quote, and 重试. */
export function PageError({
  error,
  onRetry,
  title = '加载失败',
  level: Heading = 'h2',
}: {
  error: unknown
  onRetry?: () => void
  title?: string
  level?: 'h1' | 'h2'
}) {
  const failure = asFailure(error)
  return (
    <div className="empty" role="alert">
      <Icon name="warn" size={40} />
      <Heading>{title}</Heading>
      <p>{failure.message}</p>
      {failure.requestId && <p className="muted">请求编号 {failure.requestId}</p>}
      {onRetry && (
        <Button kind="primary" onClick={onRetry}>
          重试
        </Button>
      )}
    </div>
  )
}
