import { Form, Input, InputNumber } from 'antd'
import { tenderCalls } from '@portal/contract/tender/calls'
import type { Receipt, TenderDetail } from '@portal/contract/tender/rows'
import { useState } from 'react'
import { formatMoney, formatSecond } from '../../../lib/format.ts'
import { saveText } from '../../../lib/save-text.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { sumQuotation } from '../quoting.rules.ts'
import { useQuote, useWithdraw } from '../tender.queries.ts'
import { receiptText } from '../tender.words.ts'
import './tender.css'

/** A supplier's view: the receipt of its quotation, or the form. */
export function Quoting({ tender: t }: { tender: TenderDetail }) {
  const [again, setAgain] = useState(false)
  const quoted = t.mine !== 'none'
  const form = t.can.includes('quote') && (!quoted || again)
  return (
    <>
      {t.receipts.length > 0 && <Receipts tender={t} again={again} setAgain={setAgain} />}
      {form && <QuoteForm tender={t} replace={quoted} onDone={() => setAgain(false)} />}
    </>
  )
}

function Receipts({
  tender: t,
  again,
  setAgain,
}: {
  tender: TenderDetail
  again: boolean
  setAgain: (again: boolean) => void
}) {
  const withdraw = useWithdraw()
  return (
    <Card title="报价回执">
      <p className="muted">
        {t.openedAt === null
          ? '报价已加密保存，开启前任何人（包括贵单位）都不能查看内容。回执是密封内容的校验码，可在报价开启后核对。'
          : '回执是密封内容的校验码，可与报价开启记录核对。'}
      </p>
      <DataTable caption="报价回执" columns={receiptColumns} rows={t.receipts} rowKey={(r) => r.id} />
      <div className="page-extra tender-after no-print">
        {t.can.includes('quote') && t.mine !== 'none' && !again && (
          <Button onClick={() => setAgain(true)}>替换报价</Button>
        )}
        <Button
          onClick={() =>
            saveText(receiptText(t, new Date()), `报价回执-${t.number}.txt`, 'text/plain;charset=utf-8')
          }
        >
          下载回执
        </Button>
        {t.can.includes('withdraw') && (
          <ConfirmButton
            title="撤回报价？"
            text="密封的内容立即销毁，开启前可以重新报价。"
            ok="撤回报价"
            cancel="保留报价"
            onConfirm={() => withdraw.run({ params: { id: t.id } }).then(() => say('success', '报价已撤回'))}
          >
            撤回报价
          </ConfirmButton>
        )}
      </div>
    </Card>
  )
}
const receiptColumns: readonly Column<Receipt>[] = [
  { key: 'sealedAt', title: '提交时间', main: true, render: (r) => formatSecond(r.sealedAt) },
  { key: 'sealedBy', title: '提交人' },
  { key: 'files', title: '附件数', align: 'right' },
  {
    key: 'receipt',
    title: '校验码（SHA-256）',
    render: (r) => <span className="tender-receipt">{r.receipt}</span>,
  },
  {
    key: 'state',
    title: '状态',
    render: (r) => (
      <StateTag
        {...(r.withdrawnAt
          ? { tone: 'stopped' as const, text: '已撤回' }
          : { tone: 'active' as const, text: '有效' })}
      />
    ),
  },
]

interface Values {
  prices?: { itemId: number; unitPriceFen?: number | null }[]
  deliveryDays?: number
  warrantyMonths?: number
  note?: string
  files?: readonly File[]
}

/** No draft: prices are not stored in the browser. */
function QuoteForm({
  tender: t,
  replace,
  onDone,
}: {
  tender: TenderDetail
  replace: boolean
  onDone: () => void
}) {
  const form = useSubmit<typeof tenderCalls.quote, Values>(useQuote(), {
    initial: { prices: t.items.map((i) => ({ itemId: i.id })) },
    args: ({ prices = [], files = [], deliveryDays, warrantyMonths, note }) => ({
      params: { id: t.id },
      // The schema reports missing values at their field.
      body: {
        deliveryDays,
        warrantyMonths,
        note,
        prices: prices.map((p) => ({ itemId: p.itemId, unitPriceFen: p.unitPriceFen ?? Number.NaN })),
        amountFen: sumQuotation(t.items, prices) ?? 0,
        replace,
      },
      files: [...files],
    }),
    done: '报价已密封提交，请保存回执',
    after: onDone,
  })
  const prices = Form.useWatch('prices', form.antd) as Values['prices']
  const total = sumQuotation(
    t.items,
    (prices ?? []).map((p, i) => ({ ...p, itemId: t.items[i]?.id ?? 0 })),
  )
  return (
    <Card title={replace ? '替换报价' : '报价'}>
      <FormPage
        form={form}
        submit={replace ? '替换并密封' : '密封提交'}
        columns={2}
        {...(replace && { onCancel: onDone })}
      >
        <Form.List name="prices">
          {(rows) =>
            rows.map(({ key, name }) => {
              const item = t.items[name]
              return (
                item && (
                  <Field
                    key={key}
                    name={['prices', name, 'unitPriceFen']}
                    label={`${item.name} 单价（共 ${item.quantity} 台/套）`}
                    required
                  >
                    <MoneyInput />
                  </Field>
                )
              )
            })
          }
        </Form.List>
        <p className="form-wide tender-total" aria-live="polite">
          报价总额：<b>{total === null ? '填写全部单价后自动合计' : formatMoney(total)}</b>
          {t.maxPriceFen !== null && `，最高限价 ${formatMoney(t.maxPriceFen)}`}
          {t.maxPriceFen !== null && total !== null && total > t.maxPriceFen && (
            <b className="tender-over">，超出 {formatMoney(total - t.maxPriceFen)}，不能提交</b>
          )}
        </p>
        <Field name="deliveryDays" label="交货期（合同签订后天数）" required>
          <InputNumber min={1} max={1000} precision={0} style={{ width: '100%' }} />
        </Field>
        <Field name="warrantyMonths" label="质保期（月）" required>
          <InputNumber min={0} max={600} precision={0} style={{ width: '100%' }} />
        </Field>
        <Field name="note" label="说明" wide>
          <Input.TextArea rows={3} maxLength={2000} showCount />
        </Field>
        <Field name="files" label="报价文件" wide hint="与报价一同加密，报价开启后由评审人员查看">
          <QuotedFiles />
        </Field>
      </FormPage>
    </Card>
  )
}

function QuotedFiles(props: {
  id?: string
  value?: readonly File[]
  onChange?: (files: readonly File[]) => void
}) {
  const rule = tenderCalls.quote.upload
  return rule && <UploadField {...props} rule={rule} label="选择报价文件" />
}
