import type { Download } from '@portal/contract/download/download'
import { formatBytes, formatDay } from '../../../lib/format.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useCountDownload } from '../download.queries.ts'

export function DownloadList({ items }: { items: readonly Download[] }) {
  const count = useCountDownload()
  return (
    <ul className="downloads-list">
      {items.map((d) => (
        <li key={d.id}>
          <i aria-hidden>{kindOf(d.fileName)}</i>
          <div>
            <strong>{d.title}</strong>
            <small>
              {d.category.name} · {formatBytes(d.bytes)} · {formatDay(d.createdAt)} · 下载 {d.downloads} 次
            </small>
          </div>
          {/* The file goes its own way; that it was counted is not worth an error. */}
          <a className="btn" data-size="small" href={d.url} download={d.fileName} aria-label={`下载 ${d.title}`} onClick={() => void count.run({ params: { id: d.id }, quiet: true }).catch(() => {})}>
            <Icon name="download" size={16} /> 下载
          </a>
        </li>
      ))}
    </ul>
  )
}

/** 申请表.docx → DOCX */
const kindOf = (fileName: string): string => /\.(\w{1,4})$/.exec(fileName)?.[1]?.toUpperCase() ?? '文件'
