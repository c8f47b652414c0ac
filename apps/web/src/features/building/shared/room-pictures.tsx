import { buildingCalls, MAX_ROOM_IMAGES } from '@portal/contract/building/building'
import { thumbOf } from '@portal/contract/file/file'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useAddRoomImage, useRemoveRoomImage, useRoom } from '../building.queries.ts'
import './room-pictures.css'

const rule = buildingCalls.addRoomImage.upload

/** What a room looks like; those who keep its data add and remove. */
export function RoomPictures({ roomId }: { roomId: number }) {
  const { data, error, refetch } = useRoom({ query: { id: roomId } })
  const add = useAddRoomImage()
  const remove = useRemoveRoomImage()
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={2} height={120} />
  const mayEdit = data.can.includes('edit')
  return (
    <div className="room-pictures">
      <p className="muted">
        {data.building.name} {data.name}，{data.images.length} / {MAX_ROOM_IMAGES} 张
      </p>
      {mayEdit && rule && data.images.length < MAX_ROOM_IMAGES && (
        <UploadField<string>
          rule={rule}
          label="上传图片"
          value={[]}
          upload={async (file, onProgress) => {
            const { id } = await add.run({ body: { roomId }, files: [file], onProgress, quiet: true })
            say('success', '图片已上传')
            return id
          }}
        />
      )}
      {data.images.length === 0 ? (
        <Empty text="还没有图片" />
      ) : (
        <ul>
          {data.images.map((image, i) => (
            <li key={image.id}>
              <a href={image.url} target="_blank" rel="noreferrer">
                <img src={thumbOf(image.url)} alt={`第 ${i + 1} 张图片，点击查看原图`} loading="lazy" />
              </a>
              {mayEdit && (
                <ConfirmButton
                  size="small"
                  kind="text"
                  title={`删除第 ${i + 1} 张图片？`}
                  text="删除后不能恢复。"
                  ok="删除图片"
                  onConfirm={() => remove.run({ params: { id: roomId, fileId: image.id } })}
                >
                  删除
                </ConfirmButton>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
