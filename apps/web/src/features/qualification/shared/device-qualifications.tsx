import type { QualificationRow } from '@portal/contract/qualification/qualification'
import { formatDay } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { sendInParts } from '../../../lib/verdicts.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { useOpened } from '../../../ui/list/use-opened.ts'
import { Modal } from '../../../ui/modal.tsx'
import { GrantForm } from '../parts/grant-form.tsx'
import { definePeople, defineSavePeople, useWithdrawQualification } from '../qualification.queries.ts'
import { narrowedWords, QualificationTag, stateFilter, termWords } from '../qualification.words.tsx'

/** Who may operate a device alone: granted after training, renewed, withdrawn. */
export function DeviceQualifications({ deviceId, required }: { deviceId: number; required?: boolean }) {
  const withdraw = useWithdrawQualification()
  // An empty list: the form asks for new people.
  const granting = useOpened<readonly QualificationRow[]>()
  const asked = granting.about
  const takeBack = async (rows: readonly QualificationRow[], reason: string) => {
    const tell = (answers: readonly { withdrawn: number }[]) =>
      say('success', `已取消 ${answers.reduce((sum, a) => sum + a.withdrawn, 0)} 人的上机资格`)
    const send = (part: readonly QualificationRow[]) =>
      withdraw.run({ params: { deviceId }, body: { userIds: part.map((q) => q.user.id), reason } })
    tell(await sendInParts(rows, send, tell))
  }
  const reason = {
    label: '取消原因',
    required: true,
    picks: ['长期未使用', '违反操作规程', '已离校'],
    maxLength: 200,
  }
  const add = (
    <Button kind="primary" size="small" onClick={() => void granting.open([])}>
      授予资格
    </Button>
  )
  return (
    <>
      <ListPage<QualificationRow>
        plain
        title="上机资格"
        rows={definePeople(deviceId)}
        rowKey={(q) => q.user.id}
        columns={columns}
        filters={[
          { kind: 'text', name: 'keyword', label: '人员', placeholder: '姓名、拼音或用户名' },
          stateFilter,
        ]}
        intro={
          required === false && (
            <p className="muted">
              该仪器现在不要求上机资格，任何可预约的人都能自主上机；在“开放设置”中打开“须有上机资格”后，只有名单内的人可以。
            </p>
          )
        }
        extra={add}
        onExport={defineSavePeople(deviceId)}
        actions={[
          { label: '续期', can: 'renew', run: (q) => void granting.open([q]) },
          {
            label: '取消资格',
            can: 'withdraw',
            danger: true,
            confirm: (q) => ({
              title: `取消 ${q.user.name} 的上机资格？`,
              text: narrowedWords,
              ok: '取消资格',
              cancel: '保留资格',
            }),
            reason,
            run: (q, why) => takeBack([q], why),
          },
        ]}
        batch={[
          {
            label: (n) => `续期 ${n} 人`,
            can: 'renew',
            opens: true,
            run: granting.open,
          },
          {
            label: (n) => `取消 ${n} 人的资格`,
            can: 'withdraw',
            danger: true,
            confirm: (rows) => ({
              title: `取消 ${rows.length} 人的上机资格？`,
              text: narrowedWords,
              ok: `取消 ${rows.length} 人的资格`,
              cancel: '保留资格',
            }),
            reason,
            run: takeBack,
          },
        ]}
        empty={{ text: '还没有人取得上机资格：培训考核后在这里授予', action: add }}
      />
      <Modal
        open={asked !== null}
        title={asked?.length ? '上机资格续期' : '授予上机资格'}
        footer={null}
        onCancel={() => granting.shut(false)}
        destroyOnHidden
      >
        {asked && <GrantForm deviceId={deviceId} held={asked} onEnd={granting.shut} />}
      </Modal>
    </>
  )
}

const columns: readonly Column<QualificationRow>[] = [
  { key: 'user', title: '姓名', main: true, render: (q) => `${q.user.name}（${q.user.username}）` },
  { key: 'dept', title: '单位', render: (q) => q.user.deptName },
  { key: 'term', title: '有效期', width: 130, render: termWords },
  { key: 'state', title: '状态', render: (q) => <QualificationTag state={q.state} /> },
  { key: 'by', title: '授予人', render: (q) => q.grantedBy?.name },
  { key: 'at', title: '授予日期', width: 120, render: (q) => formatDay(q.grantedAt), phone: false },
  { key: 'note', title: '备注' },
]
