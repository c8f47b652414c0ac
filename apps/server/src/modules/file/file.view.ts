import { fileUrl } from '@portal/contract/file/file'
import type { Attachment } from '@portal/contract/kernel/rows'
import type { FileRow } from './file.store.ts'

/** What a link to a file tells. */
export type ShownFile = Pick<FileRow, 'id' | 'name' | 'mime' | 'bytes' | 'createdAt'>
export const showAttachment = (file: ShownFile): Omit<Attachment, 'createdAt'> & { createdAt: Date } => ({
  id: file.id,
  name: file.name,
  mime: file.mime,
  bytes: file.bytes,
  createdAt: file.createdAt,
  url: fileUrl(file.id),
})
