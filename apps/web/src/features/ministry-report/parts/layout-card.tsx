import { Input } from 'antd'
import { useId, useState } from 'react'
import {
  cellTypeWords,
  derivationWords,
  type Derivation,
  type LayoutField,
} from '@portal/contract/ministry-report/layout'
import type { ministryReportCalls, YearDetail } from '@portal/contract/ministry-report/ministry-report'
import { EMPTY, formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button, Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { copyLayout, saveLayout, useLayout, useSetLayout, verifyLayout } from '../ministry-report.queries.ts'

/** The origin of the year's layout, whether it was verified, and how to change it. */
export function LayoutCard({ year: y }: { year: YearDetail }) {
  const [shown, setShown] = useState<'fields' | 'import' | null>(null)
  const office = y.can.includes('layout')
  const close = () => setShown(null)
  return (
    <Card title="版式">
      <p>
        {y.verifiedAt
          ? `${y.verifiedBy ?? ''} 于 ${formatMinute(y.verifiedAt)} 已核对：${y.basis}`
          : `未核对：${y.basis}`}
      </p>
      <div className="ministry-buttons">
        <Button onClick={() => setShown('fields')}>查看字段</Button>
        {office && (
          <>
            <Button icon="download" onClick={() => void saveLayout(y.year).catch(() => undefined)}>
              下载版式
            </Button>
            <Button icon="upload" onClick={() => setShown('import')}>
              导入版式
            </Button>
            <ConfirmButton
              danger={false}
              title="复制上一学年的版式？"
              text="现有版式被替换，各行保留，须重新检查。"
              ok="复制版式"
              onConfirm={async () => {
                const { from } = await copyLayout.run({ params: { year: y.year } })
                say('success', `已复制 ${from}–${from + 1} 学年的版式`)
              }}
            >
              复制上一学年
            </ConfirmButton>
            {!y.verifiedAt && (
              <ConfirmButton
                danger={false}
                title="版式已按当年填报说明核对？"
                ok="已核对"
                reason={{ label: '核对依据', required: true, maxLength: 200 }}
                onConfirm={(basis) => verifyLayout.run({ params: { year: y.year }, body: { basis } })}
              >
                标记为已核对
              </ConfirmButton>
            )}
          </>
        )}
      </div>
      <Modal
        open={shown === 'fields'}
        title="各表的字段"
        footer={null}
        width={1000}
        destroyOnHidden
        onCancel={close}
      >
        <Fields year={y.year} />
      </Modal>
      <Modal open={shown === 'import'} title="导入版式" footer={null} destroyOnHidden onCancel={close}>
        <ImportLayout year={y.year} onDone={close} />
      </Modal>
    </Card>
  )
}

function ImportLayout({ year, onDone }: { year: number; onDone: () => void }) {
  const id = useId()
  const [name, setName] = useState<string | null>(null)
  const form = useSubmit<typeof ministryReportCalls.setLayout, { text?: string; basis?: string }>(
    useSetLayout(),
    {
      args: (v) => ({ params: { year }, body: { text: v.text ?? '', basis: v.basis ?? '' } }),
      done: '版式已导入，请重新检查',
      after: onDone,
    },
  )
  return (
    <FormPage
      form={form}
      submit="导入版式"
      onCancel={onDone}
      intro={
        <>
          <p className="muted">
            请先“下载版式”，按当年填报说明修改宽度、代码和限额后导入。有误的位置会逐条指出，不会导入一部分。
          </p>
          <p className="ministry-file">
            <label htmlFor={id}>版式文件（JSON）</label>
            <input
              id={id}
              type="file"
              accept=".json,application/json"
              onChange={(e) => {
                const [file] = e.target.files ?? []
                if (!file) return
                setName(file.name)
                void file.text().then((text) => {
                  form.antd.setFieldValue('text', text)
                  form.touch()
                })
              }}
            />
            {name && <span className="muted">已读取 {name}</span>}
          </p>
        </>
      }
    >
      <Field name="text" label="版式内容" tall>
        <Input.TextArea rows={6} spellCheck={false} />
      </Field>
      <Field name="basis" label="版式依据" hint="如《2025/2026 学年填报说明》">
        <Input maxLength={200} />
      </Field>
    </FormPage>
  )
}

function Fields({ year }: { year: number }) {
  const query = useLayout({ params: { year } })
  const { data } = query
  if (!data) return <Waiting plain query={query} height={28} />
  return (
    <div className="ministry">
      {data.tables.map((t) => (
        <section key={t.tab}>
          <h3>
            {t.tab} {t.title}
          </h3>
          <DataTable
            caption={`${t.tab} 的字段`}
            columns={fieldColumns}
            rows={t.fields}
            rowKey={(f) => f.name}
          />
        </section>
      ))}
    </div>
  )
}
const nameDrawn = ({ cut }: LayoutField, from: Derivation): string =>
  cut ? `${derivationWords[from]}；超出宽度时省去开头的“${cut}”` : derivationWords[from]
const fieldColumns: readonly Column<LayoutField>[] = [
  { key: 'title', title: '字段', main: true },
  { key: 'type', title: '类型', render: (f) => cellTypeWords[f.type] },
  { key: 'width', title: '宽度', align: 'right', render: (f) => f.width ?? '未知' },
  { key: 'required', title: '必填', render: (f) => (f.required ? '是' : '否') },
  {
    key: 'codes',
    title: '代码',
    render: (f) =>
      f.codes.map((c) => (c.code === c.word ? c.word : `${c.code} ${c.word}`)).join('、') || EMPTY,
  },
  {
    key: 'from',
    title: '取数',
    render: (f) => (f.from ? nameDrawn(f, f.from) : f.sum ? `${f.sum.tab} 合计` : '填写'),
  },
]
