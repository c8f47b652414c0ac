import { Input } from 'antd'
import type { purchaseCalls } from '@portal/contract/purchase/calls'
import { listImported, type ImportedItem, type PurchaseDetail } from '@portal/contract/purchase/rows'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { useCertify } from '../purchase.queries.ts'

/** Customs certificates, which may arrive late: entered for each item until it is in stock. */
export const Certificates = ({ row: p }: PartProps<PurchaseDetail>) => (
  <Card title="征免税证明">
    <p className="muted">海关出具证明后登记编号，设备入库前可以更正，每次修改都留在办理记录中。</p>
    {listImported(p.items)
      .filter((i) => i.importPrice.dutyFree && !i.shelved)
      .map((i) => (
        <Certificate key={`${i.id} ${i.importPrice.dutyFreeNumber}`} purchaseId={p.id} item={i} />
      ))}
  </Card>
)

function Certificate({ purchaseId, item }: { purchaseId: number; item: ImportedItem }) {
  const form = useSubmit<typeof purchaseCalls.certify, { number?: string }>(useCertify(), {
    initial: { number: item.importPrice.dutyFreeNumber ?? '' },
    args: ({ number }) => ({ params: { id: purchaseId }, body: { itemId: item.id, number: number ?? null } }),
    done: '征免税证明编号已保存',
  })
  return (
    <FormPage form={form} submit="保存编号">
      <Field name="number" label={`${item.name}的征免税证明编号`}>
        <Input maxLength={50} />
      </Field>
    </FormPage>
  )
}
