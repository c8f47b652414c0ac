import { useState } from 'react'
import type { ResourceRow } from '@portal/contract/resource/resource'
import { formatBytes, formatDay } from '../../../lib/format.ts'
import { Button } from '../../../ui/light.tsx'
import { fetchResource } from '../lab-page.queries.ts'

export function FileList({ items }: { items: readonly ResourceRow[] }) {
  return (
    <ul className="lab-files-list">
      {items.map((r) => (
        <li key={r.id}>
          <i aria-hidden>{kindOf(r.file.name)}</i>
          <div>
            <strong>{r.title}</strong>
            <small>{[r.category?.name ?? '未分类', formatBytes(r.file.bytes), formatDay(r.createdAt), `下载 ${r.downloads} 次`].join(' · ')}</small>
          </div>
          <FetchButton resource={r} />
        </li>
      ))}
    </ul>
  )
}

function FetchButton({ resource }: { resource: ResourceRow }) {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      await fetchResource(resource)
    } catch {
      // Said already.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="small" icon="download" busy={busy} aria-label={`下载 ${resource.title}`} onClick={() => void save()}>
      下载
    </Button>
  )
}

/** 申请表.docx → DOCX */
const kindOf = (fileName: string): string => /\.(\w{1,4})$/.exec(fileName)?.[1]?.toUpperCase() ?? '文件'
