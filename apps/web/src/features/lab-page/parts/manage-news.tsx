import { Link } from 'react-router'
import type { LabDetail } from '@portal/contract/lab/lab'
import type { LabNewsRow } from '@portal/contract/notice/lab-news'
import { noticeKindWords, noticeStateWords, type NoticeState } from '@portal/contract/notice/notice'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { useNewsList, useRemoveNews, useSetNewsState } from '../lab-page.queries.ts'

const tones: Record<NoticeState, StateTone> = { draft: 'draft', published: 'done', withdrawn: 'stopped' }

/** All news of a lab with their actions. */
export function ManageNews({ lab }: { lab: LabDetail }) {
  const setState = useSetNewsState()
  const remove = useRemoveNews()
  const step = (n: LabNewsRow, state: 'published' | 'withdrawn') =>
    setState
      .run({ body: { id: n.id, state } })
      .then(() => say('success', state === 'published' ? '已发布' : '已撤回'))
  const columns: readonly Column<LabNewsRow>[] = [
    {
      key: 'title',
      title: '标题',
      main: true,
      render: (n) => (
        <Link to={to('/lab/notice-detail', { serialId: lab.serialId, id: n.id })}>
          {n.pinned ? `［置顶］${n.title}` : n.title}
        </Link>
      ),
    },
    { key: 'kind', title: '类型', render: (n) => noticeKindWords[n.kind] },
    {
      key: 'state',
      title: '状态',
      render: (n) => (
        <StateTag
          tone={waits(n) ? 'waiting' : tones[n.state]}
          text={waits(n) ? '定时发布' : noticeStateWords[n.state]}
        />
      ),
    },
    { key: 'publishAt', title: '发布时间', render: (n) => formatMinute(n.publishAt) },
    { key: 'author', title: '作者', phone: false },
    { key: 'views', title: '阅读', align: 'right' },
  ]
  return (
    <ListPage<LabNewsRow>
      plain
      title="实验室动态"
      rows={useNewsList}
      fixed={{ labId: lab.serialId }}
      columns={columns}
      filters={[
        { kind: 'text', name: 'keyword', label: '关键词', placeholder: '标题或正文中的字' },
        { kind: 'select', name: 'state', label: '状态', options: listOptions(noticeStateWords) },
        { kind: 'select', name: 'kind', label: '类型', options: listOptions(noticeKindWords) },
      ]}
      extra={
        <ButtonLink kind="primary" size="small" to={to('/lab/editDynamic', { serialId: lab.serialId })}>
          新写动态
        </ButtonLink>
      }
      actions={[
        {
          label: '编辑',
          can: 'edit',
          to: (n) => to('/lab/editDynamic', { serialId: lab.serialId, dynamicId: n.id }),
        },
        { label: '发布', can: 'publish', run: (n) => step(n, 'published') },
        {
          label: '撤回',
          can: 'withdraw',
          confirm: (n) => ({
            title: `撤回“${n.title}”？`,
            text: '撤回后只有本实验室的主任和管理员可以看到，可以再次发布。',
            ok: '撤回动态',
          }),
          run: (n) => step(n, 'withdrawn'),
        },
        {
          label: '删除',
          can: 'remove',
          danger: true,
          confirm: (n) => ({ title: `删除“${n.title}”？`, text: '删除后不能恢复。', ok: '删除动态' }),
          run: (n) => remove.run({ params: { id: n.id } }).then(() => say('success', '动态已删除')),
        },
      ]}
      empty={{ text: '还没有动态' }}
    />
  )
}

const waits = (n: LabNewsRow): boolean =>
  n.state === 'published' && n.publishAt !== null && new Date(n.publishAt) > new Date()
