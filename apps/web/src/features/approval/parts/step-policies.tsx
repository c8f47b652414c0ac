import type { Policy, StepBound } from '@portal/contract/approval/approval'
import { formatMinute } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useCodeLabels } from '../../dictionary/shared/code-options.ts'
import { useChangePolicy, useRemovePolicy } from '../policy.queries.ts'
import { askedWords, namePlace, nameTimeout, type Asked } from '../policy.words.ts'

interface Line {
  key: string
  policy: Policy | null
  asked: Asked
}

interface Props {
  title: string
  /** What may be set for this step; null: everything. */
  bound: StepBound | null
  rows: readonly Policy[]
  builtIn: Asked | undefined
  /** Null: read-only. */
  onEdit: ((policy: Policy) => void) | null
}
/** The policies of one step in order of precedence, with the built-in rule last. */
export function StepPolicies({ title, bound, rows, builtIn, onEdit }: Props) {
  const types = useCodeLabels('campus_user_type')
  const change = useChangePolicy()
  const remove = useRemovePolicy()
  const lines: Line[] = [
    ...rows.map((policy) => ({ key: String(policy.id), policy, asked: policy })),
    ...(builtIn ? [{ key: 'default', policy: null, asked: builtIn }] : []),
  ]
  const userType = (p: Policy | null) => (p?.userType ? (types.get(p.userType) ?? p.userType) : '全部')
  // The list may be older than what a colleague has changed since, so only the switch is sent.
  const flip = ({ id, business, step, enabled }: Policy) =>
    change.run({ params: { id }, body: { business, step, enabled: !enabled } })
  const columns: readonly Column<Line>[] = [
    {
      key: 'place',
      title: '范围',
      main: true,
      render: ({ policy }) => (policy ? namePlace(policy) : '内置规则'),
    },
    { key: 'userType', title: '用户类型', render: ({ policy }) => userType(policy) },
    { key: 'asked', title: '要求', render: ({ asked, policy }) => askedWords(asked, policy?.fromAmountFen) },
    { key: 'timeout', title: '超时处理', render: ({ asked }) => nameTimeout(asked) },
    ...(bound?.deputy && onEdit ? [deputyColumn] : []),
    {
      key: 'enabled',
      title: '状态',
      render: ({ policy }) =>
        policy?.enabled === false ? (
          <StateTag tone="stopped" text="已停用" />
        ) : (
          <StateTag tone="done" text="生效" />
        ),
    },
    {
      key: 'updated',
      title: '最近修改',
      render: ({ policy }) => policy && `${policy.updatedBy ?? ''} ${formatMinute(policy.updatedAt)}`.trim(),
      phone: false,
    },
  ]
  const own = ({ policy }: Line) => policy !== null
  const actions: readonly RowAction<Line>[] = [
    { label: '修改', show: own, run: ({ policy }) => policy && onEdit?.(policy) },
    {
      label: ({ policy }) => (policy?.enabled ? '停用' : '启用'),
      show: own,
      run: ({ policy }) =>
        policy && flip(policy).then(() => say('success', policy.enabled ? '配置已停用' : '配置已启用')),
    },
    {
      label: '删除',
      show: own,
      danger: true,
      confirm: () => ({
        title: '删除这条审核配置？',
        text: '已在等待审核的事项不受影响，此后按其余配置判断。',
        ok: '删除配置',
      }),
      run: ({ policy }) =>
        policy && remove.run({ params: { id: policy.id } }).then(() => say('success', '配置已删除')),
    },
  ]
  return (
    <Card title={title}>
      {bound && (
        <p className="muted" style={{ marginBottom: 8 }}>
          {bound.why}
        </p>
      )}
      <DataTable
        caption={title}
        columns={columns}
        rows={lines}
        rowKey={(l) => l.key}
        {...(onEdit && { actions })}
      />
    </Card>
  )
}

const deputyColumn: Column<Line> = {
  key: 'deputy',
  title: '代理人',
  render: ({ policy }) => policy?.deputy?.name ?? '—',
}
