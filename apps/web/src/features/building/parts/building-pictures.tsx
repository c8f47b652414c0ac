import { useState } from 'react'
import { buildingCalls, type BuildingRow } from '@portal/contract/building/building'
import { useAddBuildingImage, useRemoveBuildingImage } from '../building.queries.ts'
import { PlacePictures } from './place-pictures.tsx'

const rule = buildingCalls.addImage.upload

export function BuildingPictures({ building }: { building: BuildingRow }) {
  // `building` is the row as it was when the dialog opened, so the pictures are kept here.
  const [images, setImages] = useState(building.images)
  const add = useAddBuildingImage()
  const remove = useRemoveBuildingImage()
  const edit = rule &&
    building.can.includes('edit') && {
      rule,
      add: async (file: File, onProgress: (part: number) => void) => {
        const image = await add.run({
          body: { buildingId: building.id },
          files: [file],
          onProgress,
          quiet: true,
        })
        setImages((before) => [...before, image])
        return image
      },
      remove: async (image: { id: string }) => {
        await remove.run({ params: { id: building.id, fileId: image.id } })
        setImages((before) => before.filter((i) => i.id !== image.id))
      },
    }
  return <PlacePictures name={building.name} images={images} edit={edit || undefined} />
}
