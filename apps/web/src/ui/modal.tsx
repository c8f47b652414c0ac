import { Drawer as AntdDrawer, Modal as AntdModal, type DrawerProps, type ModalProps } from 'antd'
import { useState } from 'react'
import { DialogForms, shutWith, type Unsents } from './form/leave.ts'

/**
 * antd's dialog as it is used here: a click beside it does nothing, and where something was typed in it and
 * not sent, Escape and its cross ask first.
 */
export function Modal({ children, onCancel, ...props }: ModalProps) {
  const [forms] = useState<Unsents>(() => new Set())
  const shut: typeof onCancel = onCancel && ((e) => shutWith(forms, () => onCancel(e)))
  return (
    <AntdModal mask={{ closable: false }} {...props} {...(shut && { onCancel: shut })}>
      <DialogForms value={forms}>{children}</DialogForms>
    </AntdModal>
  )
}

/** antd's drawer, with the same question. Most of them are read: a click beside one still shuts it. */
export function Drawer({ children, onClose, ...props }: DrawerProps) {
  const [forms] = useState<Unsents>(() => new Set())
  const shut: typeof onClose = onClose && ((e) => shutWith(forms, () => onClose(e)))
  return (
    <AntdDrawer {...props} {...(shut && { onClose: shut })}>
      <DialogForms value={forms}>{children}</DialogForms>
    </AntdDrawer>
  )
}
