import { Button } from 'antd'
import type { ChangedHelp } from '@portal/contract/form/form'
import { parseForm } from '@portal/form-kit/form/parse'
import { useState } from 'react'
import { formatMinute } from '../../../lib/format.ts'
import { Modal } from '../../../ui/modal.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { FormView } from '../shared/form-view.tsx'
import { useRevision } from './design.queries.ts'

interface Props {
  id: number
  conflict: ChangedHelp | null
  busy: boolean
  onOverwrite: () => void
  onTakeHis: () => void
  onClose: () => void
}

/** Shown when another person has saved meanwhile. The designer decides whose work is replaced. */
export function Conflict({ id, conflict, busy, onOverwrite, onTakeHis, onClose }: Props) {
  const [looking, setLooking] = useState(false)
  const close = () => {
    setLooking(false)
    onClose()
  }
  return (
    <Modal
      open={conflict !== null}
      title="表单已被他人保存"
      width={looking ? 860 : 560}
      onCancel={close}
      destroyOnHidden
      footer={
        <>
          <Button onClick={close}>继续编辑</Button>
          {!looking && <Button onClick={() => setLooking(true)}>查看对方的版本</Button>}
          <Button
            onClick={() => {
              setLooking(false)
              onTakeHis()
            }}
          >
            放弃我的修改，改用对方的版本
          </Button>
          <Button danger loading={busy} onClick={onOverwrite}>
            用我的版本覆盖
          </Button>
        </>
      }
    >
      {conflict && (
        <p className="fd-said">
          {`${conflict.by.name} 于 ${formatMinute(conflict.at)} 保存了这个表单。`}
          您的修改仍在这里，没有丢失；对方保存的内容也会留在修改记录中。
        </p>
      )}
      {conflict && looking && <Saving id={id} revision={conflict.revision} />}
    </Modal>
  )
}

/** A saved revision, shown as people would fill it in. */
export function Saving({ id, revision }: { id: number; revision: number }) {
  const query = useRevision({ params: { id, revision } })
  if (!query.data) return <Waiting query={query} />
  const { form, faults } = parseForm(query.data.text)
  return form ? (
    <FormView key={revision} form={form} mode="disabled" label={`第 ${revision} 次保存`} />
  ) : (
    <p>{faults[0]?.message}</p>
  )
}
