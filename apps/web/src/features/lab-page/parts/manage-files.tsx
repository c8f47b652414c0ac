import { Input, Select } from 'antd'
import { useState } from 'react'
import type { LabDetail } from '@portal/contract/lab/lab'
import { resourceCalls, type ResourceRow } from '@portal/contract/resource/resource'
import { formatBytes, formatDay } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { Button } from '../../../ui/light.tsx'
import { type Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import {
  fetchResource,
  useCategories,
  useChangeResource,
  useRemoveResource,
  useResources,
  useUploadResource,
} from '../lab-page.queries.ts'
import { Categories } from './file-categories.tsx'

/** The lab's files and their categories. */
export function ManageFiles({ lab }: { lab: LabDetail }) {
  const [asked, setAsked] = useState<ResourceRow | 'new' | null>(null)
  const remove = useRemoveResource()
  const close = () => setAsked(null)
  return (
    <>
      <Categories lab={lab} />
      <ListPage<ResourceRow>
        plain
        title="下载资料"
        rows={useResources}
        fixed={{ labId: lab.serialId }}
        columns={columns}
        filters={[{ kind: 'text', name: 'keyword', label: '资料', placeholder: '标题中的字' }]}
        extra={
          <Button kind="primary" size="small" icon="upload" onClick={() => setAsked('new')}>
            上传资料
          </Button>
        }
        actions={[
          { label: '下载', run: fetchResource },
          { label: '修改', can: 'change', run: setAsked },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (r) => ({
              title: `删除“${r.title}”？`,
              text: '文件一并删除，不能恢复。',
              ok: '删除资料',
            }),
            run: (r) => remove.run({ params: { id: r.id } }).then(() => say('success', '资料已删除')),
          },
        ]}
        empty={{ text: '还没有资料' }}
      />
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '上传资料' : '修改资料'}
        footer={null}
        onCancel={close}
        destroyOnHidden
      >
        {asked === 'new' ? (
          <UploadForm lab={lab} onDone={close} />
        ) : (
          asked && <ChangeForm lab={lab} resource={asked} onDone={close} />
        )}
      </Modal>
    </>
  )
}

const columns: readonly Column<ResourceRow>[] = [
  { key: 'title', title: '标题', main: true },
  { key: 'category', title: '分类', render: (r) => r.category?.name ?? '未分类' },
  { key: 'file', title: '文件', render: (r) => `${r.file.name}（${formatBytes(r.file.bytes)}）` },
  { key: 'downloads', title: '下载次数', align: 'right' },
  { key: 'uploader', title: '上传人', phone: false },
  { key: 'createdAt', title: '上传日期', render: (r) => formatDay(r.createdAt) },
]

function useCategoryOptions(lab: LabDetail) {
  const { data } = useCategories({ params: { id: lab.serialId } })
  return (data ?? []).map((c) => ({ value: c.id, label: c.name }))
}

const { upload: rule } = resourceCalls.upload
const FileField = (props: {
  id?: string
  value?: readonly File[]
  onChange?: (files: readonly File[]) => void
}) => rule && <UploadField {...props} rule={rule} label="选择文件" />

interface UploadValues {
  title?: string
  categoryId?: number
  files?: readonly File[]
}
function UploadForm({ lab, onDone }: { lab: LabDetail; onDone: () => void }) {
  const options = useCategoryOptions(lab)
  const form = useSubmit<typeof resourceCalls.upload, UploadValues>(useUploadResource(), {
    args: ({ title, categoryId, files = [] }) => ({
      body: { labId: lab.id, ...(title && { title }), ...(categoryId && { categoryId }) },
      files,
    }),
    done: '资料已上传',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="上传资料" onCancel={onDone}>
      <Field name="files" label="文件" required>
        <FileField />
      </Field>
      <Field name="title" label="标题" hint="不填则用文件名">
        <Input maxLength={100} />
      </Field>
      <Field name="categoryId" label="分类">
        <Select options={options} allowClear placeholder="未分类" />
      </Field>
    </FormPage>
  )
}

interface ChangeValues {
  title?: string
  categoryId?: number | null
}
function ChangeForm({
  lab,
  resource: r,
  onDone,
}: {
  lab: LabDetail
  resource: ResourceRow
  onDone: () => void
}) {
  const options = useCategoryOptions(lab)
  const form = useSubmit<typeof resourceCalls.change, ChangeValues>(useChangeResource(), {
    initial: { title: r.title, categoryId: r.category?.id ?? null },
    args: ({ title = '', categoryId }) => ({
      params: { id: r.id },
      body: { title, categoryId: categoryId ?? null },
    }),
    done: '资料已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存资料" onCancel={onDone}>
      <Field name="title" label="标题">
        <Input maxLength={100} />
      </Field>
      <Field name="categoryId" label="分类">
        <Select options={options} allowClear placeholder="未分类" />
      </Field>
    </FormPage>
  )
}
