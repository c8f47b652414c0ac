import { Input, Radio, Select } from 'antd'
import {
  audienceWords,
  downloadCalls,
  type Download,
  type DownloadAudience,
  type DownloadCategory,
  type DownloadType,
} from '@portal/contract/download/download'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { UploadField } from '../../../ui/form/upload-field.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import { uploadOf, useChangeDownload, useReplaceFile } from '../download.queries.ts'

interface Values {
  categoryId?: number
  title?: string
  audience?: DownloadAudience
  documentNo?: string | null
  issuer?: string | null
  issuedOn?: string | null
  file?: readonly File[]
}
interface Props {
  type: DownloadType
  categories: readonly DownloadCategory[]
  onDone: () => void
}
const makeBody = ({ file: _file, ...v }: Values) => ({
  ...v,
  categoryId: v.categoryId ?? 0,
  title: v.title ?? '',
})

export function CreateDownload({ type, categories, onDone }: Props) {
  const useUpload = uploadOf[type]
  const form = useSubmit<typeof downloadCalls.upload, Values>(useUpload(), {
    initial: { audience: 'everybody', ...(categories[0] && { categoryId: categories[0].id }) },
    args: (v) => ({ body: makeBody(v), files: [...(v.file ?? [])] }),
    done: '文件已上传',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="上传" onCancel={onDone} columns={2}>
      <Field name="file" label="文件" wide required>
        <OneFile
          onPicked={(name) => {
            // The file's name as the default title; a typed title stays.
            if (!form.antd.getFieldValue('title'))
              form.antd.setFieldValue('title', name.replace(/\.[^.]*$/, '').slice(0, 100))
          }}
        />
      </Field>
      <Fields type={type} categories={categories} />
    </FormPage>
  )
}

export function ChangeDownload({ type, categories, download: d, onDone }: Props & { download: Download }) {
  const form = useSubmit<typeof downloadCalls.change, Values>(useChangeDownload(), {
    initial: {
      categoryId: d.category.id,
      title: d.title,
      audience: d.audience,
      documentNo: d.documentNo,
      issuer: d.issuer,
      issuedOn: d.issuedOn,
    },
    args: (v) => ({ params: { id: d.id }, body: makeBody(v) }),
    done: '已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存修改" onCancel={onDone} columns={2}>
      <Fields type={type} categories={categories} />
    </FormPage>
  )
}

/** Replaces the file; the entry stays, with its links, name and count. */
export function ReplaceFile({ download: d, onDone }: { download: Download; onDone: () => void }) {
  const form = useSubmit<typeof downloadCalls.replace, Pick<Values, 'file'>>(useReplaceFile(), {
    initial: {},
    args: (v) => ({ params: { id: d.id }, files: [...(v.file ?? [])] }),
    done: '文件已替换',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="替换文件" onCancel={onDone}>
      <Field
        name="file"
        label="新文件"
        required
        hint={`替换“${d.fileName}”；名称、分类、链接与 ${d.downloads} 次下载计数不变。`}
      >
        <OneFile />
      </Field>
    </FormPage>
  )
}

function Fields({ type, categories }: Pick<Props, 'type' | 'categories'>) {
  return (
    <>
      <Field name="title" label="名称" wide>
        <Input maxLength={100} />
      </Field>
      <Field
        name="categoryId"
        label="分类"
        hint={categories.length ? undefined : '还没有分类，请先在“分类管理”中新增'}
      >
        <Select options={categories.map((c) => ({ value: c.id, label: c.name }))} placeholder="请选择分类" />
      </Field>
      <Field name="audience" label="可见范围">
        <Radio.Group options={Object.entries(audienceWords).map(([value, label]) => ({ value, label }))} />
      </Field>
      {type === 1 && (
        <>
          <Field name="documentNo" label="文号">
            <Input maxLength={60} />
          </Field>
          <Field name="issuer" label="发文单位">
            <Input maxLength={60} />
          </Field>
          <Field name="issuedOn" label="发文日期">
            <DayInput />
          </Field>
        </>
      )}
    </>
  )
}

interface FileProps {
  id?: string
  value?: readonly File[]
  onChange?: (files: readonly File[]) => void
  onPicked?: (name: string) => void
}
function OneFile({ onChange, onPicked, ...props }: FileProps) {
  const rule = downloadCalls.upload.upload
  const take = (files: readonly File[]) => {
    onChange?.(files)
    if (files[0]) onPicked?.(files[0].name)
  }
  return rule && <UploadField {...props} rule={rule} onChange={take} />
}
