import { useRef, useState } from 'react'
import { MAX_IMPORT_BYTES, MAX_IMPORT_ROWS, type ImportKind } from '@portal/contract/bulk/bulk'
import { asFailure } from '../../../lib/failure.ts'
import { formatLimit } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Button } from '../../../ui/light.tsx'
import { saveTemplate, uploadImport } from '../bulk.queries.ts'

/** The first step: download the template, upload the filled-in file. */
export function ChooseFile({ kind, onUploaded }: { kind: ImportKind; onUploaded: (id: number) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const [part, setPart] = useState<number | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)

  const take = async (file: File | undefined) => {
    if (!file || part !== null) return
    setFault(
      file.size > MAX_IMPORT_BYTES ? `文件超过 ${formatLimit(MAX_IMPORT_BYTES)}，请分成几个文件` : null,
    )
    if (file.size > MAX_IMPORT_BYTES) return
    setPart(0)
    try {
      onUploaded((await uploadImport(kind, file, setPart)).id)
    } catch (e) {
      setFault(asFailure(e).message)
      setPart(null)
    }
  }
  const template = async () => {
    setSaving(true)
    await saveTemplate(kind).catch(() => undefined) // `send` has shown the failure
    setSaving(false)
  }
  return (
    <div className="import">
      <p>
        请先下载模板，按列填写后上传。系统会逐行校验并列出结果，<strong>您确认之后才会写入</strong>。
      </p>
      <div>
        <Button icon="download" busy={saving} onClick={() => void template()}>
          下载模板
        </Button>
      </div>
      <div
        className="import-drop"
        data-over={over || undefined}
        onDragOver={(e) => {
          e.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(e) => {
          e.preventDefault()
          setOver(false)
          void take(e.dataTransfer.files[0])
        }}
      >
        <Icon name="upload" size={36} />
        <p className="import-drag">把文件拖到这里，或</p>
        <Button kind="primary" busy={part !== null} onClick={() => input.current?.click()}>
          选择文件
        </Button>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-label="导入文件"
          accept=".xlsx,.csv,.txt"
          onChange={(e) => {
            void take(e.target.files?.[0])
            e.target.value = '' // so that the corrected file can be chosen again
          }}
        />
        <p className="muted">
          Excel（.xlsx）或 CSV，不超过 {formatLimit(MAX_IMPORT_BYTES)}、{MAX_IMPORT_ROWS} 行
        </p>
      </div>
      {part !== null && <progress value={part} aria-label="上传进度" />}
      {fault && (
        <p role="alert" style={{ color: 'var(--refused)' }}>
          {fault}
        </p>
      )}
    </div>
  )
}
