import { buildingCalls } from '@portal/contract/building/building'
import { Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useAddRoomImage, useRemoveRoomImage, useRoom } from '../building.queries.ts'
import { PlacePictures } from '../parts/place-pictures.tsx'

const rule = buildingCalls.addRoomImage.upload

export function RoomPictures({ roomId }: { roomId: number }) {
  const { data, error, refetch } = useRoom({ query: { id: roomId } })
  const add = useAddRoomImage()
  const remove = useRemoveRoomImage()
  if (!data)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton rows={2} height={120} />
    )
  const edit = rule &&
    data.can.includes('edit') && {
      rule,
      add: (file: File, onProgress: (part: number) => void) =>
        add.run({ body: { roomId }, files: [file], onProgress, quiet: true }),
      remove: (image: { id: string }) => remove.run({ params: { id: roomId, fileId: image.id } }),
    }
  return (
    <PlacePictures
      name={`${data.building.name} ${data.name}`}
      images={data.images}
      edit={edit || undefined}
    />
  )
}
