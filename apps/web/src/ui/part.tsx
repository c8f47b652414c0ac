import { Component, lazy, useState, type ComponentType, type ReactNode } from 'react'
import { isChunkFailure } from '../lib/chunk-failure.ts'
import { say } from '../lib/tell.ts'
import { Button } from './light.tsx'

/**
 * A part of a page that comes when it is wanted: `definePart(() => import('./palette.tsx'))`, drawn within a
 * `Suspense`. If its file does not come, what stands around it stays, with what was typed there; by React's
 * `lazy` alone it would be torn down with the whole page. `leave` closes what was opened, so that opening it
 * again asks again; without it there is a button in place of the part.
 */
export function definePart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
  leave?: (props: P) => void,
): (props: P) => ReactNode {
  // `lazy` keeps for ever that it failed: then another one takes its place.
  const ask = () => ({ Loaded: lazy(load) })
  let newest = ask()
  return function Part(props) {
    // What has come stays as it is, also where another one is asked for.
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
    if (!isChunkFailure(error)) throw error // it goes to the page's own boundary
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
