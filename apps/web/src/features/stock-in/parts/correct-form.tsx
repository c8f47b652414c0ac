import type { FormInstance } from 'antd'
import { useState } from 'react'
import type { stockInCalls, StockInDetail } from '@portal/contract/stock-in/stock-in'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { fillPieces, type PieceValue } from '../form.rules.ts'
import { useCorrectStockIn } from '../stock-in.queries.ts'
import { PieceFields } from './piece-fields.tsx'

/** The office corrects the data of the pieces before they get their asset numbers. */
export function CorrectForm({ row: s }: PartProps<StockInDetail>) {
  const [open, setOpen] = useState(false)
  if (!open) {
    return (
      <Card title="更正设备信息" extra={<Button onClick={() => setOpen(true)}>更正</Button>}>
        <p className="muted">
          实验室、房间、保管人、分类等有误时，在正式入库前更正；金额和发票已报销，不能修改。
        </p>
      </Card>
    )
  }
  return <Fields order={s} onClose={() => setOpen(false)} />
}

function Fields({ order: s, onClose }: { order: StockInDetail; onClose: () => void }) {
  // What a colleague saves meanwhile appears on the page, not in the form.
  const [revision] = useState(s.revision)
  const form = useSubmit<typeof stockInCalls.correct, { pieces: PieceValue[] }>(useCorrectStockIn(), {
    initial: { pieces: fillPieces(s) },
    args: ({ pieces }) => ({ params: { id: s.id }, body: { revision, pieces } }),
    done: '设备信息已更正',
    after: onClose,
  })
  return (
    <FormPage form={form} submit="保存更正" columns={2} onCancel={onClose}>
      <PieceFields order={s} form={form.antd as FormInstance} />
    </FormPage>
  )
}
