import { useState } from 'react'
import { resourceCalls, type ResourceRow } from '@portal/contract/resource/resource'
import { formatBytes, formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Card } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { saveResource, useRemoveResource, useResources, useUploadResource } from '../manage.queries.ts'

const { upload: rule } = resourceCalls.uploadForDevice
const columns: readonly Column<ResourceRow>[] = [
  { key: 'title', title: '资料', main: true },
  { key: 'file', title: '文件', render: (r) => `${r.file.name}（${formatBytes(r.file.bytes)}）` },
  { key: 'downloads', title: '下载次数', align: 'right' },
  { key: 'uploader', title: '上传人' },
  { key: 'createdAt', title: '上传时间', render: (r) => formatMinute(r.createdAt) },
]

/** Manuals, forms and data sheets of a device. */
export function DeviceResources({ deviceId, mayEdit }: { deviceId: number; mayEdit: boolean }) {
  const upload = useUploadResource()
  const remove = useRemoveResource()
  const [latest, setLatest] = useState<readonly string[]>([])
  return (
    <>
      {mayEdit && rule && (
        <Card title="上传资料">
          <UploadField<string>
            rule={rule}
            label="上传资料"
            value={[]}
            onChange={setLatest}
            upload={async (file, onProgress) => {
              const { title } = await upload.run({
                body: { deviceId },
                files: [file],
                onProgress,
                quiet: true,
              })
              say('success', `“${title}”已上传`)
              return title
            }}
          />
          {latest.length > 0 && (
            <span className="sr-only" role="status">
              已上传 {latest.join('、')}
            </span>
          )}
        </Card>
      )}
      <ListPage<ResourceRow>
        plain
        title="资料"
        rows={useResources}
        fixed={{ deviceId }}
        columns={columns}
        filters={[{ kind: 'text', name: 'keyword', label: '资料', placeholder: '标题或文件名' }]}
        actions={[
          { label: '下载', run: saveResource },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (r) => ({ title: `删除资料“${r.title}”？`, text: '删除后不能恢复。', ok: '删除资料' }),
            run: (r) => remove.run({ params: { id: r.id } }).then(() => say('success', '资料已删除')),
          },
        ]}
        empty={{ text: '还没有资料' }}
      />
    </>
  )
}
