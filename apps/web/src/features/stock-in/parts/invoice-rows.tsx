import { Form, Input, type FormInstance } from 'antd'
import { useState } from 'react'
import type { Attachment } from '@portal/contract/kernel/rows'
import { stockInCalls, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { formatMoney } from '../../../lib/format.ts'
import { restOf } from '../../../lib/rest.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { Button } from '../../../ui/light.tsx'
import { emptyInvoice, type InvoiceValue } from '../form.rules.ts'
import { addFile } from '../stock-in.queries.ts'

const MOST = 50
const rule = stockInCalls.addFile.upload

/** Invoices that add up to the contract; what is still missing is said all the time. */
export function InvoiceRows({ order: s, form }: { order: StockInDetail; form: FormInstance }) {
  const invoices = (Form.useWatch('invoices', { form, preserve: true }) as InvoiceValue[] | undefined) ?? []
  const foreign = s.pieces.some((p) => p.imported)
  const rest = restOf(s.totalFen, invoices)
  return (
    <Form.List name="invoices">
      {(rows, { add, remove }) => (
        <fieldset className="form-wide stock-rows">
          <legend>发票（合计须等于合同金额 {formatMoney(s.totalFen)}）</legend>
          {rows.map(({ key, name }) => (
            <div key={key} className="stock-piece" role="group" aria-label={`发票 ${name + 1}`}>
              <Field name={['invoices', name, 'number']} label={`发票号码 ${name + 1}`} {...(foreign && { hint: '国外发票可含字母和连字符' })} required>
                <Input maxLength={30} inputMode={foreign ? 'text' : 'numeric'} />
              </Field>
              <Field name={['invoices', name, 'code']} label={`发票代码 ${name + 1}`} hint="数电发票没有代码，可不填">
                <Input maxLength={12} inputMode="numeric" />
              </Field>
              <Field name={['invoices', name, 'issuedOn']} label={`开票日期 ${name + 1}`} required>
                <DayInput />
              </Field>
              <Field name={['invoices', name, 'amountFen']} label={`价税合计 ${name + 1}`} required>
                <MoneyInput />
              </Field>
              <Field name={['invoices', name, 'taxFen']} label={`税额 ${name + 1}`} required>
                <MoneyInput />
              </Field>
              <Field name={['invoices', name, 'fileId']} label={`发票文件 ${name + 1}`} required>
                <InvoiceFile order={s} />
              </Field>
              {rows.length > 1 && (
                <Button size="small" kind="danger" aria-label={`移除发票 ${name + 1}`} onClick={() => remove(name)}>
                  移除
                </Button>
              )}
            </div>
          ))}
          <p role="status" data-rest={rest !== 0 || undefined}>
            {rest === 0 ? '发票金额与合同一致' : rest > 0 ? `还差 ${formatMoney(rest)}` : `超出 ${formatMoney(-rest)}`}
          </p>
          <Button size="small" disabled={rows.length >= MOST} onClick={() => add(emptyInvoice(rest))}>
            再加一张发票
          </Button>
        </fieldset>
      )}
    </Form.List>
  )
}

interface FileProps {
  order: StockInDetail
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}
/** One file, kept as soon as it is chosen. */
function InvoiceFile({ order: s, id, value, onChange }: FileProps) {
  const [sent, setSent] = useState<readonly Attachment[]>([])
  const known = [...s.invoices.flatMap((v) => v.file ?? []), ...sent].find((f) => f.id === value)
  const upload = async (file: File, onProgress: (part: number) => void) => {
    const kept = await addFile(s.id, file, onProgress)
    setSent((all) => [...all, kept])
    return kept
  }
  return rule ? <UploadField<Attachment> {...(id && { id })} rule={rule} value={known ? [known] : []} onChange={(files) => onChange?.(files[0]?.id ?? null)} upload={upload} label="上传发票" nameOf={(f) => f.name} /> : null
}
