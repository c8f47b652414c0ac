import { use } from 'react'
import { UploadField } from '../../../../ui/form/upload-field.tsx'
import type { ControlProps } from '../control.ts'
import { readSettings } from '../settings.ts'
import { ViewContext, type AnswerFile } from '../view-context.ts'
import { Files, listFiles } from './shown-files.tsx'

/** Files go to our own service as soon as they are chosen, whatever address the form has. */
export default function UploadControl({ state: { rule }, value, onChange, disabled }: ControlProps) {
  const { text, number } = readSettings(rule)
  const { upload } = use(ViewContext)
  const files = listFiles(value)
  if (!upload) return files.length > 0 ? <Files files={files} /> : <p className="muted">此处不能上传文件</p>
  const most = number('limit') ?? 0
  const isImage = text('uploadType') === 'image'
  return (
    <UploadField<AnswerFile>
      rule={{
        ...upload.rule,
        // The rule's own number is of one request, and each file is one.
        maxFiles: most > 0 ? most : 100,
        ...(isImage && { accept: ['image'] as const }),
      }}
      {...(text('accept') && { types: text('accept') })}
      disabled={disabled}
      label={isImage ? '选择图片' : '选择文件'}
      value={files}
      nameOf={({ name }) => name}
      upload={(file, onProgress) => upload.send(rule.field ?? '', file, onProgress)}
      onChange={(next) => onChange(next.length > 0 ? [...next] : null)}
    />
  )
}
