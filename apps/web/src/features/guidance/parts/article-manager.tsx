import { useState, type ReactNode } from 'react'
import type { RowOf } from '../../../lib/query.ts'
import { edit } from '@portal/contract/kernel/permissions'
import type { guidanceCalls } from '@portal/contract/guidance/guidance'
import { formatMinute } from '../../../lib/format.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { saveArticles, useArticles, useRemoveArticle } from '../guidance.queries.ts'
import { ChangeArticle, CreateArticle } from './article-form.tsx'

const writers = ['CONTENT_MANAGE_PAGE', ...edit('GUIDE')] as const
type Row = RowOf<typeof guidanceCalls.list>

/** The help articles for their authors. */
export function ArticleManager({ title, intro }: { title: string; intro: ReactNode }) {
  const writes = useHolds(writers)
  const [asked, setAsked] = useState<'new' | number | null>(null)
  const remove = useRemoveArticle()
  const close = () => setAsked(null)
  return (
    <>
      <ListPage<Row>
        title={title}
        rows={useArticles}
        onExport={saveArticles}
        columns={columns}
        filters={[{ kind: 'text', name: 'keyword', label: '关键词', placeholder: '标题或正文中的字' }]}
        intro={intro}
        extra={
          writes && (
            <Button kind="primary" onClick={() => setAsked('new')}>
              新增帮助文章
            </Button>
          )
        }
        actions={[
          { label: '修改', show: () => writes, run: (a) => setAsked(a.id) },
          {
            label: '删除',
            show: () => writes,
            danger: true,
            confirm: (a) => ({ title: `删除“${a.title}”？`, text: '删除后不能恢复。', ok: '删除文章' }),
            run: (a) => remove.run({ params: { id: a.id } }).then(() => say('success', '帮助文章已删除')),
          },
        ]}
        empty={{ text: '还没有帮助文章' }}
      />
      <Modal
        open={asked !== null}
        title={asked === 'new' ? '新增帮助文章' : '修改帮助文章'}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={860}
      >
        {asked === 'new' && <CreateArticle onDone={close} />}
        {typeof asked === 'number' && <ChangeArticle id={asked} onDone={close} />}
      </Modal>
    </>
  )
}

const columns: readonly Column<Row>[] = [
  { key: 'title', title: '标题', main: true },
  { key: 'link', title: '办理入口', phone: false },
  { key: 'sort', title: '排序', align: 'right' },
  { key: 'updatedAt', title: '修改时间', render: (a) => formatMinute(a.updatedAt) },
]
