import { Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { Attachment } from '@portal/contract/kernel/rows'
import { supplierCalls, type SupplierPaper } from '@portal/contract/supplier/supplier'
import { AddButton } from '../../../ui/form/add-button.tsx'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { RemoveButton } from '../../../ui/form/remove-button.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { keepPresent } from '../../../ui/list/options.ts'
import { useCodeOptions } from '../../dictionary/shared/code-options.ts'
import { uploadPaper } from '../supplier.queries.ts'
import './paper-rows.css'

export interface PaperValues {
  fileId?: string | null
  kind?: string | null
  number?: string | null
  validFrom?: string | null
  validTo?: string | null
}
const MOST = 30

/** The company's papers, each with its file and expiry date. */
export function PaperRows({ papers }: { papers: readonly SupplierPaper[] }) {
  const offered = useCodeOptions('supplier_paper')
  // A paper keeps a kind that is no longer offered.
  const kinds = papers.reduce(
    (options, { kind, label }) => keepPresent(options, { value: kind, label }),
    offered,
  )
  return (
    <Form.List name="papers">
      {(rows, { add, remove }, { errors }) => (
        <fieldset className="paper-rows form-wide">
          <legend>证照</legend>
          {errors.length > 0 && <p role="alert">{errors}</p>}
          {rows.map(({ key, name }) => (
            <div key={key} className="paper-row" role="group" aria-label={`证照 ${name + 1}`}>
              <Field name={['papers', name, 'kind']} label="种类" required>
                <Select options={kinds} placeholder="请选择证照种类" />
              </Field>
              <Field name={['papers', name, 'number']} label="证照编号">
                <Input maxLength={60} />
              </Field>
              <Field name={['papers', name, 'validFrom']} label="有效期起">
                <DayInput />
              </Field>
              <Field name={['papers', name, 'validTo']} label="有效期至" hint="长期有效的不填">
                <DayInput />
              </Field>
              <Field name={['papers', name, 'fileId']} label="文件" wide required>
                <PaperFile papers={papers} />
              </Field>
              <RemoveButton what={`证照 ${name + 1}`} onRemove={() => remove(name)} />
            </div>
          ))}
          <AddButton count={rows.length} most={MOST} onAdd={() => add({ kind: null, fileId: null })}>
            添加证照
          </AddButton>
        </fieldset>
      )}
    </Form.List>
  )
}

/** One file; the value is its id. Names of existing files come from the papers. */
function PaperFile({
  id,
  value,
  onChange,
  papers,
}: {
  id?: string
  value?: string | null
  onChange?: (id: string | null) => void
  papers: readonly SupplierPaper[]
}) {
  const [fresh, setFresh] = useState<Attachment | null>(null)
  const known = value
    ? fresh?.id === value
      ? fresh
      : papers.find((p) => p.file.id === value)?.file
    : undefined
  const rule = supplierCalls.uploadPaper.upload
  if (!rule) return null
  return (
    <UploadField<Attachment>
      {...(id !== undefined && { id })}
      rule={rule}
      value={known ? [known] : []}
      upload={uploadPaper}
      nameOf={(f) => f.name}
      label="上传证照文件"
      onChange={(files) => {
        const file = files.at(-1) ?? null
        setFresh(file)
        onChange?.(file?.id ?? null)
      }}
    />
  )
}
