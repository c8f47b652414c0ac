import { Input, Select } from 'antd'
import { useState } from 'react'
import { isOfColleges, type LayoutField, type LayoutTable } from '@portal/contract/ministry-report/layout'
import type { Cells, RowDetail } from '@portal/contract/ministry-report/ministry-report'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { useDeptOptions } from '../../dept/shared/dept-options.ts'
import { useAddRow, useChangeRow } from '../ministry-report.queries.ts'

interface Values {
  deptId?: number
  cells?: Partial<Record<string, string>>
}
/** An untouched field is an empty string. */
const readCell = (v: Values, f: LayoutField): string => v.cells?.[f.name] ?? ''
const makeCells = (fields: readonly LayoutField[], v: Values): Cells =>
  Object.fromEntries(fields.map((f) => [f.name, readCell(v, f)]))
const findHint = (f: LayoutField): string | undefined =>
  f.type === 'month' ? '六位年月，如 202509' : f.width === null ? undefined : `宽度 ${f.width}`

/** A row for manual entry; fields that the portal fills in or computes are omitted. */
export function RowForm({
  year,
  table,
  row,
  onDone,
}: {
  year: number
  table: LayoutTable
  row?: RowDetail
  onDone: () => void
}) {
  const fields = table.fields.filter((f) => f.from === null && f.sum === null)
  return row ? (
    <ChangeForm row={row} fields={fields} onDone={onDone} />
  ) : (
    <AddForm year={year} table={table} fields={fields} onDone={onDone} />
  )
}

function CellFields({ fields }: { fields: readonly LayoutField[] }) {
  return fields.map((f) => (
    <Field
      key={f.name}
      name={['cells', f.name]}
      label={f.required ? `${f.title}（必填）` : f.title}
      hint={findHint(f)}
    >
      {f.codes.length > 0 ? (
        <Select
          allowClear
          showSearch
          optionFilterProp="label"
          options={f.codes.map((c) => ({
            value: c.code,
            label: c.code === c.word ? c.word : `${c.code} ${c.word}`,
          }))}
        />
      ) : (
        <Input maxLength={500} inputMode={f.type === 'text' ? 'text' : 'decimal'} />
      )}
    </Field>
  ))
}

function AddForm({
  year,
  table,
  fields,
  onDone,
}: {
  year: number
  table: LayoutTable
  fields: readonly LayoutField[]
  onDone: () => void
}) {
  const depts = useDeptOptions()
  const write = useAddRow()
  const form = useSubmit<typeof write.call, Values>(write, {
    args: (v) => ({
      body: { year, tab: table.tab, deptId: v.deptId ?? null, cells: makeCells(fields, v) },
    }),
    done: '已新增，请重新检查',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="新增行" onCancel={onDone} columns={2}>
      {isOfColleges(table.tab) ? (
        <Field name="deptId" label="所属单位" hint="院系负责人填写的行默认属于本单位" wide>
          <Select allowClear showSearch optionFilterProp="label" options={depts} />
        </Field>
      ) : null}
      <CellFields fields={fields} />
    </FormPage>
  )
}

function ChangeForm({
  row,
  fields,
  onDone,
}: {
  row: RowDetail
  fields: readonly LayoutField[]
  onDone: () => void
}) {
  const write = useChangeRow()
  // What the form began with, although the row may be read again while it is open.
  const [begun] = useState<Values>({ cells: row.cells })
  const form = useSubmit<typeof write.call, Values>(write, {
    initial: begun,
    // Only changed cells are sent: untouched ones may be older than what another user has saved since.
    args: (v) => ({
      params: { id: row.id },
      body: {
        cells: makeCells(
          fields.filter((f) => readCell(v, f) !== readCell(begun, f)),
          v,
        ),
      },
    }),
    done: '已保存，请重新检查',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存行" onCancel={onDone} columns={2}>
      <CellFields fields={fields} />
    </FormPage>
  )
}
