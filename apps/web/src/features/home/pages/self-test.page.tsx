import { useSyncExternalStore } from 'react'
import { Button, ButtonLink, Card } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useRoundTrip } from '../home.queries.ts'
import './self-test.css'

interface Check {
  name: string
  ok: boolean | null
  said: string
}

const works = (what: () => void): boolean => {
  try {
    what()
    return true
  } catch {
    return false
  }
}
const resized = (heard: () => void) => {
  addEventListener('resize', heard)
  return () => removeEventListener('resize', heard)
}
const SLOW_MS = 2000

/** For support when a page does not work: checks the browser's abilities and the time to the server. */
export default function SelfTestPage() {
  const { data: ms, error, isFetching, refetch } = useRoundTrip()
  const width = useSyncExternalStore(resized, () => innerWidth)
  const stores = works(() => {
    localStorage.setItem('self-test', '1')
    localStorage.removeItem('self-test')
  })
  const checks: Check[] = [
    {
      name: '连接服务器',
      ok: isFetching ? null : !error && (ms ?? SLOW_MS) < SLOW_MS,
      said: isFetching ? '正在检测…' : error ? error.message : `${Math.round(ms ?? 0)} 毫秒`,
    },
    {
      name: 'Cookie',
      ok: navigator.cookieEnabled,
      said: navigator.cookieEnabled ? '可以使用' : '已被禁用，无法保持登录状态',
    },
    { name: '本地存储', ok: stores, said: stores ? '可以使用' : '已被禁用，草稿与筛选条件无法保存' },
    {
      name: '实时消息',
      ok: typeof EventSource === 'function',
      said: typeof EventSource === 'function' ? '可以接收' : '不支持，页面需要手动刷新',
    },
    { name: '文件下载与打印', ok: typeof URL.createObjectURL === 'function', said: '可以使用' },
    { name: '窗口宽度', ok: width >= 360, said: `${width} 像素` },
  ]
  return (
    <Card
      title="使用环境检测"
      extra={
        <Button size="small" busy={isFetching} onClick={() => void refetch()}>
          重新检测
        </Button>
      }
    >
      <h1 className="sr-only">使用环境检测</h1>
      <dl className="self-test" aria-live="polite" aria-busy={isFetching}>
        {checks.map((c) => (
          <div key={c.name}>
            <dt>{c.name}</dt>
            <dd>
              <StateTag
                tone={c.ok === null ? 'waiting' : c.ok ? 'done' : 'refused'}
                text={c.ok === null ? '检测中' : c.ok ? '正常' : '有问题'}
              />{' '}
              {c.said}
            </dd>
          </div>
        ))}
        <div>
          <dt>浏览器</dt>
          <dd className="muted">{navigator.userAgent}</dd>
        </div>
      </dl>
      <p>
        仍有问题？把本页截图附在咨询里，便于查找原因。{' '}
        <ButtonLink size="small" to="/osp/consulting">
          提交咨询
        </ButtonLink>
      </p>
    </Card>
  )
}
