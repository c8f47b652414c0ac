import { useSearchParams } from 'react-router'
import { coverageWords, type Coverage, type DemonstratedRow } from '@portal/contract/price-plan/demonstrate'
import { priceTiers, priceTierWords } from '@portal/contract/price-plan/price-plan'
import { formatYuan } from '@portal/contract/kernel/money'
import { EMPTY } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'
import { Estimate } from '../parts/estimate.tsx'
import { saveDemonstrated, useDemonstrated } from '../price-plan.queries.ts'
import { RateLines } from '../parts/rate-lines.tsx'

/**
 * 收费测算: the prices of all instruments with their reasons; with `deviceId` in the address, an estimate for
 * one.
 */
export default function DemonstratePage() {
  const deviceId = Number(useSearchParams()[0].get('deviceId')) || 0
  if (deviceId) return <Estimate key={deviceId} deviceId={deviceId} />
  return (
    <ListPage<DemonstratedRow>
      title="收费测算"
      rows={useDemonstrated}
      rowKey={(r) => r.device.id}
      columns={columns}
      filters={[
        { kind: 'text', name: 'keyword', label: '仪器', placeholder: '名称、编号、拼音或首字母' },
        {
          kind: 'select',
          name: 'proof',
          label: '价格论证',
          options: [
            { value: 'has', label: '有论证' },
            { value: 'none', label: '无论证' },
          ],
        },
      ]}
      actions={[
        { label: '测算费用', to: (r) => to('/open-sharing/fee-demonstrate', { deviceId: r.device.id }) },
        {
          label: '论证详情',
          show: (r) => r.proof !== null,
          to: (r) => to('/osp/priceProofDetail', { deviceId: r.device.id }),
        },
        {
          label: '填报论证',
          can: 'edit',
          to: (r) => to('/osp/priceListFill', { deviceId: r.device.id, view: 'proof' }),
        },
      ]}
      onExport={saveDemonstrated}
      empty={{ text: '还没有共享的仪器。仪器由实验室在“开放设置”中开放共享后列在这里' }}
    />
  )
}

const tones = {
  unpriced: 'draft',
  unjustified: 'waiting',
  other_basis: 'waiting',
  covers: 'done',
  below: 'refused',
} as const satisfies Record<Coverage, string>
const columns: readonly Column<DemonstratedRow>[] = [
  {
    key: 'name',
    title: '仪器',
    main: true,
    render: (r) => <TwoLines first={r.device.name} second={r.device.serialId} />,
  },
  { key: 'lab', title: '实验室', render: (r) => r.lab.name },
  ...priceTiers.map((tier): Column<DemonstratedRow> => ({
    key: tier,
    title: `${priceTierWords[tier]}价格`,
    render: (r) => <RateLines plans={r.plans} tier={tier} />,
  })),
  {
    key: 'meetingDay',
    title: '论证日期',
    optional: true,
    render: (r) => r.proof?.meetingDay ?? EMPTY,
  },
  {
    key: 'coverage',
    title: '价格与成本',
    render: (r) => (
      <TwoLines
        first={<StateTag tone={tones[r.coverage]} text={coverageWords[r.coverage]} />}
        second={r.proof && `单位成本 ¥${formatYuan(r.proof.unitCostFen)}`}
      />
    ),
  },
]
