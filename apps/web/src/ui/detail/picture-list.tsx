import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { fileCalls } from '@portal/contract/file/file'
import type { Attachment } from '@portal/contract/kernel/rows'
import { download } from '../../lib/send.ts'
import { Button } from '../light.tsx'
import { Modal } from '../modal.tsx'
import { pictureQuery } from '../own-picture.ts'
import './picture-list.css'

type Stored = Pick<Attachment, 'id' | 'name'>
interface Props<P> {
  pictures: readonly P[]
  label: string
  /** Further actions, under each picture. */
  extra?: (picture: P) => ReactNode
}

/** Thumbnails of a row's private pictures; each opens in full size. */
export function PictureList<P extends Stored>({ pictures, label, extra }: Props<P>) {
  const [shown, setShown] = useState<string | null>(null)
  const at = pictures.findIndex((p) => p.id === shown)
  const picture = pictures[at]
  const step = (by: number) => setShown(pictures[at + by]?.id ?? shown)
  const turn = useEffectEvent((event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    step(by)
  })
  const open = picture !== undefined
  useEffect(() => {
    if (!open) return undefined
    document.addEventListener('keydown', turn)
    return () => document.removeEventListener('keydown', turn)
  }, [open])
  return (
    <>
      <ul className="picture-list" aria-label={label}>
        {pictures.map((p) => (
          <li key={p.id}>
            <button type="button" aria-label={`查看 ${p.name}`} onClick={() => setShown(p.id)}>
              <Picture picture={p} small />
            </button>
            {extra?.(p)}
          </li>
        ))}
      </ul>
      <Modal
        open={open}
        title={picture && `${picture.name}（${at + 1} / ${pictures.length}）`}
        width={960}
        centered
        destroyOnHidden
        onCancel={() => setShown(null)}
        footer={
          picture && (
            <div className="page-extra">
              <Button disabled={at === 0} aria-keyshortcuts="ArrowLeft" onClick={() => step(-1)}>
                上一张
              </Button>
              <Button
                disabled={at === pictures.length - 1}
                aria-keyshortcuts="ArrowRight"
                onClick={() => step(1)}
              >
                下一张
              </Button>
              <Button
                icon="download"
                onClick={() =>
                  void download(
                    fileCalls.get,
                    { params: { id: picture.id }, query: { download: 'true' } },
                    picture.name,
                  ).catch(() => {})
                }
              >
                下载
              </Button>
            </div>
          )
        }
      >
        {picture && <Picture key={picture.id} picture={picture} />}
      </Modal>
    </>
  )
}

function Picture({ picture: p, small = false }: { picture: Stored; small?: boolean }) {
  const { data, error } = useQuery(pictureQuery(p.id, small))
  if (data) return <img src={data} alt={small ? '' : p.name} />
  if (small) return error ? <span className="muted">{p.name}</span> : <span className="bone" />
  return <span className="muted">{error ? '照片无法显示' : '正在加载'}</span>
}
