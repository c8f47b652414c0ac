import { useState } from 'react'
import type { ResourceRow } from '@portal/contract/resource/resource'
import { formatBytes, formatDay } from '../../../lib/format.ts'
import { Button } from '../../../ui/light.tsx'
import { FileRow } from '../../../ui/list/file-row.tsx'
import { fetchResource } from '../lab-page.queries.ts'

export function FileList({ items }: { items: readonly ResourceRow[] }) {
  return (
    <ul className="file-rows">
      {items.map((r) => (
        <FileRow
          key={r.id}
          fileName={r.file.name}
          title={r.title}
          lines={[
            `${r.category?.name ?? '未分类'} · ${formatBytes(r.file.bytes)} · ${formatDay(r.createdAt)} · 下载 ${r.downloads} 次`,
          ]}
        >
          <FetchButton resource={r} />
        </FileRow>
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
      // `send` has shown the failure.
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      size="small"
      icon="download"
      busy={busy}
      aria-label={`下载 ${resource.title}`}
      onClick={() => void save()}
    >
      下载
    </Button>
  )
}
