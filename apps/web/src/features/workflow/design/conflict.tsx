import { Button } from 'antd'
import { formatMinute } from '../../../lib/format.ts'
import { Modal } from '../../../ui/modal.tsx'
import type { Saving } from './use-saving.ts'

/** Shown when another person has saved meanwhile. The user decides whose work is replaced. */
export function Conflict({ saving: { conflict, busy, save, takeHis, closeConflict } }: { saving: Saving }) {
  return (
    <Modal
      open={conflict !== null}
      title="流程已被他人保存"
      width={560}
      onCancel={closeConflict}
      destroyOnHidden
      footer={
        <>
          <Button onClick={closeConflict}>继续编辑</Button>
          <Button onClick={() => void takeHis()}>放弃我的修改，改用对方的版本</Button>
          <Button danger loading={busy} onClick={() => void save({ overwrite: true })}>
            用我的版本覆盖
          </Button>
        </>
      }
    >
      {conflict && (
        <p>
          {`${conflict.by.name} 于 ${formatMinute(conflict.at)} 保存了这个流程。`}
          您的修改仍在这里，没有丢失；覆盖前可以先导出一份。
        </p>
      )}
    </Modal>
  )
}
