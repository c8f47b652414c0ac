import { Link } from 'react-router'
import { messageCalls, messageKindWords, type Message } from '@portal/contract/message/message'
import { formatMinute } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { say } from '../../../lib/tell.ts'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { SupplierTenders } from '../../tender/shared/supplier-tenders.tsx'
import { useNews, useReadNews } from '../supplier.queries.ts'

const kinds = (['tender', 'supplier', 'delivery', 'system'] as const).map((value) => ({
  value,
  label: messageKindWords[value],
}))

/** Messages to a supplier: invitations to tender, results, papers and deliveries. */
export default function NoticePage() {
  const read = useReadNews()
  useLive(['me'], [messageCalls.page])
  return (
    <ListPage<Message>
      title="通知"
      rows={useNews}
      columns={columns}
      intro={<SupplierTenders />}
      filters={[
        { kind: 'select', name: 'kind', label: '类型', options: kinds },
        { kind: 'flag', name: 'unread', label: '只看未读' },
      ]}
      actions={[
        { label: '查看', show: (m) => m.link !== null, to: (m) => m.link ?? '' },
        {
          label: '标为已读',
          show: (m) => m.readAt === null,
          run: (m) => read.run({ body: { ids: [m.id] } }).then(() => say('success', '已标为已读')),
        },
      ]}
      empty={{ text: '还没有通知：收到报价邀请、结果和供货要求时会在这里提醒' }}
    />
  )
}

const columns: readonly Column<Message>[] = [
  {
    key: 'title',
    title: '标题',
    main: true,
    render: (m) => (m.link ? <Link to={m.link}>{m.title}</Link> : m.title),
  },
  { key: 'body', title: '内容' },
  { key: 'kind', title: '类型', render: (m) => messageKindWords[m.kind] },
  { key: 'createdAt', title: '时间', render: (m) => formatMinute(m.createdAt) },
  {
    key: 'readAt',
    title: '状态',
    render: (m) => (
      <StateTag {...(m.readAt ? { tone: 'stopped', text: '已读' } : { tone: 'waiting', text: '未读' })} />
    ),
  },
]
