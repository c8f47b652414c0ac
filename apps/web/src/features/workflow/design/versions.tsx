import { Button } from 'antd'
import { useState } from 'react'
import { sayFailure } from '../../../lib/announce.ts'
import { asFailure } from '../../../lib/failure.ts'
import { formatMinute } from '../../../lib/format.ts'
import { Drawer } from '../../../ui/modal.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { Comparison } from './comparison.tsx'
import { readVersion, useVersions } from './design.queries.ts'

interface Props {
  id: number
  open: boolean
  onClose: () => void
  /** Continues from the diagram of a version. */
  onRestore?: ((xml: string) => void) | undefined
}

/** The published versions and their times. Each can be compared with an earlier one and restored. */
export function Versions({ id, open, onClose, onRestore }: Props) {
  const [shown, setShown] = useState<number | null>(null)
  const restore = async (version: number) => {
    try {
      onRestore?.((await readVersion(id, version)).xml)
      setShown(null)
      onClose()
    } catch (error) {
      sayFailure(asFailure(error))
    }
  }
  return (
    <Drawer open={open} title="历史版本" size={460} onClose={onClose} destroyOnHidden>
      {open && (
        <List id={id} onShow={setShown} {...(onRestore && { onRestore: (v: number) => void restore(v) })} />
      )}
      <Modal
        open={shown !== null}
        title={`第 ${shown ?? ''} 版`}
        width={980}
        destroyOnHidden
        footer={null}
        onCancel={() => setShown(null)}
      >
        {shown !== null && <Comparison id={id} version={shown} />}
      </Modal>
    </Drawer>
  )
}

interface ListProps {
  id: number
  onShow: (version: number) => void
  onRestore?: (version: number) => void
}
function List({ id, onShow, onRestore }: ListProps) {
  const query = useVersions({ params: { id } })
  if (!query.data) return <Waiting query={query} />
  if (query.data.length === 0) return <p className="muted">还没有发布过。发布后，每一版都留在这里。</p>
  return (
    <ol className="bd-versions">
      {query.data.map(({ version, by, at, form, formVersion, started, running }) => (
        <li key={version}>
          <strong>第 {version} 版</strong>
          <span className="muted">
            {by.name} · {formatMinute(at)}
          </span>
          <span className="muted">
            表单“{form.name}”第 {formVersion} 版 · 发起 {started} 次{running > 0 && `，${running} 个在办`}
          </span>
          <div>
            <Button size="small" onClick={() => onShow(version)}>
              查看与比较
            </Button>
            {onRestore && (
              <Button size="small" onClick={() => onRestore(version)}>
                恢复为草稿
              </Button>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
