import { deviceCalls, MAX_DEVICE_IMAGES, type DeviceDetail } from '@portal/contract/device/device'
import { makeThumbAddress } from '@portal/contract/file/file'
import { useState } from 'react'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Button, Card, Empty } from '../../../ui/light.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useAddImage, useChooseCover, useRemoveImage } from '../manage.queries.ts'
import './device-pictures.css'

const { upload: rule } = deviceCalls.addImage

/** The pictures of a device; lists show its cover. */
export function DevicePictures({ device: d }: { device: DeviceDetail }) {
  const add = useAddImage()
  const remove = useRemoveImage()
  const choose = useChooseCover()
  const [chosen, setChosen] = useState<string | null>(null)
  const mayEdit = d.can.includes('edit')
  return (
    <Card
      title="图片"
      extra={<span className="muted">{`${d.images.length} / ${MAX_DEVICE_IMAGES} 张`}</span>}
    >
      <div className="device-pictures">
        {mayEdit && d.images.length < MAX_DEVICE_IMAGES && rule && (
          <UploadField<string>
            rule={rule}
            label="上传图片"
            value={[]}
            upload={async (file, onProgress) => {
              const { id } = await add.run({
                body: { deviceId: d.id },
                files: [file],
                onProgress,
                quiet: true,
              })
              say('success', '图片已上传')
              return id
            }}
          />
        )}
        {d.images.length === 0 ? (
          <Empty text="还没有图片" />
        ) : (
          <ul className="device-pictures-all">
            {d.images.map((image, i) => (
              <li key={image.id}>
                <a href={image.url} target="_blank" rel="noreferrer">
                  <img
                    src={makeThumbAddress(image.url)}
                    alt={`${d.name}，第 ${i + 1} 张图片，点击查看原图`}
                    loading="lazy"
                  />
                </a>
                <footer>
                  {image.cover ? (
                    <StateTag tone="active" text="封面" />
                  ) : mayEdit ? (
                    <Button
                      size="small"
                      kind="text"
                      aria-label={`第 ${i + 1} 张图片设为封面`}
                      busy={choose.busy && chosen === image.id}
                      onClick={() => {
                        setChosen(image.id)
                        void choose.run({ params: { id: d.id, fileId: image.id } }).catch(() => {})
                      }}
                    >
                      设为封面
                    </Button>
                  ) : (
                    <span className="muted">{`第 ${i + 1} 张`}</span>
                  )}
                  {mayEdit && (
                    <ConfirmButton
                      size="small"
                      kind="text"
                      title={`删除第 ${i + 1} 张图片？`}
                      text="删除后不能恢复。"
                      ok="删除图片"
                      onConfirm={() => remove.run({ params: { id: d.id, fileId: image.id } })}
                    >
                      删除
                    </ConfirmButton>
                  )}
                </footer>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}
