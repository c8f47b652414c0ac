import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  APPEAL_DAYS,
  violationKindWords,
  violationScopeWords,
  violationStateWords,
  type ViolationRow,
  type ViolationScope,
  type ViolationState,
} from '@portal/contract/violation/violation'
import { formatMinute, formatShort } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag, type StateTone } from '../../../ui/state-tag.tsx'
import { useEveryLab } from '../../lab/shared/lab-options.ts'
import { saveViolations, useAppeal, useDecideViolation, useViolations } from '../violation.queries.ts'

const tones: Record<ViolationState, StateTone> = {
  standing: 'active',
  appealed: 'waiting',
  upheld: 'refused',
  revoked: 'stopped',
}

const columns: readonly Column<ViolationRow>[] = [
  { key: 'device', title: '仪器', main: true, render: (v) => v.device?.name ?? '未登记' },
  { key: 'kind', title: '违约', render: (v) => violationKindWords[v.kind] },
  { key: 'at', title: '时间', sort: true, render: (v) => formatMinute(v.at) },
  {
    key: 'state',
    title: '状态',
    render: (v) => <StateTag tone={tones[v.state]} text={violationStateWords[v.state]} />,
  },
  { key: 'person', title: '违约人', render: (v) => v.person.name },
  { key: 'lab', title: '实验室', render: (v) => v.lab?.name ?? '未登记', phone: false },
  {
    key: 'fee',
    title: '费用',
    align: 'right',
    render: (v) =>
      v.fee ? (
        <Link to={to('/account/orderDetail', { id: v.fee.testOrderId })}>
          <MoneyText fen={v.fee.amountFen} />
        </Link>
      ) : (
        '无'
      ),
  },
  { key: 'why', title: '说明', render: why },
]
/** The last statement about the violation. */
function why(v: ViolationRow): ReactNode {
  if (v.decisionReason !== null) return `${v.decidedBy ?? '系统'}：${v.decisionReason}`
  if (v.appealReason !== null) return `申诉：${v.appealReason}`
  return v.can.includes('appeal') ? `${formatShort(v.appealUntil)} 前可申诉` : ''
}

const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '姓名、用户名或仪器' },
  { kind: 'select', name: 'kind', label: '违约', options: listOptions(violationKindWords) },
  { kind: 'select', name: 'labId', label: '实验室', options: useEveryLab },
  { kind: 'select', name: 'state', label: '状态', options: listOptions(violationStateWords) },
  { kind: 'days', name: 'from', until: 'to', label: '时间' },
]

/** Violations: the user's own, those of the user's labs, or all; with `id` only that one. */
export function ViolationList({
  scope,
  id,
  title,
  intro,
}: {
  scope: ViolationScope
  id?: number | undefined
  title?: string
  intro?: ReactNode
}) {
  return (
    <ListPage<ViolationRow>
      key={scope}
      title={title ?? violationScopeWords[scope]}
      rows={useViolations}
      onExport={saveViolations}
      fixed={{ scope, ...(id !== undefined && { id }) }}
      order="at desc"
      columns={scope === 'mine' ? columns.filter((c) => c.key !== 'person') : columns}
      filters={filters}
      actions={useViolationActions()}
      {...(intro !== undefined && { intro })}
      empty={{ text: scope === 'mine' ? '没有违约记录' : '没有符合条件的违约记录' }}
    />
  )
}

export function useViolationActions(): RowAction<ViolationRow>[] {
  const appeal = useAppeal()
  const decide = useDecideViolation()
  return [
    {
      label: '预约单',
      show: (v) => v.bookingId !== null,
      to: (v) => to('/appointment/orderDetail', { id: v.bookingId ?? 0 }),
    },
    {
      label: '申诉',
      can: 'appeal',
      confirm: () => ({
        title: '对这条违约提出申诉？',
        text: `由实验室主任处理，结果会通知您。违约产生 ${APPEAL_DAYS} 天内可申诉一次。`,
        ok: '提交申诉',
      }),
      reason: { label: '申诉理由', required: true },
      run: (v, reason) =>
        appeal.run({ params: { id: v.id }, body: { reason } }).then(() => say('success', '申诉已提交')),
    },
    {
      label: '撤销违约',
      can: 'revoke',
      confirm: (v) => ({
        title: `撤销${v.person.name}的违约？`,
        text: '撤销后不再计入暂停预约的次数；未结算的费用一并免除，已结算的由财务冲正。',
        ok: '撤销违约',
      }),
      reason: { label: '撤销原因', required: true },
      run: (v, reason) =>
        decide
          .run({ params: { id: v.id }, body: { verdict: 'revoke', reason } })
          .then(() => say('success', '违约已撤销')),
    },
    {
      label: '维持',
      can: 'uphold',
      confirm: (v) => ({
        title: `维持${v.person.name}的违约？`,
        text: `申诉理由：${v.appealReason ?? ''}`,
        ok: '维持违约',
      }),
      reason: { label: '维持原因', required: true },
      run: (v, reason) =>
        decide
          .run({ params: { id: v.id }, body: { verdict: 'uphold', reason } })
          .then(() => say('success', '已维持')),
    },
  ]
}
