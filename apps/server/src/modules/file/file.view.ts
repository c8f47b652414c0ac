import { fileUrl } from '@portal/contract/file/file'
import type { Attachment } from '@portal/contract/kernel/rows'
import type { FileRow } from './file.store.ts'

export const showAttachment = (file: FileRow): Omit<Attachment, 'createdAt'> & { createdAt: Date } => ({
  id: file.id,
  name: file.name,
  mime: file.mime,
  bytes: file.bytes,
  createdAt: file.createdAt,
  url: fileUrl(file.id),
})
