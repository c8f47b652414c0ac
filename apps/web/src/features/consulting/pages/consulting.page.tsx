import { consultingStateWords, type ConsultingRow } from '@portal/contract/consulting/consulting'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { AskForm } from '../parts/ask-form.tsx'
import { CategoryEditor } from '../parts/category-editor.tsx'
import { Question } from '../parts/question.tsx'
import { saveQuestions, useCategories, useQuestions } from '../consulting.queries.ts'
import { nameAsker } from '../consulting.words.ts'

/** Questions and answers; users with the right answer here. With `id` in the address, one question. */
export default function ConsultingPage() {
  const [search] = useSearchParams()
  const [asked, setAsked] = useState<'question' | 'categories' | null>(null)
  const query = useCategories({}, { staleTime: 30_000 })
  const { data } = query
  const categories = data?.items ?? []
  const none = data?.items.length === 0
  const manages = data?.can.includes('manage')
  const id = Number(search.get('id'))
  if (Number.isSafeInteger(id) && id > 0) return <Question key={id} id={id} />
  const close = () => setAsked(null)
  return (
    <>
      <ListPage<ConsultingRow>
        title="咨询服务"
        rows={useQuestions}
        onExport={saveQuestions}
        columns={columns}
        filters={[
          { kind: 'text', name: 'keyword', label: '关键词', placeholder: '标题或描述中的字' },
          {
            kind: 'select',
            name: 'categoryId',
            label: '分类',
            options: categories.map((c) => ({ value: c.id, label: `${c.name}（${c.count}）` })),
          },
          {
            kind: 'select',
            name: 'state',
            label: '状态',
            options: Object.entries(consultingStateWords).map(([value, label]) => ({ value, label })),
          },
          { kind: 'flag', name: 'mine', label: '只看我提的' },
        ]}
        extra={
          <>
            {manages && <Button onClick={() => setAsked('categories')}>分类与答复人</Button>}
            <Button kind="primary" disabled={none} onClick={() => setAsked('question')}>
              我要咨询
            </Button>
          </>
        }
        empty={{
          text: !none
            ? '还没有咨询，有问题请点“我要咨询”'
            : manages
              ? '还没有咨询分类，请在“分类与答复人”中添加'
              : '还没有开设咨询分类，暂时不能咨询',
        }}
      />
      <Modal
        open={asked !== null}
        title={asked === 'categories' ? '分类与答复人' : '我要咨询'}
        footer={null}
        onCancel={close}
        destroyOnHidden
        width={680}
      >
        {asked === 'question' &&
          (data ? <AskForm categories={categories} onDone={close} /> : <Waiting query={query} />)}
        {asked === 'categories' && <CategoryEditor categories={categories} />}
      </Modal>
    </>
  )
}

const columns: readonly Column<ConsultingRow>[] = [
  {
    key: 'title',
    title: '问题',
    main: true,
    render: (c) => <Link to={to('/osp/consulting', { id: c.id })}>{c.title}</Link>,
  },
  { key: 'category', title: '分类', render: (c) => c.category.name },
  {
    key: 'state',
    title: '状态',
    render: (c) => (
      <StateTag tone={c.state === 'answered' ? 'done' : 'waiting'} text={consultingStateWords[c.state]} />
    ),
  },
  { key: 'asker', title: '提问人', render: nameAsker },
  { key: 'shared', title: '公开', render: (c) => (c.shared ? '公开' : '不公开') },
  { key: 'askedAt', title: '提问时间', render: (c) => formatMinute(c.askedAt) },
  { key: 'answeredAt', title: '答复时间', render: (c) => formatMinute(c.answeredAt) },
  { key: 'views', title: '浏览', align: 'right' },
]
