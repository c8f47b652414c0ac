import { useEffect, type RefObject } from 'react'
import { useBlocker } from 'react-router'
import { ask } from '../../lib/tell.ts'

/** Leaving with something typed and not sent asks first; a closing tab asks in the browser's own words. */
export function useLeaveQuestion(dirty: RefObject<boolean>, keepsDraft: boolean): void {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      Boolean(dirty.current) && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    const text = keepsDraft
      ? '填写的内容尚未提交。草稿已保存在本机，下次打开时会恢复。'
      : '填写的内容尚未提交，离开后将丢失。'
    void ask({ title: '要离开此页吗？', text, ok: '离开', cancel: '继续填写' }).then((yes) =>
      yes ? blocker.proceed() : blocker.reset(),
    )
  }, [blocker, keepsDraft])
  useEffect(() => {
    const closing = (e: BeforeUnloadEvent) => {
      if (dirty.current && !keepsDraft) e.preventDefault()
    }
    addEventListener('beforeunload', closing)
    return () => removeEventListener('beforeunload', closing)
  }, [dirty, keepsDraft])
}
