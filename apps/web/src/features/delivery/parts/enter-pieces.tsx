import { useState } from 'react'
import { MAX_DELIVERY_FILES, deliveryCalls, type DeliveryDetail } from '@portal/contract/delivery/delivery'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Button, Card } from '../../../ui/light.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { useAddDeliveryFile, useRemoveDeliveryFile, useSubmitDelivery } from '../delivery.queries.ts'
import { nextExpected } from '../delivery.rules.ts'
import { pieceColumns } from './piece-columns.tsx'
import { PieceForm } from './piece-form.tsx'

/** The supplier enters one piece after the other; the next one opens automatically. */
export function EnterPieces({ delivery: d }: { delivery: DeliveryDetail }) {
  const [openId, setOpenId] = useState<number | null>(null)
  const submit = useSubmitDelivery()
  const piece = d.pieces.find((p) => p.id === openId && p.open)
  const first = d.pieces.find((p) => p.open && p.state === 'expected')
  return (
    <Card
      title={`设备信息（已填 ${d.pieceCount - d.expectedCount} / ${d.pieceCount} 台）`}
      extra={
        <div className="page-extra">
          {first && (
            <Button kind="primary" onClick={() => setOpenId(first.id)}>
              填写下一台
            </Button>
          )}
          <ConfirmButton
            danger={false}
            disabled={d.expectedCount > 0}
            title="提交设备信息？"
            text="提交后由学校招标办与合同核对，核对前不能修改。"
            ok="提交核对"
            onConfirm={() =>
              submit.run({ params: { id: d.id } }).then(() => say('success', '已提交，等待招标办核对'))
            }
          >
            提交核对
          </ConfirmButton>
        </div>
      }
    >
      {d.expectedCount > 0 && <p className="muted">还有 {d.expectedCount} 台未填写，全部填写后可以提交。</p>}
      <DataTable
        caption="设备信息"
        columns={pieceColumns}
        rows={d.pieces}
        rowKey={(p) => p.id}
        actions={[
          {
            label: (p) => (p.state === 'expected' ? '填写' : '修改'),
            show: (p) => p.open,
            run: (p) => setOpenId(p.id),
          },
        ]}
      />
      <Modal
        open={piece !== undefined}
        title={piece && `${piece.name} 第 ${piece.number} 台`}
        footer={null}
        onCancel={() => setOpenId(null)}
        destroyOnHidden
        width={760}
      >
        {piece && (
          <PieceForm
            key={piece.id}
            delivery={d}
            piece={piece}
            onDone={(saved) => setOpenId(nextExpected(saved.pieces, piece.id)?.id ?? null)}
          />
        )}
      </Modal>
    </Card>
  )
}

/** Further files: certificates, packing lists. */
export function EnterFiles({ delivery: d }: { delivery: DeliveryDetail }) {
  const [add, remove] = [useAddDeliveryFile(), useRemoveDeliveryFile()]
  const rule = deliveryCalls.addFile.upload
  return (
    <Card title="随机资料">
      <FileList files={d.files} label="随机资料" />
      {d.files.map((f) => (
        <ConfirmButton
          key={f.id}
          size="small"
          title={`删除 ${f.name}？`}
          ok="删除文件"
          onConfirm={() => remove.run({ params: { id: d.id, fileId: f.id } })}
        >
          删除 {f.name}
        </ConfirmButton>
      ))}
      {rule && d.files.length < MAX_DELIVERY_FILES && (
        // Each file is uploaded separately; the limit holds for the whole delivery.
        <UploadField
          rule={{ ...rule, maxFiles: MAX_DELIVERY_FILES - d.files.length }}
          value={[]}
          label="上传合格证、装箱单、说明书等"
          upload={(file, onProgress) =>
            add.run({ params: { id: d.id }, files: [file], onProgress, quiet: true })
          }
        />
      )}
    </Card>
  )
}
