import { makeThumbAddress } from '@portal/contract/file/file'
import { labCalls, MAX_LAB_IMAGES } from '@portal/contract/lab/lab'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Card, Empty, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useAddImage, useImages, useRemoveImage } from '../edit.queries.ts'
import './pictures.css'

const { upload: rule } = labCalls.addImage

/** The pictures on a lab's pages; lists show the first one. */
export function LabPictures({ labId, mayEdit }: { labId: number; mayEdit: boolean }) {
  const { data, error, refetch } = useImages({ query: { id: labId } })
  const add = useAddImage()
  const remove = useRemoveImage()
  const full = (data?.length ?? 0) >= MAX_LAB_IMAGES
  return (
    <Card
      title="图片"
      extra={data && <span className="muted">{`${data.length} / ${MAX_LAB_IMAGES} 张`}</span>}
    >
      <div className="lab-pictures">
        {mayEdit && !full && rule && (
          <UploadField<string>
            rule={rule}
            label="上传图片"
            value={[]}
            upload={async (file, onProgress) => {
              const { id } = await add.run({ body: { labId }, files: [file], onProgress, quiet: true })
              say('success', '图片已上传')
              return id
            }}
          />
        )}
        {!data ? (
          error ? (
            <PageError error={error} onRetry={() => void refetch()} />
          ) : (
            <Skeleton rows={2} height={120} />
          )
        ) : data.length === 0 ? (
          <Empty text="还没有图片" />
        ) : (
          <ul>
            {data.map((image, i) => (
              <li key={image.id}>
                <a href={image.url} target="_blank" rel="noreferrer">
                  <img
                    src={makeThumbAddress(image.url)}
                    alt={`第 ${i + 1} 张图片，点击查看原图`}
                    loading="lazy"
                  />
                </a>
                <footer>
                  <span className="muted">{i === 0 ? '封面' : `第 ${i + 1} 张`}</span>
                  {mayEdit && (
                    <ConfirmButton
                      size="small"
                      kind="text"
                      title={`删除第 ${i + 1} 张图片？`}
                      text="删除后不能恢复。"
                      ok="删除图片"
                      onConfirm={() => remove.run({ query: { id: image.id } })}
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
