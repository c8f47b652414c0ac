import { Form, Input, InputNumber, Select } from 'antd'
import type { Attachment } from '@portal/contract/kernel/rows'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { foreignWords, rateWords } from '@portal/contract/purchase/import-price'
import type { PurchaseDetail, PurchaseItem } from '@portal/contract/purchase/rows'
import { formatMoney } from '../../../lib/format.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { useCodeOptions } from '../../dictionary/shared/code-options.ts'
import { useSignContract } from '../purchase.queries.ts'
import { PaperField } from './purchase-form.tsx'
import './purchase.css'

interface Values {
  number?: string
  on?: string
  deliverBy?: string
  prices: { itemId: number; priceFen?: number | null }[]
  paymentWay?: string | null
  paymentNote?: string | null
  warrantyMonths?: number | null
  warrantyUntil?: string | null
  bondFen?: number | null
  bondPercent?: number | null
  bondReturn?: string | null
  files?: readonly Attachment[]
}

/** The contract with its price per piece; delivery, acceptance and reimbursement use these prices. */
export function ContractForm({ row: p, onDone }: PartProps<PurchaseDetail>) {
  const form = useSubmit<typeof purchaseCalls.signContract, Values>(useSignContract(), {
    initial: { prices: p.items.map((i) => ({ itemId: i.id, priceFen: i.awardPriceFen ?? i.unitPriceFen })) },
    args: ({ number, on, deliverBy, prices, files, ...terms }) => ({
      params: { id: p.id },
      body: {
        ...terms,
        number: number ?? '',
        on: on ?? '',
        deliverBy: deliverBy ?? '',
        prices: prices.map((x) => ({ itemId: x.itemId, priceFen: x.priceFen ?? 0 })),
        fileIds: (files ?? []).map((f) => f.id),
      },
    }),
    draft: `contract:${p.id}`,
    done: '合同已登记，等待供货',
    after: () => onDone?.(),
  })
  return (
    <Card title="登记合同">
      <FormPage form={form} submit="登记合同" columns={2}>
        <Field name="number" label="合同编号" required>
          <Input maxLength={50} />
        </Field>
        <Field name="on" label="签订日期" required>
          <DayInput />
        </Field>
        <Field name="deliverBy" label="交货日期" required>
          <DayInput />
        </Field>
        <Form.List name="prices">
          {(rows) => (
            <div className="form-wide" role="group" aria-label="各项单价">
              {rows.map(({ key, name }) => (
                <Field
                  key={key}
                  name={['prices', name, 'priceFen']}
                  label={`${p.items[name]?.name ?? ''}合同单价（${p.items[name]?.quantity ?? 0} 件）`}
                  required
                  hint={budgetWords(p.items[name])}
                >
                  <MoneyInput />
                </Field>
              ))}
              <Sum purchase={p} />
            </div>
          )}
        </Form.List>
        <Terms />
        <Field name="files" label="合同文件" wide required>
          <PaperField label="上传合同" />
        </Field>
      </FormPage>
    </Card>
  )
}

/** Payment, warranty, and how much is retained until when. */
function Terms() {
  const ways = useCodeOptions('contract_payment_way')
  return (
    <>
      <Field name="paymentWay" label="付款方式">
        <Select allowClear options={ways} placeholder="请选择" />
      </Field>
      <Field name="paymentNote" label="付款说明" hint="分期付款请写明各期比例和条件">
        <Input maxLength={500} />
      </Field>
      <Field name="warrantyMonths" label="质保期（月）">
        <InputNumber min={0} max={600} precision={0} style={{ width: '100%' }} />
      </Field>
      <Field name="warrantyUntil" label="质保期止" hint="合同约定了具体日期时填写">
        <DayInput />
      </Field>
      <Field name="bondFen" label="履约保证金" hint="金额与比例填写一项">
        <MoneyInput />
      </Field>
      <Field name="bondPercent" label="履约保证金比例（%）" hint="按合同金额计算">
        <InputNumber min={0.01} max={100} precision={2} style={{ width: '100%' }} />
      </Field>
      <Field name="bondReturn" label="保证金退还条件" wide>
        <Input maxLength={200} placeholder="如：质保期满后 30 日内无息退还" />
      </Field>
    </>
  )
}

/** The budgeted price, for imports with the foreign currency. */
const budgetWords = (i: PurchaseItem | undefined) =>
  i &&
  `预算单价 ${formatMoney(i.unitPriceFen)}${i.importPrice ? `，外币单价 ${foreignWords(i.importPrice)}，${i.importPrice.priceTerm}，汇率 ${rateWords(i.importPrice.rateMicro)}` : ''}`

function Sum({ purchase: p }: { purchase: PurchaseDetail }) {
  const prices = (Form.useWatch('prices') as Values['prices'] | undefined) ?? []
  const sum = p.items.reduce((total, item, i) => total + item.quantity * (prices[i]?.priceFen ?? 0), 0)
  const limit = p.award?.amountFen ?? 0
  return (
    <p className="items-sum" role="status">
      合同金额 {formatMoney(sum)}，成交金额 {formatMoney(limit)}
      {sum > limit && `，超出 ${formatMoney(sum - limit)}`}
    </p>
  )
}
