import { Button, Input, Upload } from 'antd'
import { readDiagram } from '@portal/process-kit/read/read'
import { findDanger } from '@portal/process-kit/read/guard'
import { useState } from 'react'
import { Modal } from '../../../ui/modal.tsx'
import type { MarkedFault } from './faults.ts'
import { isDiagram, isDrawn, layOut } from '../shared/lay-out.ts'

interface Props {
  open: boolean
  onClose: () => void
  onImport: (xml: string) => void
}
interface Judged {
  text: string
  /** The diagram to open; a layout was added if the file has none. */
  xml: string
  isLaidOut: boolean
  /** A Chinese sentence if nothing of the file can be opened. */
  refusal: string | null
  faults: readonly MarkedFault[]
}

/** Imports a BPMN file, ours or another tool's, and first shows what the engine would not run. */
export function ImportDialog({ open, onClose, onImport }: Props) {
  const [text, setText] = useState('')
  const [judged, setJudged] = useState<Judged | null>(null)
  const change = async (next: string) => {
    setText(next)
    if (next.trim() !== '') setJudged(await judge(next))
  }
  const close = () => {
    setText('')
    onClose()
  }
  const take = async (file: File) => change(await file.text())
  // A verdict on an earlier text is stale.
  const verdict = judged?.text === text ? judged : null
  return (
    <Modal
      open={open}
      title="导入 BPMN 文件"
      okText="替换画布上的流程"
      cancelText="取消"
      width={720}
      okButtonProps={{ disabled: !verdict || verdict.refusal !== null }}
      onCancel={close}
      onOk={() => {
        onImport(verdict?.xml ?? text)
        close()
      }}
    >
      <div className="bd-import">
        <Upload
          accept=".bpmn,.xml,application/xml,text/xml"
          showUploadList={false}
          beforeUpload={(file) => {
            void take(file)
            return false
          }}
        >
          <Button>选择 BPMN 文件</Button>
        </Upload>
        <label htmlFor="bd-import">或粘贴 BPMN 2.0 的 XML</label>
        <Input.TextArea
          id="bd-import"
          rows={10}
          value={text}
          spellCheck={false}
          onChange={(e) => void change(e.target.value)}
        />
        <div role="status">
          {verdict?.refusal && (
            <p className="bd-verdict" data-fault>
              不能导入：{verdict.refusal}
            </p>
          )}
          {verdict?.isLaidOut && <p className="bd-verdict">文件中没有图形信息，已自动排列。</p>}
          {verdict && !verdict.refusal && (
            <p className="bd-verdict">
              {verdict.faults.length === 0
                ? '可以导入。画布上现有的内容会被替换，可以撤销。'
                : `可以导入，其中 ${verdict.faults.length} 处内容需要修改后才能发布：`}
            </p>
          )}
          {verdict && !verdict.refusal && (
            <ul>
              {verdict.faults.map(({ message }, i) => (
                <li key={i}>{message}</li>
              ))}
            </ul>
          )}
        </div>
      </div>
    </Modal>
  )
}

async function judge(text: string): Promise<Judged> {
  const as = (xml: string, more: Partial<Judged> = {}): Judged => ({
    text,
    xml,
    isLaidOut: false,
    refusal: null,
    faults: [],
    ...more,
  })
  const danger = findDanger(text)
  if (danger) return as(text, { refusal: danger })
  const { faults } = await readDiagram(text)
  // If the text is no diagram, the fault has no element.
  if (!isDiagram(text))
    return as(text, { refusal: faults[0]?.message ?? '文件中没有 BPMN 流程，请从绘图工具中导出 BPMN 文件' })
  if (isDrawn(text)) return as(text, { faults })
  const laidOut = await layOut(text)
  return laidOut === null
    ? as(text, { refusal: '文件中没有图形信息，也不能自动排列，请从绘图工具中导出带图形的 BPMN 文件' })
    : as(laidOut, { isLaidOut: true, faults })
}
