import { Drawer as AntdDrawer, Modal as AntdModal, type DrawerProps, type ModalProps } from 'antd'
import { useState } from 'react'
import { DialogForms, shutWith, type Unsents } from './form/leave.ts'

/**
 * antd's dialog with the portal's rules: a click outside does nothing, and Escape and the close button ask
 * first if it has unsent input.
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

/** antd's body scrolls, but without a control in it the keyboard cannot get there. */
const letKeysScroll = (mark: HTMLSpanElement | null): void =>
  mark?.closest('.ant-drawer-body')?.setAttribute('tabindex', '0')

/**
 * antd's drawer with the same question. Most drawers are for reading, so a click outside still closes them.
 */
export function Drawer({ children, onClose, ...props }: DrawerProps) {
  const [forms] = useState<Unsents>(() => new Set())
  const shut: typeof onClose = onClose && ((e) => shutWith(forms, () => onClose(e)))
  return (
    <AntdDrawer {...props} {...(shut && { onClose: shut })}>
      <span hidden ref={letKeysScroll} />
      <DialogForms value={forms}>{children}</DialogForms>
    </AntdDrawer>
  )
}
