import { useState } from 'react'
import { fileCalls } from '@portal/contract/file/file'
import type { Attachment } from '@portal/contract/kernel/rows'
import { formatBytes } from '../../lib/format.ts'
import { download } from '../../lib/send.ts'
import { Icon } from '../icon.tsx'
import { Button } from '../light.tsx'
import './detail.css'

type Stored = Pick<Attachment, 'id' | 'name'> & Partial<Pick<Attachment, 'bytes'>>

/** Private files of a row. A plain link would not send the session's token, so they are fetched. */
export function FileList({ files, label = '附件' }: { files: readonly Stored[]; label?: string }) {
  const [busy, setBusy] = useState<string>()
  const save = async (file: Stored) => {
    setBusy(file.id)
    try {
      await download(fileCalls.get, { params: { id: file.id }, query: { download: 'true' } }, file.name)
    } catch {
      // `send` has shown the failure.
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <ul className="file-list" aria-label={label}>
      {files.map((f) => (
        <li key={f.id}>
          <Icon name="file" size={16} />
          <Button
            kind="text"
            size="small"
            busy={busy === f.id}
            aria-label={`下载 ${f.name}`}
            onClick={() => void save(f)}
          >
            {f.name}
          </Button>
          {f.bytes !== undefined && <span className="muted">{formatBytes(f.bytes)}</span>}
        </li>
      ))}
    </ul>
  )
}
