import type { Attachment } from '@portal/contract/kernel/rows'
import { testOrderCalls, type TestOrderDetail } from '@portal/contract/test-order/test-order'
import { formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Card, Empty } from '../../../ui/light.tsx'
import { addResultFile, useRemoveResultFile, useWithdrawResultFile } from '../test-order.queries.ts'

const rule = testOrderCalls.addFiles.upload

/** The result files in parts. An invalidated file stays and is marked. */
export function ResultFiles({ order: t }: { order: TestOrderDetail }) {
  const add = (file: File, onProgress: (part: number) => void) => addResultFile(t.id, file, onProgress)
  return (
    <Card title="结果文件">
      {t.files.length === 0 && <Empty text="还没有结果文件" />}
      {t.files.map((f) => (
        <div key={f.id}>
          <FileList files={[f]} label="结果文件" />
          {f.withdrawn && (
            <p className="muted">
              已撤回：{f.withdrawn.reason}（{f.withdrawn.who}，{formatMinute(f.withdrawn.at)}）
            </p>
          )}
          <FileButtons order={t} file={f} />
        </div>
      ))}
      {rule && t.filesCan.includes('add') && (
        <div className="no-print">
          <UploadField<Attachment> rule={rule} upload={add} nameOf={(a) => a.name} label="上传结果文件" />
          <p className="muted">可分多次上传，每次都会通知预约人；测试单确认后不能删除，只能标为已撤回。</p>
        </div>
      )}
    </Card>
  )
}

function FileButtons({
  order: t,
  file: f,
}: {
  order: TestOrderDetail
  file: TestOrderDetail['files'][number]
}) {
  const remove = useRemoveResultFile()
  const withdraw = useWithdrawResultFile()
  const params = { id: t.id, fileId: f.id }
  return (
    <>
      {t.filesCan.includes('remove') && (
        <ConfirmButton
          size="small"
          title={`删除 ${f.name}？`}
          text="文件将被删除，不能恢复。"
          ok="删除文件"
          onConfirm={() => remove.run({ params }).then(() => say('success', '文件已删除'))}
        >
          删除 {f.name}
        </ConfirmButton>
      )}
      {t.filesCan.includes('withdraw') && !f.withdrawn && (
        <ConfirmButton
          size="small"
          title={`撤回 ${f.name}？`}
          text="文件仍保留，并注明已撤回；预约人会收到通知。"
          ok="撤回文件"
          reason={{
            label: '撤回原因',
            required: true,
            picks: ['数据有误', '上传了错误的文件', '已有更新的版本'],
          }}
          onConfirm={(reason) =>
            withdraw.run({ params, body: { reason } }).then(() => say('success', '文件已撤回'))
          }
        >
          撤回 {f.name}
        </ConfirmButton>
      )}
    </>
  )
}
