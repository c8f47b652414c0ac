import { DownloadManager } from '../shared/download-manager.tsx'

/** Forms and manuals, as those see them who keep them. */
export default function ManageDownloadsPage() {
  return <DownloadManager title="下载中心" type={2} what="资料" />
}
