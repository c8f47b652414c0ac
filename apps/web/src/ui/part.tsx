import { Component, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { isChunkFailure } from '../lib/chunk-failure.ts'
import { say } from '../lib/tell.ts'
import { Button } from './light.tsx'

/**
 * A part of a page that is loaded on demand: `definePart(() => import('./palette.tsx'))`, drawn within a
 * `Suspense`. If its file fails to load, the page around it stays, with its input; with React's `lazy` alone
 * the whole page would unmount. `leave` closes the part, so that opening it again retries; without `leave` a
 * retry button takes its place.
 */
export function definePart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  leave?: (props: P) => void,
): (props: P) => ReactNode {
  // `lazy` remembers a failure for ever, so a retry needs a new one.
  const ask = () => ({ Loaded: lazy(load) })
  let newest = ask()
  return function Part(props) {
    // A part that has loaded stays, even if another instance retries.
    const [mine, setMine] = useState(newest)
    const miss = (): void => {
      if (newest === mine) newest = ask()
      say('warning', '页面有新版本或网络中断，请保存填写的内容后重新加载', { durationMs: 12_000 })
      leave?.(props)
    }
    return (
      <Boundary onMissing={miss} {...(!leave && { onAgain: () => setMine(newest) })}>
        <mine.Loaded {...props} />
      </Boundary>
    )
  }
}

interface Props {
  children: ReactNode
  onMissing: () => void
  onAgain?: () => void
}
class Boundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }
  static getDerivedStateFromError = (error: unknown) => ({ error })

  override componentDidCatch(): void {
    this.props.onMissing()
  }
  override render(): ReactNode {
    const { error } = this.state
    const { children, onAgain } = this.props
    if (error === null) return children
    if (!isChunkFailure(error)) throw error // handled by the page's error boundary
    if (!onAgain) return null
    const again = (): void => {
      onAgain()
      this.setState({ error: null })
    }
    return (
      <Button size="small" onClick={again}>
        载入失败，重试
      </Button>
    )
  }
}
