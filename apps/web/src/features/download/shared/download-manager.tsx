import { audienceWords, type Download, type DownloadType } from '@portal/contract/download/download'
import { edit } from '@portal/contract/kernel/permissions'
import { useState, type ReactNode } from 'react'
import { EMPTY, formatBytes, formatDay } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Allowed } from '../../../ui/allowed.tsx'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { CategoryEditor } from '../parts/category-editor.tsx'
import { ChangeDownload, CreateDownload, ReplaceFile } from '../parts/download-form.tsx'
import { saveDownloads, useCategories, useDownloads, useRemoveDownload } from '../download.queries.ts'

interface Props {
  title: string
  type: DownloadType
  /** Noun for the files: 资料, 政策文件. */
  what: string
  /** Between title and filters, such as tabs. */
  intro?: ReactNode
  /** Further buttons beside the title. */
  extra?: ReactNode
}
const guides = ['CONTENT_MANAGE_PAGE', ...edit('GUIDE')] as const
type Asked = { what: 'new' | 'categories' } | { what: 'change' | 'file'; download: Download }

/** Manages files of one type with their categories: upload, edit, remove. */
export function DownloadManager({ title, type, what, intro, extra }: Props) {
  const [asked, setAsked] = useState<Asked | null>(null)
  const remove = useRemoveDownload()
  const { data: categories } = useCategories({ query: { type } })
  const close = () => setAsked(null)
  const items = categories?.items ?? []
  const titles: Record<Asked['what'], string> = {
    new: `上传${what}`,
    categories: '分类管理',
    change: `修改${what}`,
    file: '替换文件',
  }
  return (
    <>
      <ListPage<Download>
        title={title}
        rows={useDownloads}
        onExport={saveDownloads}
        fixed={{ type }}
        columns={type === 1 ? policies : columns}
        filters={[
          {
            kind: 'text',
            name: 'keyword',
            label: '名称',
            placeholder: type === 1 ? '名称或文号' : '名称中的字',
          },
          {
            kind: 'select',
            name: 'categoryId',
            label: '分类',
            options: items.map((c) => ({ value: c.id, label: c.name })),
          },
        ]}
        intro={intro}
        extra={
          <>
            {extra}
            <Allowed codes={type === 2 ? edit('DOWNLOAD') : guides}>
              <Button onClick={() => setAsked({ what: 'categories' })}>分类管理</Button>
              <Button kind="primary" icon="upload" onClick={() => setAsked({ what: 'new' })}>
                上传{what}
              </Button>
            </Allowed>
          </>
        }
        actions={[
          { label: '修改', can: 'change', run: (download) => setAsked({ what: 'change', download }) },
          { label: '替换文件', can: 'change', run: (download) => setAsked({ what: 'file', download }) },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (d) => ({
              title: `删除“${d.title}”？`,
              text: '文件一并删除，不能恢复。',
              ok: `删除${what}`,
            }),
            run: (d) => remove.run({ params: { id: d.id } }).then(() => say('success', `${what}已删除`)),
          },
        ]}
        empty={{ text: `还没有${what}` }}
      />
      <Modal
        open={asked !== null}
        title={asked && titles[asked.what]}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={680}
      >
        {asked?.what === 'new' && <CreateDownload type={type} categories={items} onDone={close} />}
        {asked?.what === 'categories' && <CategoryEditor type={type} categories={items} />}
        {asked?.what === 'change' && (
          <ChangeDownload type={type} categories={items} download={asked.download} onDone={close} />
        )}
        {asked?.what === 'file' && <ReplaceFile download={asked.download} onDone={close} />}
      </Modal>
    </>
  )
}

const columns: readonly Column<Download>[] = [
  { key: 'title', title: '名称', main: true },
  { key: 'category', title: '分类', render: (d) => d.category.name },
  {
    key: 'fileName',
    title: '文件',
    render: (d) => <TwoLines first={d.fileName} second={formatBytes(d.bytes)} />,
    phone: false,
  },
  { key: 'audience', title: '可见范围', render: (d) => audienceWords[d.audience] },
  { key: 'downloads', title: '下载次数', align: 'right' },
  { key: 'createdAt', title: '上传日期', render: (d) => formatDay(d.createdAt) },
]
const policyColumns: readonly Column<Download>[] = [
  { key: 'documentNo', title: '文号' },
  {
    key: 'issuer',
    title: '发文单位与日期',
    render: (d) => <TwoLines first={d.issuer ?? EMPTY} second={d.issuedOn} />,
  },
]
/** A policy is identified by name and number, so its file name is hidden by default. */
const policies = columns.flatMap((c) =>
  c.key === 'title' ? [c, ...policyColumns] : [c.key === 'fileName' ? { ...c, optional: true as const } : c],
)
