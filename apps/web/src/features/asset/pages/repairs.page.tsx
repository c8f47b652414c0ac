import { useSearchParams } from 'react-router'
import { repairOrderStateWords } from '@portal/contract/asset/asset'
import { assetCalls } from '@portal/contract/asset/calls'
import { repairNumber } from '@portal/contract/asset/parts'
import type { RepairOrderRow } from '@portal/contract/asset/repair'
import { formatShort } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { pickSeen, sayInParts } from '../../../lib/verdicts.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import type { BatchAction } from '../../../ui/list/row-actions.tsx'
import { sinceColumn } from '../../../ui/list/since-column.ts'
import { useOpened } from '../../../ui/list/use-opened.ts'
import { MoneyText } from '../../../ui/money-text.tsx'
import { ProcessPage } from '../../../ui/process/process-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { saveRepairOrders, useRefuseMany, useRepairOrders } from '../asset.queries.ts'
import { repairRefusalPicks, repairTag } from '../asset.words.ts'
import { AssetNav } from '../shared/asset-nav.tsx'
import { repair } from '../shared/repair.process.tsx'
import { AssignMany } from '../parts/assign-many.tsx'
import { assetFilters as f, deviceColumn, labColumn } from '../parts/columns.tsx'
import { PrintedRepair } from '../parts/repair-sheet.tsx'

/**
 * With `id` one order, with `view=print` for paper; without it, orders that the user reported, repairs or
 * whose devices they keep.
 */
export default function RepairsPage() {
  const [search] = useSearchParams()
  const id = Number(search.get('id')) || 0
  if (!id) return <List />
  return search.get('view') === 'print' ? (
    <PrintedRepair id={id} />
  ) : (
    <ProcessPage key={id} process={repair} id={id} />
  )
}

const columns: readonly Column<RepairOrderRow>[] = [
  { key: 'number', title: '报修单', main: true, sort: 'id', width: 130, render: (o) => o.number },
  deviceColumn<RepairOrderRow>(),
  labColumn<RepairOrderRow>(),
  {
    key: 'fault',
    title: '故障现象',
    render: (o) =>
      `${o.urgent ? '【紧急】' : ''}${o.fault.length > 40 ? `${o.fault.slice(0, 40)}…` : o.fault}`,
  },
  { key: 'reporter', title: '报修人', render: (o) => o.reporter.name, phone: false },
  { key: 'assignee', title: '维修负责人', render: (o) => o.assignee?.name ?? '—', phone: false },
  { key: 'cost', title: '费用', align: 'right', render: (o) => <MoneyText fen={o.costFen} />, phone: false },
  { key: 'state', title: '状态', render: (o) => <StateTag {...repairTag(o.state)} /> },
  { key: 'createdAt', title: '报修时间', width: 120, render: (o) => formatShort(o.createdAt), phone: false },
  { ...sinceColumn, optional: true },
]

/** Only an assigned order has taken its instrument out of use. */
function describeRefusal(rows: readonly RepairOrderRow[]): string {
  const back = rows.some((o) => o.state === 'assigned')
  return `报修单将结束，${back ? '已派单的仪器恢复可用状态，' : ''}并通知报修人。`
}

function useBatch(assign: BatchAction<RepairOrderRow>['run']): BatchAction<RepairOrderRow>[] {
  const refuse = useRefuseMany()
  return [
    { label: (n) => `派单 ${n} 张`, can: 'assign', opens: true, run: assign },
    {
      label: (n) => `不予维修 ${n} 张`,
      can: 'refuse',
      danger: true,
      confirm: (rows) => ({
        title: `${rows.length} 张报修单不予维修？`,
        text: describeRefusal(rows),
        ok: `不予维修 ${rows.length} 张`,
      }),
      reason: { label: '原因', required: true, picks: repairRefusalPicks },
      run: (rows, reason) =>
        sayInParts(
          rows,
          (part) => refuse.run({ body: { reason, items: part.map(pickSeen) } }),
          '结束',
          repairNumber,
        ),
    },
  ]
}

function List() {
  const assigning = useOpened<readonly RepairOrderRow[]>()
  const batch = useBatch(assigning.open)
  useLive(['me', 'inbox'], [assetCalls.repairOrders])
  const ask = (
    <ButtonLink kind="primary" to={to('/osp/asset/label', { do: 'report' })}>
      报修
    </ButtonLink>
  )
  return (
    <>
      <ListPage<RepairOrderRow>
        title="报修维修"
        rows={useRepairOrders}
        intro={<AssetNav />}
        columns={columns}
        filters={[
          f.keyword,
          f.scope,
          { kind: 'select', name: 'state', label: '状态', options: listOptions(repairOrderStateWords) },
          {
            kind: 'select',
            name: 'urgent',
            label: '紧急程度',
            options: [
              { value: 'true', label: '紧急' },
              { value: 'false', label: '一般' },
            ],
          },
          f.lab,
          { ...f.days, label: '报修日期' },
        ]}
        actions={[
          {
            label: (o) => (o.can.length ? '处理' : '查看'),
            to: (o) => to('/osp/asset/repairs', { id: o.id }),
          },
          { label: '打印', to: (o) => to('/osp/asset/repairs', { id: o.id, view: 'print' }) },
        ]}
        batch={batch}
        onExport={saveRepairOrders}
        extra={ask}
        empty={{ text: '没有报修：仪器出现故障时扫描标签即可报修', action: ask }}
      />
      <AssignMany orders={assigning.about} onEnd={assigning.shut} />
    </>
  )
}
