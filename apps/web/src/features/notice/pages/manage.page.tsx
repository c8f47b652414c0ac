import {
  noticeAudienceWords,
  noticeKindWords,
  noticeStageWords,
  type ManagedNotice,
  type NoticeStage,
} from '@portal/contract/notice/notice'
import { Link } from 'react-router'
import { edit } from '@portal/contract/kernel/permissions'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { Allowed } from '../../../ui/allowed.tsx'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import {
  saveNotices,
  useManagedNotices,
  usePublishNotice,
  useRemoveNotice,
  useWithdrawNotice,
} from '../notice.queries.ts'

const tones: Record<NoticeStage, StateTone> = {
  draft: 'draft',
  scheduled: 'waiting',
  published: 'done',
  withdrawn: 'stopped',
}
const writers = edit('NOTICE_MSG')

/** The notices for their authors. */
export default function ManageNoticesPage() {
  const [publish, withdraw, remove] = [usePublishNotice(), useWithdrawNotice(), useRemoveNotice()]
  return (
    <ListPage<ManagedNotice>
      title="通知公告"
      rows={useManagedNotices}
      onExport={saveNotices}
      columns={columns}
      filters={[
        { kind: 'text', name: 'keyword', label: '关键词', placeholder: '标题或正文中的字' },
        { kind: 'select', name: 'state', label: '状态', options: listOptions(noticeStageWords) },
        { kind: 'select', name: 'kind', label: '类型', options: listOptions(noticeKindWords) },
      ]}
      extra={
        <Allowed codes={writers}>
          <ButtonLink kind="primary" to="/content/notice-add">
            新增公告
          </ButtonLink>
        </Allowed>
      }
      actions={[
        { label: '编辑', can: 'change', to: (n) => to('/content/notice-add', { id: n.id }) },
        {
          label: '发布',
          can: 'publish',
          confirm: (n) => ({
            title: `立即发布“${n.title}”？`,
            text: `发布后${noticeAudienceWords[n.audience]}即可看到。`,
            ok: '立即发布',
          }),
          run: (n) => publish.run({ params: { id: n.id } }).then(() => say('success', '公告已发布')),
        },
        {
          label: '撤回',
          can: 'withdraw',
          confirm: (n) => ({
            title: `撤回“${n.title}”？`,
            text: '撤回后前台不再显示，附件也不能再下载；可以修改后再次发布。',
            ok: '撤回公告',
          }),
          run: (n) => withdraw.run({ params: { id: n.id } }).then(() => say('success', '公告已撤回')),
        },
        {
          label: '删除',
          can: 'remove',
          danger: true,
          confirm: (n) => ({
            title: `删除“${n.title}”？`,
            text: '正文、图片与附件一并删除，不能恢复。',
            ok: '删除公告',
          }),
          run: (n) => remove.run({ query: { id: n.id } }).then(() => say('success', '公告已删除')),
        },
      ]}
      empty={{ text: '还没有公告' }}
    />
  )
}

const columns: readonly Column<ManagedNotice>[] = [
  {
    key: 'title',
    title: '标题',
    main: true,
    render: (n) => (
      <Link to={to('/content/notice-add', { id: n.id })}>{n.pinned ? `［置顶］${n.title}` : n.title}</Link>
    ),
  },
  { key: 'kind', title: '类型', render: (n) => noticeKindWords[n.kind] },
  {
    key: 'state',
    title: '状态',
    render: (n) => <StateTag tone={tones[n.state]} text={noticeStageWords[n.state]} />,
  },
  { key: 'audience', title: '可见范围', render: (n) => noticeAudienceWords[n.audience] },
  { key: 'publishAt', title: '发布时间', render: (n) => formatMinute(n.publishAt) },
  { key: 'author', title: '作者', phone: false },
  { key: 'views', title: '阅读', align: 'right' },
  { key: 'updatedAt', title: '修改时间', render: (n) => formatMinute(n.updatedAt), phone: false },
]
