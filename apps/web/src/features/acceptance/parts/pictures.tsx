import { acceptanceCalls, MAX_ACCEPTANCE_PICTURES, type AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import type { Attachment } from '@portal/contract/kernel/rows'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Card } from '../../../ui/light.tsx'
import { addPicture, useRemovePicture } from '../acceptance.queries.ts'

const rule = acceptanceCalls.addPictures.upload

/** Kept as soon as they are chosen: a long form may be left in between. */
export function Pictures({ acceptance: a }: { acceptance: AcceptanceDetail }) {
  const remove = useRemovePicture()
  const change = (left: readonly Attachment[]) => {
    const gone = a.pictures.filter((p) => !left.some((l) => l.id === p.id))
    for (const p of gone) void remove.run({ params: { id: a.id, fileId: p.id } }).catch(() => {}) // said already
  }
  return (
    <Card title={`照片（${a.pictures.length}）`}>
      <p className="muted">铭牌、整机和附件照片，至少一张。</p>
      {rule && <UploadField<Attachment> rule={{ ...rule, maxFiles: MAX_ACCEPTANCE_PICTURES }} value={a.pictures} onChange={change} upload={(file, onProgress) => addPicture(a.id, file, onProgress)} label="上传照片" nameOf={(p) => p.name} />}
    </Card>
  )
}
