import { MAX_PLACE_IMAGES, type PlaceImage } from '@portal/contract/building/building'
import { makeThumbAddress } from '@portal/contract/file/file'
import type { UploadRule } from '@portal/contract/kernel/call'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Empty } from '../../../ui/light.tsx'
import './place-pictures.css'

interface Props {
  /** Name of the place, for alternative texts. */
  name: string
  images: readonly PlaceImage[]
  /** Null: read-only. */
  edit:
    | {
        rule: UploadRule
        add: (file: File, onProgress: (part: number) => void) => Promise<PlaceImage>
        remove: (image: PlaceImage) => Promise<unknown>
      }
    | undefined
}

/** Pictures of a building or room; users with the right add and remove them. */
export function PlacePictures({ name, images, edit }: Props) {
  return (
    <div className="place-pictures">
      <p className="muted">
        {name}，{images.length} / {MAX_PLACE_IMAGES} 张
      </p>
      {edit && images.length < MAX_PLACE_IMAGES && (
        <UploadField<string>
          rule={edit.rule}
          label="上传图片"
          value={[]}
          upload={async (file, onProgress) => {
            const { id } = await edit.add(file, onProgress)
            say('success', '图片已上传')
            return id
          }}
        />
      )}
      {images.length === 0 ? (
        <Empty text="还没有图片" />
      ) : (
        <ul>
          {images.map((image, i) => (
            <li key={image.id}>
              <a href={image.url} target="_blank" rel="noreferrer">
                <img
                  src={makeThumbAddress(image.url)}
                  alt={`第 ${i + 1} 张图片，点击查看原图`}
                  loading="lazy"
                />
              </a>
              {edit && (
                <ConfirmButton
                  size="small"
                  kind="text"
                  title={`删除第 ${i + 1} 张图片？`}
                  text="删除后不能恢复。"
                  ok="删除图片"
                  onConfirm={() => edit.remove(image)}
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
