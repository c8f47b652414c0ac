import { DownloadCentre } from '../parts/download-centre.tsx'

/** Forms and manuals. */
export default function DownloadPage() {
  return <DownloadCentre title="下载中心" type={2} what="资料" />
}
