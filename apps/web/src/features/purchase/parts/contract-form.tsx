import { Form, Input, InputNumber, Select } from 'antd'
import { useState } from 'react'
import type { Attachment } from '@portal/contract/kernel/rows'
import { purchaseCalls } from '@portal/contract/purchase/calls'
import { foreignWords, rateWords } from '@portal/contract/purchase/import-price'
import { paperKinds } from '@portal/contract/purchase/purchase'
import type { PurchaseDetail, PurchaseItem } from '@portal/contract/purchase/rows'
import { formatMoney } from '../../../lib/format.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import type { PartProps } from '../../../ui/process/process.ts'
import { useCodeOptions } from '../../dictionary/shared/code-options.ts'
import { useCorrectContract, useSignContract } from '../purchase.queries.ts'
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

const makeBody = ({ number, on, deliverBy, prices, files, ...terms }: Values) => ({
  ...terms,
  number: number ?? '',
  on: on ?? '',
  deliverBy: deliverBy ?? '',
  prices: prices.map((x) => ({ itemId: x.itemId, priceFen: x.priceFen ?? 0 })),
  fileIds: (files ?? []).map((f) => f.id),
})

/** The contract with its price per piece; delivery, acceptance and reimbursement use these prices. */
export function ContractForm({ row: p, onDone }: PartProps<PurchaseDetail>) {
  const form = useSubmit<typeof purchaseCalls.signContract, Values>(useSignContract(), {
    initial: { prices: p.items.map((i) => ({ itemId: i.id, priceFen: i.awardPriceFen ?? i.unitPriceFen })) },
    args: (values) => ({ params: { id: p.id }, body: makeBody(values) }),
    draft: `contract:${p.id}`,
    done: '合同已登记，等待供货',
    after: () => onDone?.(),
  })
  return (
    <Card title="登记合同">
      <FormPage form={form} submit="登记合同" columns={2}>
        <ContractFields purchase={p} />
      </FormPage>
    </Card>
  )
}

/** What was mistyped in a registered contract, until the first piece is checked. */
export function CorrectContract({ row: p }: PartProps<PurchaseDetail>) {
  const [open, setOpen] = useState(false)
  if (open) return <Correction purchase={p} onClose={() => setOpen(false)} />
  return (
    <Card title="更正合同" extra={<Button onClick={() => setOpen(true)}>更正</Button>}>
      <p className="muted">
        合同编号、日期、单价、条款或合同文件登记有误时，在设备信息核对通过前更正；之后验收和报销均以合同单价为准。
      </p>
    </Card>
  )
}

function Correction({ purchase: p, onClose }: { purchase: PurchaseDetail; onClose: () => void }) {
  // What a colleague saves meanwhile appears on the page, not in the form.
  const [c] = useState(p.contract)
  const form = useSubmit<typeof purchaseCalls.correctContract, Values & { reason?: string }>(
    useCorrectContract(),
    {
      initial: {
        ...(c && {
          number: c.number,
          on: c.on,
          ...(c.deliverBy !== null && { deliverBy: c.deliverBy }),
          paymentWay: c.payment?.way ?? null,
          paymentNote: c.paymentNote,
          warrantyMonths: c.warrantyMonths,
          warrantyUntil: c.warrantyUntil,
          // Agreed as one of them; the amount of a percentage is computed.
          bondFen: c.bond && c.bond.percent === null ? c.bond.fen : null,
          bondPercent: c.bond?.percent ?? null,
          bondReturn: c.bond?.returned ?? null,
        }),
        prices: p.items.map((i) => ({ itemId: i.id, priceFen: i.contractPriceFen })),
        files: p.papers.filter((x) => x.kind === paperKinds.contract),
      },
      args: ({ reason, ...values }) => ({
        params: { id: p.id },
        body: { ...makeBody(values), reason: reason ?? '', revision: c?.revision },
      }),
      done: '合同已更正',
      after: onClose,
    },
  )
  return (
    <Card title="更正合同">
      <FormPage form={form} submit="保存更正" columns={2} onCancel={onClose}>
        <ContractFields purchase={p} />
        <Field name="reason" label="更正原因" wide required>
          <Input maxLength={500} placeholder="如：合同编号录入有误" />
        </Field>
      </FormPage>
    </Card>
  )
}

function ContractFields({ purchase: p }: { purchase: PurchaseDetail }) {
  return (
    <>
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
      <Terms registered={p.contract?.payment ?? null} />
      <Field name="files" label="合同文件" wide required>
        <PaperField label="上传合同" />
      </Field>
    </>
  )
}

type PaymentWay = NonNullable<PurchaseDetail['contract']>['payment']
/** Payment, warranty, and how much is retained until when. */
function Terms({ registered }: { registered: PaymentWay }) {
  const offered = useCodeOptions('contract_payment_way')
  // The dictionary may no longer offer the registered way; a correction may keep it.
  const isKept = registered !== null && !offered.some((o) => o.value === registered.way)
  const ways = isKept ? [...offered, { value: registered.way, label: registered.label }] : offered
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
