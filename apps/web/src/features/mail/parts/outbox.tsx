import { useState, type ReactNode } from 'react'
import { mailStateWords, type MailRow, type MailState } from '@portal/contract/mail/mail'
import { formatMinute, formatSecond } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { saveOutbox, useMailSetting, useOutbox, useRetryMail } from '../mail.queries.ts'

const tone: Record<MailState, StateTone> = { waiting: 'waiting', sent: 'done', failed: 'refused' }

/** Every mail: sent, waiting for a retry, or given up. */
export function Outbox({ intro }: { intro: ReactNode }) {
  const [open, setOpen] = useState<MailRow | null>(null)
  const retry = useRetryMail()
  const setting = useMailSetting().data
  const again = (rows: readonly MailRow[]) =>
    retry.run({ body: { ids: rows.map((m) => m.id) } }).then(({ retried }) => {
      const rest = retried < rows.length ? '，其余正在发送或已经发送' : ''
      say('success', `${retried} 封邮件已重新提交发送${rest}`)
    })
  const idle = setting && (setting.source === 'none' || !setting.enabled)
  return (
    <>
      <ListPage<MailRow>
        title="系统邮箱"
        rows={useOutbox}
        onExport={saveOutbox}
        columns={columns}
        filters={[
          { kind: 'text', name: 'keyword', label: '邮件', placeholder: '收件人或主题' },
          {
            kind: 'select',
            name: 'state',
            label: '状态',
            options: Object.entries(mailStateWords).map(([value, label]) => ({ value, label })),
          },
        ]}
        intro={
          <>
            {intro}
            {idle && (
              <p className="form-note" role="status">
                邮件服务器尚未设置或已停用，邮件在此等待，不会丢失。
              </p>
            )}
          </>
        }
        actions={[
          { label: '查看', run: setOpen },
          { label: '再次发送', can: 'retry', run: (m) => again([m]) },
        ]}
        batch={[{ label: (n) => `再次发送 ${n} 封`, can: 'retry', run: again }]}
        empty={{ text: '还没有邮件' }}
      />
      <Modal
        open={open !== null}
        title="邮件"
        footer={null}
        onCancel={() => setOpen(null)}
        destroyOnHidden
        width={680}
      >
        {open && (
          <Facts
            items={[
              { label: '收件人', value: open.to },
              {
                label: '状态',
                value: <StateTag tone={tone[open.state]} text={mailStateWords[open.state]} />,
              },
              { label: '主题', value: open.subject, wide: true },
              {
                label: '正文',
                value: <span style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{open.body}</span>,
                wide: true,
              },
              { label: '提交时间', value: formatSecond(open.createdAt) },
              { label: '尝试次数', value: open.attempts },
              open.sentAt && { label: '发送时间', value: formatSecond(open.sentAt) },
              open.nextAt && { label: '下次尝试', value: formatSecond(open.nextAt) },
              open.lastError && {
                label: '最近错误',
                value: <span style={{ overflowWrap: 'anywhere' }}>{open.lastError}</span>,
                wide: true,
              },
            ]}
          />
        )}
      </Modal>
    </>
  )
}

const columns: readonly Column<MailRow>[] = [
  { key: 'subject', title: '主题', main: true },
  { key: 'to', title: '收件人' },
  {
    key: 'state',
    title: '状态',
    render: (m) => <StateTag tone={tone[m.state]} text={mailStateWords[m.state]} />,
  },
  { key: 'attempts', title: '尝试', align: 'right' },
  { key: 'createdAt', title: '提交时间', render: (m) => formatMinute(m.createdAt) },
  { key: 'sentAt', title: '发送时间', render: (m) => m.sentAt && formatMinute(m.sentAt), phone: false },
  { key: 'nextAt', title: '下次尝试', render: (m) => m.nextAt && formatMinute(m.nextAt), phone: false },
]
