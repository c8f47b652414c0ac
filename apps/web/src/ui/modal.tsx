import { Modal as AntdModal, type ModalProps } from 'antd'
import { useState } from 'react'
import { DialogForms, shutWith, type Unsents } from './form/leave.ts'

/**
 * antd's dialog as it is used here: a click beside it does nothing, and where something was typed in it and
 * not sent, Escape and its cross ask first.
 */
export function Modal({ children, onCancel, ...props }: ModalProps) {
  const [forms] = useState<Unsents>(() => new Set())
  return (
    <AntdModal
      mask={{ closable: false }}
      {...props}
      {...(onCancel && { onCancel: (e) => shutWith(forms, () => onCancel(e)) })}
    >
      <DialogForms value={forms}>{children}</DialogForms>
    </AntdModal>
  )
}
