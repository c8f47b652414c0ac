import { fileUrl } from '@portal/contract/file/file'
import type { ResourceRow } from './resource.store.ts'

export const showResource = ({ fileId, fileName, mime, bytes, ...row }: ResourceRow, edits: boolean) => ({
  ...row,
  file: { id: fileId, name: fileName, mime, bytes, createdAt: row.createdAt, url: fileUrl(fileId) },
  can: edits ? (['change', 'remove'] as const).slice() : [],
})
