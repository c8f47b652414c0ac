import { Form, Input } from 'antd'
import { useState } from 'react'
import type { Arguments } from '@portal/contract/kernel/call'
import type { DeliveryDetail, DeliveryPiece, deliveryCalls } from '@portal/contract/delivery/delivery'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useSavePieces } from '../delivery.queries.ts'
import { fillPiece } from '../delivery.rules.ts'

type Values = NonNullable<Arguments<typeof deliveryCalls.save>['body']>

/** The form of one piece, filled in from the previous one except for the plate number. */
export function PieceForm({
  delivery: d,
  piece,
  onDone,
}: {
  delivery: DeliveryDetail
  piece: DeliveryPiece
  onDone: (saved: DeliveryDetail) => void
}) {
  const [seenAt] = useState(piece.updatedAt)
  const form = useSubmit<typeof deliveryCalls.save, Values>(useSavePieces(), {
    initial: { pieces: [fillPiece(piece, d.pieces)] },
    args: (body) => ({ params: { id: d.id }, body }),
    // Of what the form started from: a restored draft would replace what a colleague has entered since.
    draft: `piece:${piece.id}:${seenAt}`,
    done: `${piece.name} 第 ${piece.number} 台已保存`,
    after: onDone,
  })
  return (
    <FormPage
      form={form}
      submit="保存"
      columns={2}
      intro={piece.refusedReason && <p role="status">退回原因：{piece.refusedReason}</p>}
    >
      <Form.List name="pieces">
        {(rows) => rows.map(({ key, name }) => <PieceFields key={key} at={name} />)}
      </Form.List>
    </FormPage>
  )
}

const PieceFields = ({ at }: { at: number }) => (
  <>
    <Field
      name={['pieces', at, 'factoryNumber']}
      label="出厂编号"
      hint="与铭牌一致；同一厂家、型号不能重复"
      required
    >
      <Input maxLength={60} autoComplete="off" />
    </Field>
    <Field name={['pieces', at, 'manufacturer']} label="生产厂家" required>
      <Input maxLength={100} />
    </Field>
    <Field name={['pieces', at, 'model']} label="型号" required>
      <Input maxLength={100} />
    </Field>
    <Field name={['pieces', at, 'spec']} label="规格">
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} maxLength={2000} />
    </Field>
    <Field name={['pieces', at, 'country']} label="产地" required>
      <Input maxLength={50} />
    </Field>
    <Field name={['pieces', at, 'madeOn']} label="生产日期">
      <DayInput />
    </Field>
    <Field name={['pieces', at, 'warrantyUntil']} label="质保期至">
      <DayInput />
    </Field>
    <Field name={['pieces', at, 'indicators']} label="主要技术指标" wide>
      <Input.TextArea autoSize={{ minRows: 2, maxRows: 8 }} maxLength={2000} />
    </Field>
    <Field name={['pieces', at, 'accessories']} label="附件与备件" wide>
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 8 }} maxLength={2000} />
    </Field>
    <Field
      name={['pieces', at, 'hazards']}
      label="危险与安全说明"
      hint="辐射、高压、激光、强磁场、有毒气体等"
      wide
    >
      <Input.TextArea autoSize={{ minRows: 1, maxRows: 4 }} maxLength={1000} />
    </Field>
  </>
)
