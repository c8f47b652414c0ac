import { Button, Input, Upload } from 'antd'
import type { Fault, Form } from '@portal/form-kit/form/form'
import { parseForm, writeForm } from '@portal/form-kit/form/parse'
import { useDeferredValue, useMemo, useState } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { saveText } from '../../../lib/save-text.ts'
import { Modal } from '../../../ui/modal.tsx'

/** Lists the faults of a form, or its parts that have no effect, each with its path. */
export const Findings = ({
  title,
  items,
  isFault,
}: {
  title: string
  items: readonly Fault[]
  isFault?: boolean
}) =>
  items.length > 0 && (
    <section className="fd-findings" data-fault={isFault || undefined}>
      <h3>
        {title}（{items.length}）
      </h3>
      <ul>
        {items.map(({ path, message }, i) => (
          <li key={i}>
            {path && <code>{path}</code>} {message}
          </li>
        ))}
      </ul>
    </section>
  )

interface ImportProps {
  open: boolean
  onClose: () => void
  onImport: (form: Form) => void
  ok: string
}

/** Imports a form's JSON, ours or from another form-create designer, and shows its faults and notes. */
export function ImportDialog({ open, onClose, onImport, ok }: ImportProps) {
  const [text, setText] = useState('')
  const judged = useDeferredValue(text)
  const verdict = useMemo(() => (judged.trim() === '' ? null : parseForm(judged)), [judged])
  const close = () => {
    setText('')
    onClose()
  }
  const take = async (file: File) => setText(await file.text())
  return (
    <Modal
      open={open}
      title="导入表单"
      okText={ok}
      cancelText="取消"
      width={760}
      okButtonProps={{ disabled: !verdict?.form || judged !== text }}
      onCancel={close}
      onOk={() => {
        if (!verdict?.form) return
        onImport(verdict.form)
        close()
      }}
    >
      <div className="fd-import">
        <Upload
          accept=".json,application/json,text/plain"
          showUploadList={false}
          beforeUpload={(file) => {
            void take(file)
            return false
          }}
        >
          <Button>选择 JSON 文件</Button>
        </Upload>
        <label htmlFor="fd-import">
          或粘贴 form-create 的规则（rule 数组，或含有 rule 和 options 的对象）
        </label>
        <Input.TextArea
          id="fd-import"
          rows={10}
          value={text}
          spellCheck={false}
          onChange={(e) => setText(e.target.value)}
        />
        <div role="status">
          {verdict?.form && (
            <p className="fd-verdict">
              可以导入，共 {verdict.form.rule.length} 个顶层组件
              {verdict.notes.length > 0 && '；下列内容会保留，但不起作用'}
            </p>
          )}
          {verdict && !verdict.form && (
            <p className="fd-verdict" data-fault>
              不能导入，请先改正下列错误
            </p>
          )}
          <Findings title="错误" items={verdict?.faults ?? []} isFault />
          <Findings title="说明" items={verdict?.notes ?? []} />
        </div>
      </div>
    </Modal>
  )
}

interface ExportProps {
  form: Form | null
  name: string
  onClose: () => void
}
export function ExportDialog({ form, name, onClose }: ExportProps) {
  const text = useMemo(() => (form ? writeForm(form, 2) : ''), [form])
  return (
    <Modal
      open={form !== null}
      title="导出表单"
      width={760}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={() => void copyText(text)}>复制</Button>
          <Button type="primary" onClick={() => saveText(text, `${name || '表单'}.json`, 'application/json')}>
            下载 JSON 文件
          </Button>
        </>
      }
    >
      <Input.TextArea aria-label="表单 JSON" rows={18} readOnly value={text} spellCheck={false} />
    </Modal>
  )
}
