import { assetCalls, type attachTo } from '@portal/contract/asset/calls'
import type { Attachment } from '@portal/contract/kernel/rows'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { uploadFor } from '../asset.queries.ts'

interface Props {
  id?: string
  value?: readonly Attachment[]
  onChange?: (value: readonly Attachment[]) => void
  business: (typeof attachTo)[number]
}
const { upload: rule } = assetCalls.attach

/** Pictures and papers, uploaded as soon as they are chosen. */
export const FilesField = ({ business, ...field }: Props) =>
  rule ? (
    <UploadField<Attachment>
      {...field}
      rule={rule}
      upload={uploadFor(business)}
      label="上传图片或附件"
      nameOf={(f) => f.name}
    />
  ) : null
