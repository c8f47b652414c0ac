import { DownloadCentre } from '../parts/download-centre.tsx'

/** Laws and rules of sharing instruments. */
export default function PoliciesPage() {
  return <DownloadCentre title="政策法规" type={1} what="文件" />
}
