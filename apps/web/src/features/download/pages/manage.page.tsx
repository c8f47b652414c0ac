import { Allowed } from '../../../ui/allowed.tsx'
import { ButtonLink } from '../../../ui/light.tsx'
import { DownloadManager } from '../shared/download-manager.tsx'

const guides = ['CONTENT_MANAGE_PAGE'] as const

/** Management of forms and manuals. Policies and help have their own page, which is not in the menu. */
export default function ManageDownloadsPage() {
  return (
    <DownloadManager
      title="下载中心"
      type={2}
      what="资料"
      extra={
        <Allowed codes={guides}>
          <ButtonLink to="/content/policy-item">政策与指南</ButtonLink>
        </Allowed>
      }
    />
  )
}
