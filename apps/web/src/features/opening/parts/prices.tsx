import { priceTiers, priceTierWords, type PricePlanRow } from '@portal/contract/price-plan/price-plan'
import { formatDay } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { versionColumns } from '../../price-plan/shared/version-columns.tsx'
import { useEndPricePlan, usePricePlans, useWithdrawPricePlan } from '../opening.queries.ts'
import { PriceForm } from './price-form.tsx'
import { describeEnd, describeWithdrawal, listWords } from './price-values.ts'

/** All versions of a device's prices. A price is never changed; a new version replaces it. */
export function Prices({ deviceId }: { deviceId: number }) {
  const query = usePricePlans({ query: { deviceId } })
  const withdraw = useWithdrawPricePlan()
  const end = useEndPricePlan()
  const plans = query.data?.items ?? []
  const actions: readonly RowAction<PricePlanRow>[] = [
    {
      label: '撤销',
      can: 'withdraw',
      danger: true,
      confirm: (p) => ({
        title: `撤销第 ${p.version} 版？`,
        text: describeWithdrawal(p, plans),
        ok: '撤销该版本',
      }),
      run: (p) => withdraw.run({ params: { id: p.id } }).then(() => say('success', '已撤销')),
    },
    {
      label: '停用',
      can: 'end',
      danger: true,
      confirm: (p) => ({
        title: `停用第 ${p.version} 版？`,
        text: describeEnd(p, plans, formatDay(Date.now() + 86_400_000)),
        ok: '停用收费标准',
      }),
      run: (p) =>
        end
          .run({ params: { id: p.id }, body: { lastDay: formatDay(new Date()) } })
          .then(() => say('success', '已停用')),
    },
  ]
  return (
    <TableCard
      title="收费标准"
      query={query}
      rows={query.data?.items}
      columns={columns}
      actions={actions}
      add={
        query.data?.can.includes('edit') && {
          label: plans.length === 0 ? '设定收费' : '调整收费',
          title: plans.length === 0 ? '设定收费' : '调整收费：新增一版',
          width: 760,
          form: (close) => <PriceForm deviceId={deviceId} plans={plans} onDone={close} />,
        }
      }
      empty="还没有收费标准，使用该仪器不收费"
    />
  )
}

const columns: readonly Column<PricePlanRow>[] = [
  ...versionColumns,
  ...priceTiers.map((tier) => ({
    key: tier,
    title: priceTierWords[tier],
    render: (p: PricePlanRow) => listWords(p, tier),
  })),
  { key: 'note', title: '说明', phone: false },
]
