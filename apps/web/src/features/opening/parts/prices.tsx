import {
  priceTiers,
  priceTierWords,
  type PricePlanRow,
  type PriceTier,
} from '@portal/contract/price-plan/price-plan'
import { formatDay } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { rateWords } from '../../price-plan/shared/rate-words.ts'
import { versionColumns } from '../../price-plan/shared/version-columns.tsx'
import { useEndPricePlan, usePricePlans, useWithdrawPricePlan } from '../opening.queries.ts'
import { PriceForm } from './price-form.tsx'

/** All versions of a device's prices. A price is never changed; a new version replaces it. */
export function Prices({ deviceId }: { deviceId: number }) {
  const query = usePricePlans({ query: { deviceId } })
  const withdraw = useWithdrawPricePlan()
  const end = useEndPricePlan()
  const actions: readonly RowAction<PricePlanRow>[] = [
    {
      label: '撤销',
      can: 'withdraw',
      danger: true,
      confirm: (p) => ({
        title: `撤销第 ${p.version} 版？`,
        text: '尚未生效，撤销后上一版继续有效。',
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
        text: '今天是最后一天，明天起没有收费标准，使用不收费；已报的价不变。',
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
          label: query.data.items.length === 0 ? '设定收费' : '调整收费',
          title: query.data.items.length === 0 ? '设定收费' : '调整收费：新增一版',
          width: 760,
          form: (close) => (
            <PriceForm deviceId={deviceId} first={query.data.items.length === 0} onDone={close} />
          ),
        }
      }
      empty="还没有收费标准，使用该仪器不收费"
    />
  )
}

/** A dept without its own price pays the campus price; any other tier without a price is not served. */
const listWords = ({ basis, rates }: PricePlanRow, tier: PriceTier): string =>
  rates[tier] ? rateWords(basis, rates[tier]) : tier === 'dept' && rates.campus ? '同校内' : '不服务'

const columns: readonly Column<PricePlanRow>[] = [
  ...versionColumns,
  ...priceTiers.map((tier) => ({
    key: tier,
    title: priceTierWords[tier],
    render: (p: PricePlanRow) => listWords(p, tier),
  })),
  { key: 'note', title: '说明', phone: false },
]
