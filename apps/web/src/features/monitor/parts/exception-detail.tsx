/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- what scrolls has to be reached by keyboard */
import { formatSecond } from '../../../lib/format.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Skeleton } from '../../../ui/light.tsx'
import { Drawer } from '../../../ui/modal.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useException } from '../monitor.queries.ts'
import './monitor.css'

/** The last occurrence of an error: place, input, user. */
export function ExceptionDetail({ id, onClose }: { id: number | null; onClose: () => void }) {
  return (
    <Drawer open={id !== null} title="异常详情" size={860} onClose={onClose} destroyOnHidden>
      {id !== null && <Loaded id={id} />}
    </Drawer>
  )
}

function Loaded({ id }: { id: number }) {
  const { data: e, error, refetch } = useException({ params: { id } })
  if (!e) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} />
  return (
    <div className="fault">
      <p className="fault-message">{e.message}</p>
      <Facts
        items={[
          { label: '接口', value: <code>{e.call}</code>, wide: true },
          { label: '发生次数', value: e.times },
          { label: '用户', value: e.user },
          { label: '首次发生', value: formatSecond(e.firstAt) },
          { label: '最近发生', value: formatSecond(e.lastAt) },
          { label: '请求编号', value: <code>{e.requestId}</code>, wide: true },
          e.resolvedAt && {
            label: '处理',
            value: `${e.resolvedBy ?? ''} ${formatSecond(e.resolvedAt)}${e.resolvedNote ? `：${e.resolvedNote}` : ''}`,
            wide: true,
          },
        ]}
      />
      <h2>请求参数</h2>
      <pre tabIndex={0}>{e.request ?? '无'}</pre>
      <h2>调用堆栈</h2>
      <pre tabIndex={0}>{e.stack ?? '无'}</pre>
    </div>
  )
}
