import { Input, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { LayoutField, LayoutTable } from '@portal/contract/ministry-report/layout'
import type { IssueRow } from '@portal/contract/ministry-report/issue'
import type { ministryReportCalls, RowDetail } from '@portal/contract/ministry-report/ministry-report'
import { EMPTY, formatMinute, formatMinutes } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Skeleton } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useCorrect, useIssues, useRow } from '../ministry-report.queries.ts'
import { RowForm } from './row-form.tsx'

/** One row: values with their origin, corrections, and issues. */
export function RowPanel({ id, table }: { id: number; table: LayoutTable }) {
  const { data, error, refetch } = useRow({ params: { id } })
  const [doing, setDoing] = useState<'edit' | 'correct' | null>(null)
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={8} height={28} />
  const done = () => setDoing(null)
  if (doing === 'edit') return <RowForm year={data.year} table={table} row={data} onDone={done} />
  if (doing === 'correct') return <CorrectForm table={table} row={data} onDone={done} />
  return (
    <div className="ministry">
      <div className="ministry-buttons">
        {data.can.includes('edit') && (
          <Button kind="primary" onClick={() => setDoing('edit')}>
            填写
          </Button>
        )}
        {data.can.includes('correct') && <Button onClick={() => setDoing('correct')}>更正取数的字段</Button>}
        {data.device && (
          <Link to={to('/dashboard/deviceDetail', { id: data.device.id })}>
            {data.device.name}（{data.device.serialId}）
          </Link>
        )}
      </div>
      <RowIssues year={data.year} id={id} table={table} />
      <DataTable caption="各字段" columns={cellColumns(data)} rows={table.fields} rowKey={(f) => f.name} />
      {data.hours.length > 0 && (
        <section>
          <h3>机时所在的实验室</h3>
          <p className="muted">按使用当时的实验室和单位分列；仪器在学年中调拨的，SJ3 仍合计为一行。</p>
          <DataTable
            caption="机时所在的实验室"
            columns={hourColumns}
            rows={data.hours}
            rowKey={(h) => `${h.lab} ${h.dept}`}
          />
        </section>
      )}
      {data.corrections.length > 0 && (
        <section>
          <h3>更正记录</h3>
          <DataTable
            caption="更正记录"
            columns={correctionColumns}
            rows={data.corrections}
            rowKey={(c) => `${c.at} ${c.field}`}
          />
        </section>
      )}
    </div>
  )
}

function RowIssues({ year, id, table }: { year: number; id: number; table: LayoutTable }) {
  const { data, error, refetch } = useIssues({ year, tab: table.tab, rowId: id, page: 0, size: 50 })
  if (error && !data)
    return <PageError title="该行的问题加载失败" error={error} onRetry={() => void refetch()} />
  if (!data || data.items.length === 0) return null
  return (
    <ul className="ministry-changes">
      {data.items.map((i: IssueRow) => (
        <li key={i.id}>
          <strong>{i.message}</strong>
          {i.words && <span className="muted">（已说明：{i.words}）</span>}
        </li>
      ))}
    </ul>
  )
}

const cellColumns = (row: RowDetail): Column<LayoutField>[] => [
  { key: 'title', title: '字段', main: true },
  { key: 'value', title: '内容', render: (f) => row.cells[f.name] || EMPTY },
  {
    key: 'drawn',
    title: '取数',
    render: (f) => (f.from || f.sum ? (row.drawn[f.name] ?? EMPTY) : '填写'),
  },
]
const hourColumns: readonly Column<RowDetail['hours'][number]>[] = [
  { key: 'lab', title: '实验室', main: true },
  { key: 'dept', title: '单位' },
  { key: 'minutes', title: '机时', align: 'right', render: (h) => formatMinutes(h.minutes) },
  { key: 'unstated', title: '其中未填写用途', align: 'right', render: (h) => formatMinutes(h.unstated) },
]
const correctionColumns: readonly Column<RowDetail['corrections'][number]>[] = [
  { key: 'title', title: '字段', main: true },
  { key: 'drawn', title: '取数', render: (c) => c.drawn || EMPTY },
  { key: 'value', title: '更正为', render: (c) => (c.value === null ? '恢复取数' : c.value || EMPTY) },
  { key: 'reason', title: '原因' },
  { key: 'who', title: '更正人', render: (c) => c.who ?? EMPTY },
  { key: 'at', title: '时间', render: (c) => formatMinute(c.at) },
]

interface Values {
  field?: string
  value?: string
  reason?: string
}
/** Overrides one computed field, or restores its computed value. */
function CorrectForm({ table, row, onDone }: { table: LayoutTable; row: RowDetail; onDone: () => void }) {
  const write = useCorrect()
  const [back, setBack] = useState(false)
  const form = useSubmit<typeof ministryReportCalls.correct, Values>(write, {
    args: (v) => ({
      params: { id: row.id },
      body: { field: v.field ?? '', value: back ? null : (v.value ?? ''), reason: v.reason ?? '' },
    }),
    done: '已更正，请重新检查',
    after: onDone,
  })
  const drawn = table.fields.filter((f) => f.from !== null || f.sum !== null)
  return (
    <FormPage
      form={form}
      submit="保存更正"
      onCancel={onDone}
      intro={<p className="muted">取数的内容保留在旁，更正的原因和更正人一并记录。</p>}
    >
      <Field name="field" label="字段">
        <Select
          showSearch
          optionFilterProp="label"
          options={drawn.map((f) => ({ value: f.name, label: f.title }))}
          onChange={(name: string) => form.antd.setFieldValue('value', row.cells[name] ?? '')}
        />
      </Field>
      {back ? null : (
        <Field name="value" label="更正为">
          <Input maxLength={500} />
        </Field>
      )}
      <Field name="reason" label="更正原因">
        <Input.TextArea rows={2} maxLength={200} />
      </Field>
      <label>
        <input type="checkbox" checked={back} onChange={(e) => setBack(e.target.checked)} /> 恢复为取数的内容
      </label>
    </FormPage>
  )
}
