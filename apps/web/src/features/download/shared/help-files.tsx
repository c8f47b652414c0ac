import { Card } from '../../../ui/light.tsx'
import { useHelpFiles } from '../download.queries.ts'
import { DownloadList } from './download-list.tsx'

const FIRST = 20

/** Manuals to download; nothing if there are none. */
export function HelpFiles() {
  const { data } = useHelpFiles({ page: 0, size: FIRST })
  if (!data?.items.length) return null
  return (
    <Card title="帮助资料下载">
      <DownloadList items={data.items} />
    </Card>
  )
}
