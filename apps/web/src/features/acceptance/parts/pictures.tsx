import {
  acceptanceCalls,
  MAX_ACCEPTANCE_PICTURES,
  type AcceptanceDetail,
} from '@portal/contract/acceptance/acceptance'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { PictureList } from '../../../ui/detail/picture-list.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Card, Empty } from '../../../ui/light.tsx'
import { addPicture, useRemovePicture } from '../acceptance.queries.ts'

const rule = acceptanceCalls.addPictures.upload

export const PictureCard = ({ acceptance: a }: { acceptance: AcceptanceDetail }) => (
  <Card title={`照片（${a.pictures.length}）`}>
    {a.pictures.length ? (
      <PictureList pictures={a.pictures} label="验收照片" />
    ) : (
      <Empty text="没有上传照片" />
    )}
  </Card>
)

/** Pictures are saved as soon as they are chosen, so that the long form may be left meanwhile. */
export function EditPictures({ acceptance: a }: { acceptance: AcceptanceDetail }) {
  const remove = useRemovePicture()
  const room = MAX_ACCEPTANCE_PICTURES - a.pictures.length
  return (
    <Card title={`照片（${a.pictures.length} / ${MAX_ACCEPTANCE_PICTURES}）`}>
      <p className="muted">铭牌、整机和附件照片，至少一张。</p>
      {rule && room > 0 && (
        <UploadField
          rule={{ ...rule, maxFiles: room }}
          value={[]}
          upload={(file, onProgress) => addPicture(a.id, file, onProgress)}
          label="上传照片"
        />
      )}
      <PictureList
        pictures={a.pictures}
        label="验收照片"
        extra={(p) => (
          <ConfirmButton
            size="small"
            kind="text"
            title={`删除 ${p.name}？`}
            text="删除后不能恢复。"
            ok="删除照片"
            onConfirm={() => remove.run({ params: { id: a.id, fileId: p.id } })}
          >
            删除
          </ConfirmButton>
        )}
      />
    </Card>
  )
}
