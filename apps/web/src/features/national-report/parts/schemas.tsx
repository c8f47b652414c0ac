import { useState } from 'react'
import { InputNumber } from 'antd'
import { nationalReportCalls, type SchemaRow } from '@portal/contract/national-report/national-report'
import { nationalKindWords } from '@portal/contract/national-report/schema'
import { EMPTY, formatDay, formatMinute } from '../../../lib/format.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { saveSchema, useImportSchema, useSchemas } from '../national-report.queries.ts'

/** Each year's schema: view, download, edit, import again. */
export function Schemas() {
  const query = useSchemas()
  const [importing, setImporting] = useState(false)
  return (
    <Card
      title="数据格式"
      extra={!importing && <Button onClick={() => setImporting(true)}>导入数据格式</Button>}
    >
      <p className="muted">
        字段、长度、代码和规则按年度保存。下载后修改（例如写入单位编码等固定值），再导入到同一年度或新的年度；已有数据上报的年度不能再更改。
      </p>
      {importing && <ImportSchema onDone={() => setImporting(false)} />}
      {query.data ? (
        <DataTable caption="数据格式" columns={columns} rows={query.data.items} rowKey={(s) => s.id} />
      ) : (
        <Waiting query={query} rows={3} />
      )}
    </Card>
  )
}

const columns: readonly Column<SchemaRow>[] = [
  { key: 'year', title: '年度', main: true, render: (s) => `${s.year} ${nationalKindWords[s.kind]}` },
  { key: 'title', title: '标题' },
  { key: 'fields', title: '字段数', align: 'right' },
  { key: 'encoding', title: '编码' },
  { key: 'note', title: '出处' },
  { key: 'importedBy', title: '导入人', render: (s) => s.importedBy ?? EMPTY },
  { key: 'importedAt', title: '导入时间', render: (s) => formatMinute(s.importedAt), phone: false },
  { key: 'used', title: '状态', render: (s) => (s.used ? '已用于上报' : '可以更改') },
  {
    key: 'file',
    title: '文件',
    render: (s) => (
      <Button kind="text" onClick={() => void saveSchema(s.id).catch(() => undefined)}>
        下载<span className="sr-only">{`${s.year} ${nationalKindWords[s.kind]}数据格式`}</span>
      </Button>
    ),
  },
]

interface Values {
  year?: number | null
  files?: readonly File[]
}
const rule = nationalReportCalls.importSchema.upload
function ImportSchema({ onDone }: { onDone: () => void }) {
  const form = useSubmit<typeof nationalReportCalls.importSchema, Values>(useImportSchema(), {
    initial: { year: Number(formatDay(new Date()).slice(0, 4)), files: [] },
    args: ({ year, files = [] }) => ({ body: { year: year ?? '' }, files: [...files] }),
    done: '数据格式已导入',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="导入" onCancel={onDone} columns={2}>
      <Field name="year" label="年度">
        <InputNumber min={2000} max={2099} precision={0} />
      </Field>
      {rule ? (
        <Field name="files" label="数据格式文件" hint="JSON，UTF-8 编码；种类由文件中的 kind 说明" required>
          <UploadField<File> rule={rule} label="选择文件" nameOf={(f) => f.name} />
        </Field>
      ) : (
        <></>
      )}
    </FormPage>
  )
}
