import type { Download } from '@portal/contract/download/download'
import { formatBytes, formatDay } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Button } from '../../../ui/light.tsx'
import { FileRow } from '../../../ui/list/file-row.tsx'
import { saveFile, useCountDownload } from '../download.queries.ts'

export function DownloadList({ items }: { items: readonly Download[] }) {
  const counter = useCountDownload()
  // Counting must not delay the download, and its failure is not reported.
  const count = (d: Download) => void counter.run({ params: { id: d.id }, quiet: true }).catch(() => {})
  return (
    <ul className="file-rows">
      {items.map((d) => (
        <FileRow
          key={d.id}
          fileName={d.fileName}
          title={d.title}
          lines={[
            aboutPolicy(d),
            `${d.category.name} · ${formatBytes(d.bytes)} · ${formatDay(d.createdAt)} · 下载 ${d.downloads} 次`,
          ]}
        >
          {d.audience === 'everybody' ? (
            <a
              className="btn"
              data-size="small"
              href={d.url}
              download={d.fileName}
              aria-label={`下载 ${d.title}`}
              onClick={() => count(d)}
            >
              <Icon name="download" size={16} /> 下载
            </a>
          ) : (
            // A plain link would not send the session.
            <Button
              size="small"
              icon="download"
              aria-label={`下载 ${d.title}`}
              onClick={() =>
                void saveFile(d).then(
                  () => count(d),
                  () => {},
                )
              }
            >
              下载
            </Button>
          )}
        </FileRow>
      ))}
    </ul>
  )
}

const aboutPolicy = (d: Download): string | null =>
  d.documentNo || d.issuer ? [d.documentNo, d.issuer, d.issuedOn].filter(Boolean).join(' · ') : null
