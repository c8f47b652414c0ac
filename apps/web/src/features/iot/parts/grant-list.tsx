import { useState, type ReactNode } from 'react'
import { iotActors } from '@portal/contract/iot/iot'
import { grantKindWords, type GrantKind, type GrantRow } from '@portal/contract/iot/door-access'
import { formatMinute } from '../../../lib/format.ts'
import { useHolds } from '../../../lib/session.ts'
import { say } from '../../../lib/tell.ts'
import { Button } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Filter } from '../../../ui/list/filters.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { saveGrants, useGrants, withdrawGrant } from '../iot.queries.ts'
import { GrantTag } from '../iot.words.tsx'
import { formatDayMinute, GrantForm } from './grant-form.tsx'

/** Grants to enter without a booking; for switches, overrides that keep them on. */
export function GrantList({ kind, intro, title }: { kind?: GrantKind; intro: ReactNode; title: string }) {
  const mayAct = useHolds(iotActors)
  const [adding, setAdding] = useState(false)
  if (adding) return <GrantForm override={kind === 'override'} onDone={() => setAdding(false)} />
  return (
    <ListPage<GrantRow>
      title={title}
      rows={useGrants}
      columns={columns}
      filters={filters}
      fixed={kind ? { kind } : {}}
      onExport={saveGrants}
      intro={intro}
      extra={
        mayAct && (
          <Button kind="primary" onClick={() => setAdding(true)}>
            {kind === 'override' ? '新增手动供电' : '新增授权'}
          </Button>
        )
      }
      actions={[
        {
          label: '收回',
          can: 'withdraw',
          danger: true,
          confirm: (g) => ({
            title: `收回${g.person ? `“${g.person.name}”的` : ''}${grantKindWords[g.kind]}授权？`,
            text: '网关在线时立即生效；离线的网关恢复通信后生效。',
            ok: '收回授权',
          }),
          reason: { label: '收回原因', required: true, maxLength: 200 },
          run: async (g, reason) => {
            await withdrawGrant.run({ params: { id: g.id }, body: { reason } })
            say('success', '授权已收回')
          },
        },
      ]}
      empty={{ text: '没有授权' }}
    />
  )
}
const filters: readonly Filter[] = [
  { kind: 'text', name: 'keyword', label: '关键词', placeholder: '人员、设备或原因' },
  { kind: 'flag', name: 'over', label: '包括已失效' },
]
const columns: readonly Column<GrantRow>[] = [
  { key: 'unit', title: '设备', main: true, render: (g) => g.unit.name },
  { key: 'kind', title: '类型', render: (g) => grantKindWords[g.kind] },
  { key: 'person', title: '人员', render: (g) => g.person?.name },
  { key: 'from', title: '开始', render: (g) => formatMinute(g.from) },
  { key: 'to', title: '结束', render: (g) => (g.to ? formatMinute(g.to) : '长期') },
  {
    key: 'weekdays',
    title: '周期',
    render: (g) =>
      g.weekdays &&
      `周${g.weekdays.map((d) => '一二三四五六日'[d - 1]).join('')} ${formatDayMinute(g.fromMinute)}–${formatDayMinute(g.toMinute)}`,
  },
  { key: 'reason', title: '原因' },
  { key: 'by', title: '授权人', render: (g) => g.grantedBy.name, phone: false },
  { key: 'state', title: '状态', render: (g) => <GrantTag grant={g} /> },
]
