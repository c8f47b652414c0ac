import { Form, Input } from 'antd'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import type { PurchaseDetail } from '@portal/contract/purchase/rows'
import { formatMoney } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { AddButton } from '../../../ui/form/add-button.tsx'
import { AsyncSelect } from '../../../ui/form/async-select.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { RemoveButton } from '../../../ui/form/remove-button.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import type { PartProps } from '../../../ui/process/process.ts'
import { useAwardPurchase, useQuotePurchase, useSupplierOptions } from '../purchase.queries.ts'
import './purchase.css'

interface Quote {
  supplierId?: number | null
  amountFen?: number | null
  note?: string
}
interface Values {
  quotes: Quote[]
}

/** The quotes of companies; then one is chosen, with a reason. */
export function QuotesForm({ row: p }: PartProps<PurchaseDetail>) {
  const form = useSubmit<typeof purchaseCalls.quote, Values>(useQuotePurchase(), {
    initial: {
      quotes: p.quotes.length
        ? p.quotes.map((q) => ({ supplierId: q.supplier.id, amountFen: q.amountFen, note: q.note ?? '' }))
        : [{}],
    },
    // The schema reports empty lines.
    args: ({ quotes }) => ({
      params: { id: p.id },
      body: {
        quotes: quotes.map((q) => ({ ...q, supplierId: q.supplierId ?? 0, amountFen: q.amountFen ?? 0 })),
      },
    }),
    done: '报价已保存',
  })
  const known = new Map(p.quotes.map((q) => [q.supplier.id, q.supplier.name]))
  return (
    <>
      <Card title="登记报价">
        <p className="muted">
          预算 {formatMoney(p.budgetFen)}，成交金额不能超过预算。供应商须已通过资质审核。
        </p>
        <FormPage form={form} submit="保存报价" columns={2}>
          <Form.List name="quotes">
            {(rows, { add, remove }) => (
              <div className="items form-wide" role="group" aria-label="报价">
                {rows.map(({ key, name }) => (
                  <div key={key} className="quote-row" role="group" aria-label={`第 ${name + 1} 家`}>
                    <Field name={['quotes', name, 'supplierId']} label={`供应商 ${name + 1}`} required>
                      <SupplierSelect purchaseId={p.id} known={known} />
                    </Field>
                    <Field name={['quotes', name, 'amountFen']} label={`报价 ${name + 1}`} required>
                      <MoneyInput />
                    </Field>
                    <Field name={['quotes', name, 'note']} label={`说明 ${name + 1}`}>
                      <Input maxLength={200} />
                    </Field>
                    {rows.length > 1 && (
                      <RemoveButton what={`报价 ${name + 1}`} onRemove={() => remove(name)} />
                    )}
                  </div>
                ))}
                <AddButton count={rows.length} most={20} onAdd={() => add({})}>
                  添加报价
                </AddButton>
              </div>
            )}
          </Form.List>
        </FormPage>
      </Card>
      {p.quotes.length > 0 && <Choose purchase={p} />}
    </>
  )
}

interface SelectProps extends FieldAria {
  purchaseId: number
  known: ReadonlyMap<number, string>
  id?: string
  value?: number | null
  onChange?: (value: number | null) => void
}
function SupplierSelect({ purchaseId, known, id, value, onChange, ...aria }: SelectProps) {
  const useOptions = (keyword: string) => useSupplierOptions(purchaseId, keyword)
  const name = value ? known.get(value) : undefined
  return (
    <AsyncSelect
      {...aria}
      {...(id && { id })}
      value={value ?? null}
      onChange={(v) => onChange?.(v === null ? null : Number(v))}
      useOptions={useOptions}
      known={value && name ? { value, label: name } : undefined}
      placeholder="输入供应商名称"
    />
  )
}

function Choose({ purchase: p }: { purchase: PurchaseDetail }) {
  const award = useAwardPurchase()
  return (
    <Card title="选择供应商" className="decide">
      <div className="page-extra no-print">
        {p.quotes.map((q, i) => (
          <ConfirmButton
            key={q.supplier.id}
            danger={false}
            afterSaving
            kind={i === 0 ? 'primary' : 'plain'}
            title={`选择${q.supplier.name}？`}
            text={`成交金额 ${formatMoney(q.amountFen)}，确定后由设备处登记合同。`}
            ok={`选择，${formatMoney(q.amountFen)}`}
            reason={{
              label: '选择理由',
              required: true,
              picks: ['报价最低', '性能更符合要求', '售后服务更好'],
            }}
            onConfirm={(reason) =>
              award
                .run({ params: { id: p.id }, body: { supplierId: q.supplier.id, reason } })
                .then(() => say('success', '已确定供应商，等待登记合同'))
            }
          >
            {q.supplier.name} {formatMoney(q.amountFen)}
          </ConfirmButton>
        ))}
      </div>
    </Card>
  )
}
