import { Form, Input, type FormInstance } from 'antd'
import type { Attachment } from '@portal/contract/kernel/rows'
import { stockInCalls, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { formatMoney } from '../../../lib/format.ts'
import { findRest } from '../../../lib/rest.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { MoneyInput } from '../../../ui/form/money-input.tsx'
import { Rows } from '../../../ui/form/rows.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { makeInvoice, type InvoiceValue } from '../form.rules.ts'
import { addFile } from '../stock-in.queries.ts'

const MOST = 50
const rule = stockInCalls.addFile.upload

/** Invoices that must add up to the order; the missing amount is always shown. */
export function InvoiceRows({ order: s, form }: { order: StockInDetail; form: FormInstance }) {
  const invoices = (Form.useWatch('invoices', { form, preserve: true }) as InvoiceValue[] | undefined) ?? []
  const foreign = s.pieces.some((p) => p.imported)
  const rest = findRest(s.totalFen, invoices)
  return (
    <Rows
      name="invoices"
      title={`发票（合计须等于本单金额 ${formatMoney(s.totalFen)}）`}
      one="发票"
      another="再加一张发票"
      most={MOST}
      least={1}
      blank={() => makeInvoice(rest)}
      status={{
        words:
          rest === 0
            ? '发票金额与本单一致'
            : rest > 0
              ? `还差 ${formatMoney(rest)}`
              : `超出 ${formatMoney(-rest)}`,
        open: rest !== 0,
      }}
    >
      {(row) => (
        <>
          <Field
            name={['invoices', row, 'number']}
            label={`发票号码 ${row + 1}`}
            {...(foreign && { hint: '国外发票可含字母和连字符' })}
            required
          >
            <Input maxLength={30} inputMode={foreign ? 'text' : 'numeric'} />
          </Field>
          <Field
            name={['invoices', row, 'code']}
            label={`发票代码 ${row + 1}`}
            hint="8 位号码的发票必填；数电发票没有代码"
          >
            <Input maxLength={12} inputMode="numeric" />
          </Field>
          <Field name={['invoices', row, 'issuedOn']} label={`开票日期 ${row + 1}`} required>
            <DayInput />
          </Field>
          <Field name={['invoices', row, 'amountFen']} label={`价税合计 ${row + 1}`} required>
            <MoneyInput />
          </Field>
          <Field name={['invoices', row, 'taxFen']} label={`税额 ${row + 1}`} required>
            <MoneyInput />
          </Field>
          <Field name={['invoices', row, 'fileId']} label={`发票文件 ${row + 1}`} required>
            <InvoiceFile order={s} row={row} />
          </Field>
        </>
      )}
    </Rows>
  )
}

interface FileProps {
  order: StockInDetail
  row: number
  id?: string
  value?: string | null
  onChange?: (value: string | null) => void
}
/** One file, saved as soon as it is chosen. Its name goes with its id into the draft. */
function InvoiceFile({ order: s, row, id, value, onChange }: FileProps) {
  const form = Form.useFormInstance()
  const at = ['invoices', row, 'file']
  // antd does not type the value of a path.
  const file = form.getFieldValue(at) as InvoiceValue['file']
  return rule ? (
    <UploadField<Attachment>
      {...(id && { id })}
      rule={rule}
      value={file && file.id === value ? [file] : []}
      onChange={([kept]) => {
        form.setFieldValue(at, kept ?? null)
        onChange?.(kept?.id ?? null)
      }}
      upload={(one, onProgress) => addFile(s.id, one, onProgress)}
      label="上传发票"
      nameOf={(f) => f.name}
    />
  ) : null
}
