import { Input, Select } from 'antd'
import { useState } from 'react'
import { placeWords } from '@portal/contract/national-report/known'
import type {
  Cell,
  NationalDetail,
  nationalReportCalls,
} from '@portal/contract/national-report/national-report'
import { formatMinute } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Card } from '../../../ui/light.tsx'
import { useType } from '../national-report.queries.ts'

type Value = string | readonly string[] | null | undefined
interface Values {
  values: Record<string, Value>
}
const inForm = (c: Cell): Value =>
  c.kind !== 'code' ? c.value : c.many === null ? c.value || null : c.value ? c.value.split(',') : []
const inCell = (v: Value): string => (typeof v === 'string' ? v : (v?.join(',') ?? ''))
const fillValues = (cells: readonly Cell[]): Values => ({
  values: Object.fromEntries(cells.map((c) => [c.code, inForm(c)])),
})

/** Every field of the year's schema: reported value, the portal's value, and the override. */
export function RowForm({ row: r }: { row: NationalDetail }) {
  // The row is read again while the form is open, and the form keeps the values that it began with: compared
  // with the newest cells, a field that another user typed meanwhile would count as changed here.
  const [begun, setBegun] = useState(r.cells)
  const form = useSubmit<typeof nationalReportCalls.type, Values>(useType(), {
    initial: fillValues(begun),
    args: ({ values }) => ({ params: { id: r.id }, body: { values: listChanges(begun, values) } }),
    done: '已保存',
    after: ({ cells }) => {
      setBegun(cells)
      form.antd.setFieldsValue(fillValues(cells))
    },
  })
  if (!r.can.includes('edit'))
    return (
      <Card title="上报内容">
        <dl className="facts">
          {r.cells.map((c) => (
            <div key={c.code}>
              <dt>{c.label}</dt>
              <dd>{listWords(r, c) || '—'}</dd>
            </div>
          ))}
        </dl>
      </Card>
    )
  return (
    <FormPage form={form} submit="保存" columns={2}>
      {r.cells.map((c) => (
        <Field
          key={c.code}
          name={['values', c.code]}
          label={c.label}
          required={false}
          {...(c.kind === 'text' && c.length > 100 && { wide: true as const })}
          hint={
            <About
              row={r}
              cell={c}
              reset={() => form.put(['values', c.code], inForm({ ...c, value: c.known ?? '' }))}
            />
          }
        >
          {findControl(r, c)}
        </Field>
      ))}
    </FormPage>
  )
}

/** Only fields that differ; a value equal to the portal's does not become an override. */
const listChanges = (cells: readonly Cell[], values: Record<string, Value>): Record<string, string | null> =>
  Object.fromEntries(
    cells.flatMap((c) => {
      const value = inCell(values[c.code]).trim()
      if (value === c.value) return []
      return [[c.code, value === (c.known ?? '') ? null : value]]
    }),
  )

function findControl(r: NationalDetail, c: Cell) {
  if (c.kind === 'code') {
    const options = (c.list === null ? [] : (r.lists[c.list] ?? [])).map(({ code, label }) => ({
      value: code,
      label: `${code} ${label}`,
    }))
    return (
      <Select
        allowClear
        showSearch
        optionFilterProp="label"
        options={options}
        {...(c.many !== null && { mode: 'multiple' as const, maxCount: c.many })}
      />
    )
  }
  if (c.kind === 'text' && c.length > 100)
    return <Input.TextArea maxLength={c.length} showCount autoSize={{ minRows: 2, maxRows: 8 }} />
  const about = {
    text: { maxLength: c.length },
    number: {
      inputMode: 'decimal' as const,
      suffix: c.decimals === null ? undefined : `${c.decimals} 位小数`,
    },
    day: { placeholder: '如 2026-01-31', maxLength: c.length },
    hour: { placeholder: '如 2026-01-31 08', maxLength: c.length },
  }[c.kind]
  return <Input {...about} />
}

/** Under a field: issues, origin, and the values sent before and last year. */
function About({ row: r, cell: c, reset }: { row: NationalDetail; cell: Cell; reset: () => void }) {
  const faults = r.issues.filter((i) => i.field === c.code)
  return (
    <span className="national-about">
      {faults.map((i) => (
        <strong key={i.code}>{i.message}</strong>
      ))}
      {c.required && c.value === '' && faults.length === 0 && <span>必填</span>}
      {c.hint && <span>{c.hint}</span>}
      {c.origin === 'typed' ? (
        <span>
          {`人工填写：${c.typedBy ?? ''}${c.typedAt ? ` ${formatMinute(c.typedAt)}` : ''}；平台数据：${
            c.known === null ? '无' : findLabel(r, c, c.known)
          } `}
          <button type="button" className="btn" data-kind="text" onClick={reset}>
            恢复平台数据<span className="sr-only">{`：${c.label}`}</span>
          </button>
        </span>
      ) : (
        c.source && <span>{`来源：${placeWords[c.place]} · ${c.source}`}</span>
      )}
      {c.sent !== null && <span>{`已上报的内容：${c.sent === '' ? '空' : findLabel(r, c, c.sent)}`}</span>}
      {c.before !== null && c.before !== c.value && (
        <span>{`上年上报：${c.before === '' ? '空' : findLabel(r, c, c.before)}`}</span>
      )}
    </span>
  )
}
const listWords = (r: NationalDetail, c: Cell): string => findLabel(r, c, c.value)
function findLabel(r: NationalDetail, c: Cell, value: string): string {
  if (c.list === null || value === '') return value
  const list = r.lists[c.list] ?? []
  return value
    .split(',')
    .map((code) => list.find((i) => i.code === code)?.label ?? code)
    .join('、')
}
