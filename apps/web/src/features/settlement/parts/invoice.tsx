import { Input } from 'antd'
import {
  settlementCalls,
  type InvoiceBody,
  type InvoiceTitleBody,
  type SettlementInvoice,
} from '@portal/contract/settlement/settlement'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { useIssueInvoice, useNameInvoice } from '../settlement.queries.ts'

interface Props {
  /** The settlement. */
  id: number
  invoice: SettlementInvoice
}

/** The invoice of a remittance, and what the reader may enter of it. */
export function Invoice({ id, invoice: v }: Props) {
  return (
    <>
      <Card title="发票">
        <Facts
          items={[
            { label: '发票抬头', value: v.title },
            { label: '纳税人识别号', value: v.taxNumber },
            { label: '接收邮箱', value: v.email },
            { label: '发票号码', value: v.number ?? '未开具' },
            v.invoicedOn !== null && { label: '开票日期', value: v.invoicedOn },
          ]}
        />
      </Card>
      {v.can.includes('name') && <NameInvoice key={`name ${v.title}`} id={id} invoice={v} />}
      {v.can.includes('issue') && <IssueInvoice key={`issue ${v.number}`} id={id} invoice={v} />}
    </>
  )
}

function NameInvoice({ id, invoice: { title, taxNumber, email } }: Props) {
  const form = useSubmit<typeof settlementCalls.nameInvoice, Partial<InvoiceTitleBody>>(useNameInvoice(), {
    initial: { title: title ?? '', taxNumber, email },
    args: (v) => ({ params: { id }, body: { title: '', ...v } }),
    done: '开票信息已保存',
  })
  return (
    <Card title="开票信息" className="no-print">
      <p className="muted">需要发票时填写，财务按此开具；下次线下汇款自动带出。</p>
      <FormPage form={form} submit="保存开票信息" columns={2}>
        <Field name="title" label="发票抬头">
          <Input maxLength={100} />
        </Field>
        <Field name="taxNumber" label="纳税人识别号" hint="单位必填，个人不填">
          <Input maxLength={20} />
        </Field>
        <Field name="email" label="接收邮箱">
          <Input maxLength={100} />
        </Field>
      </FormPage>
    </Card>
  )
}

function IssueInvoice({ id, invoice: { number, invoicedOn } }: Props) {
  const form = useSubmit<typeof settlementCalls.issueInvoice, Partial<InvoiceBody>>(useIssueInvoice(), {
    initial: { ...(number !== null && { number }), ...(invoicedOn !== null && { invoicedOn }) },
    args: (v) => ({ params: { id }, body: { number: '', invoicedOn: '', ...v, seenNumber: number } }),
    done: '发票已登记',
  })
  const word = number === null ? '登记发票' : '更正发票'
  return (
    <Card title={word} className="no-print">
      <FormPage form={form} submit={word} columns={2}>
        <Field name="number" label="发票号码">
          <Input maxLength={20} />
        </Field>
        <Field name="invoicedOn" label="开票日期">
          <DayInput />
        </Field>
      </FormPage>
    </Card>
  )
}
