import { Suspense, useEffect } from 'react'
import {
  Outlet,
  ScrollRestoration,
  useLocation,
  useMatches,
  useNavigation,
  useRouteError,
} from 'react-router'
import type { Screen } from '@portal/contract/screens'
import { isChunkFailure } from '../lib/chunk-failure.ts'
import { useUser } from '../lib/session.ts'
import { useSite } from '../lib/site.ts'
import { useLeaving } from '../ui/form/leave.ts'
import { Button, ButtonLink, Skeleton } from '../ui/light.tsx'
import { PageError } from '../ui/page-error.tsx'
import { useArrival } from './arrival.ts'
import { useOtherTabs } from './other-tabs.ts'
import { PaletteDoor } from './palette/palette-door.tsx'
import { definePart } from '../ui/part.tsx'
import { Voice } from '../ui/voice.tsx'

const MustChangePassword = definePart(async () => {
  const [{ default: Page }, { AntdFrame }] = await Promise.all([
    import('../features/account/shared/must-change-password.tsx'),
    import('../ui/antd-frame.tsx'),
  ])
  return {
    default: () => (
      <AntdFrame>
        <Page />
      </AntdFrame>
    ),
  }
})

/** The outermost frame: title, focus after navigation, progress, messages. */
export function RootFrame() {
  const title = useScreenTitle()
  useArrival(title)
  useOtherTabs()
  useLeaving()
  const mustChangePassword = useUser()?.mustChangePassword ?? false
  const moving = useNavigation().state !== 'idle'
  const { pathname, search } = useLocation()
  return (
    <>
      <a href="#main" className="skip">
        跳到主要内容
      </a>
      {/* `data-at` changes with the page itself; the address changes earlier, while the page still loads. */}
      <div
        className="moving no-print"
        data-on={moving || undefined}
        data-at={pathname + search}
        aria-hidden
      />
      {mustChangePassword ? (
        <Suspense fallback={<Skeleton />}>
          <MustChangePassword />
        </Suspense>
      ) : (
        <Outlet />
      )}
      <ScrollRestoration />
      <PaletteDoor />
      <Voice />
    </>
  )
}

function useScreenTitle(): string {
  const title = (useMatches().at(-1)?.handle as Screen | undefined)?.title ?? '页面不存在'
  const { name } = useSite()
  useEffect(() => {
    document.title = `${name} - ${title}`
  }, [name, title])
  return title
}

const RELOADED = 'reloadedForChunk'

/**
 * A page that failed to load or draw. Usually its file is gone because a new version was installed: the page
 * reloads itself once, after that the user reloads it.
 */
export function PageBroken() {
  const error = useRouteError()
  const chunk = isChunkFailure(error)
  useEffect(() => {
    if (!chunk) return
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0)
    if (Date.now() - last < 60_000) return
    sessionStorage.setItem(RELOADED, String(Date.now()))
    location.reload()
  }, [chunk, error])
  const shown = chunk ? new Error('页面文件没有下载成功，可能是网络中断或系统刚刚更新') : error
  return (
    <div className="card" style={{ margin: 16 }}>
      <PageError error={shown} title={chunk ? '页面加载失败' : '页面出错了'} level="h1" />
      <p style={{ display: 'flex', gap: 10, justifyContent: 'center', paddingBottom: 24 }}>
        <Button kind="primary" onClick={() => location.reload()}>
          重新加载
        </Button>
        <ButtonLink to="/osp/home">返回首页</ButtonLink>
      </p>
    </div>
  )
}
