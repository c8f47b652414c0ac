import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { to } from '../../../lib/paths.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useNotice } from '../notice.queries.ts'
import { NoticeText } from './notice-text.tsx'
import './notice-dialog.css'

/** Shows a public notice in place to visitors who may not browse, because its own page requires a sign-in. */
export default function NoticeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  const { data, error, refetch } = useNotice({ query: { id } }, { staleTime: 60_000 })
  useEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog
      ref={dialog}
      className="question notice-dialog"
      aria-label={data?.title ?? '公告'}
      onClose={onClose}
    >
      <button type="button" className="x" aria-label="关闭" onClick={() => dialog.current?.close()}>
        <Icon name="close" />
      </button>
      {data ? (
        <NoticeText notice={data} level="h2" />
      ) : error?.status === 404 ? (
        <Empty text="公告不存在或已被撤回" />
      ) : error ? (
        <PageError error={error} level="h2" onRetry={() => void refetch()} />
      ) : (
        <Skeleton rows={6} height={22} />
      )}
      <footer>
        <Link to={to('/login', { redirect: to('/osp/notice-detail', { id }) })}>登录后查看全部公告</Link>
      </footer>
    </dialog>
  )
}
