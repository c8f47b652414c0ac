import type { Json } from '@portal/form-kit/form/form'
import { Suspense, useState } from 'react'
import { Skeleton } from '../../../ui/light.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { definePart } from '../../../ui/part.tsx'
import { readStructured, type Refused } from './read-structured.ts'

const JsonEditor = definePart(() => import('./json-editor.tsx'))

interface Props {
  open: boolean
  title: string
  value: Json | undefined
  onChange: (value: Json | undefined) => void
  onClose: () => void
  /** A sentence why a value is refused; `null` if it is valid. */
  judge?: (value: Json) => string | null
}

/** The structured editor: JSON with line numbers. `onChange` is called only if the value changed. */
export function JsonDialog({ open, title, value, onChange, onClose, judge }: Props) {
  const [text, setText] = useState<string | null>(null)
  const [refused, setRefused] = useState<Refused | null>(null)
  const before = value === undefined ? '' : JSON.stringify(value, null, 2)
  const close = () => {
    setText(null)
    setRefused(null)
    onClose()
  }
  const accept = () => {
    const read = readStructured(text ?? before)
    if ('message' in read) return setRefused(read)
    const said = read.value === undefined ? null : (judge?.(read.value) ?? null)
    if (said !== null) return setRefused({ message: said })
    if (JSON.stringify(read.value) !== JSON.stringify(value)) onChange(read.value)
    close()
  }
  return (
    <Modal
      open={open}
      title={title}
      okText="确定"
      cancelText="取消"
      width={720}
      destroyOnHidden
      onOk={accept}
      onCancel={close}
      keyboard={text === null}
    >
      <Suspense fallback={<Skeleton rows={8} />}>
        <JsonEditor
          label={title}
          start={before}
          refused={refused}
          onChange={(typed) => {
            setText(typed)
            setRefused(null)
          }}
        />
      </Suspense>
      {refused && (
        <p className="fd-json-fault" role="alert">
          {refused.message}
        </p>
      )}
    </Modal>
  )
}
