import { useLocation, useSearchParams } from 'react-router'
import { LinkTabs } from '../../../ui/link-tabs.tsx'
import { DownloadManager } from '../../download/shared/download-manager.tsx'
import { ArticleManager } from '../parts/article-manager.tsx'

const tabs = [
  { key: 'policy', title: '政策文件' },
  { key: 'help', title: '帮助文章' },
  { key: 'files', title: '帮助资料' },
] as const

/** Policies and help, under two menu entries: /content/guide is for users who only manage the guides. */
export default function PolicyItemPage() {
  const [search] = useSearchParams()
  const title = useLocation().pathname === '/content/guide' ? '办事指南' : '政策与指南'
  const view = tabs.find((t) => t.key === search.get('view'))?.key ?? 'policy'
  const intro = <LinkTabs label={title} name="view" tabs={tabs} value={view} keep={[]} />
  if (view === 'help') return <ArticleManager title={title} intro={intro} />
  return view === 'files' ? (
    <DownloadManager key="files" title={title} type={3} what="帮助资料" intro={intro} />
  ) : (
    <DownloadManager key="policy" title={title} type={1} what="政策文件" intro={intro} />
  )
}
