import { use } from 'react'
import { UploadField } from '../../../../ui/form/upload-field.tsx'
import type { ControlProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { ViewContext, type AnswerFile } from '../view-context.ts'
import { Files, listFiles } from './shown-files.tsx'

/** Uploads files to our own service when they are chosen. The form's own address is ignored. */
export default function UploadControl({ state: { rule }, value, onChange, disabled }: ControlProps) {
  const { text, number, is } = readSettings(rule)
  const { upload } = use(ViewContext)
  const files = listFiles(value)
  if (!upload) return files.length > 0 ? <Files files={files} /> : <p className="muted">此处不能上传文件</p>
  const most = number('limit') ?? 0
  const isImage = text('uploadType') === 'image'
  return (
    <UploadField<AnswerFile>
      rule={{
        ...upload.rule,
        // The upload rule's limit counts files of one request, and each file is its own request.
        maxFiles: most > 0 ? most : 100,
        ...(isImage && { accept: ['image'] as const }),
      }}
      {...(text('accept') && { types: text('accept') })}
      multiple={is('multiple', true)}
      disabled={disabled}
      label={isImage ? '选择图片' : '选择文件'}
      value={files}
      nameOf={({ name }) => name}
      upload={(file, onProgress) => upload.send(rule.field ?? '', file, onProgress)}
      onChange={(next) => onChange(next.length > 0 ? [...next] : null)}
    />
  )
}
