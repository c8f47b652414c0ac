import { Button } from 'antd'
import type { FormRevision } from '@portal/contract/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import type { Form } from '@portal/form-kit/form/form'
import { useState } from 'react'
import { asFailure } from '../../../lib/failure.ts'
import { formatMinute } from '../../../lib/format.ts'
import { sayFailure } from '../../../lib/announce.ts'
import { say } from '../../../lib/tell.ts'
import { Drawer } from '../../../ui/modal.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { Saving } from './conflict.tsx'
import { readRevision, useRevisions } from './design.queries.ts'

interface Props {
  id: number
  open: boolean
  onClose: () => void
  /** Continues from the form of that revision. */
  onRestore: (form: Form, revision: number) => void
}

/** The history of saves: who saved and when. Each revision can be viewed and restored. */
export function Versions({ id, open, onClose, onRestore }: Props) {
  const [shown, setShown] = useState<FormRevision | null>(null)
  const restore = async ({ revision }: FormRevision) => {
    try {
      const { form } = parseForm((await readRevision(id, revision)).text)
      if (!form) return say('warning', '该次保存的内容不符合现在的规则，不能恢复')
      onRestore(form, revision)
      setShown(null)
      onClose()
    } catch (error) {
      sayFailure(asFailure(error))
    }
  }
  return (
    <Drawer open={open} title="修改记录" size={420} onClose={onClose} destroyOnHidden>
      {open && <List id={id} onShow={setShown} onRestore={(revision) => void restore(revision)} />}
      <Modal
        open={shown !== null}
        title={shown ? `第 ${shown.revision} 次保存` : ''}
        width={860}
        destroyOnHidden
        onCancel={() => setShown(null)}
        okText="恢复为草稿"
        cancelText="关闭"
        onOk={() => shown && void restore(shown)}
      >
        {shown && <Saving id={id} revision={shown.revision} />}
      </Modal>
    </Drawer>
  )
}

interface ListProps {
  id: number
  onShow: (revision: FormRevision) => void
  onRestore: (revision: FormRevision) => void
}
function List({ id, onShow, onRestore }: ListProps) {
  const query = useRevisions({ params: { id } })
  if (!query.data) return <Waiting query={query} />
  return (
    <ol className="fd-versions">
      {query.data.map((saving) => (
        <li key={saving.revision}>
          <strong>
            第 {saving.revision} 次保存{saving.version !== null && `，发布为第 ${saving.version} 版`}
          </strong>
          <span className="muted">
            {saving.by.name} · {formatMinute(saving.at)}
          </span>
          {saving.note && <p>{saving.note}</p>}
          <div>
            <Button size="small" onClick={() => onShow(saving)}>
              查看
            </Button>
            <Button size="small" onClick={() => onRestore(saving)}>
              恢复为草稿
            </Button>
          </div>
        </li>
      ))}
    </ol>
  )
}
