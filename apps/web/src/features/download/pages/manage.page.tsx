import { Allowed } from '../../../ui/allowed.tsx'
import { ButtonLink } from '../../../ui/light.tsx'
import { DownloadManager } from '../shared/download-manager.tsx'

const guides = ['CONTENT_MANAGE_PAGE'] as const

/**
 * Forms and manuals, as those see them who keep them. Policies and help have a page of their own, which the
 * menu does not name.
 */
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
