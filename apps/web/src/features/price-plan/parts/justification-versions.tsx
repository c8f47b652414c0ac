import { quantityWords, type JustificationRow } from '@portal/contract/price-plan/justification'
import { priceBasisWords } from '@portal/contract/price-plan/price-plan'
import { formatMoney } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink, Card, Empty } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useJustifications } from '../price-plan.queries.ts'
import { JustificationView } from './justification-view.tsx'

/** The most versions listed. */
const SHOWN = 50

/** The chosen version, by default the last one, and a list of all. */
export function Justifications({ deviceId, chosen }: { deviceId: number; chosen: number }) {
  const query = useJustifications({ query: { deviceId, page: 0, size: SHOWN } })
  if (!query.data) return <Waiting query={query} />
  const { items, can } = query.data
  const [last] = items
  const fill = can.includes('edit') && (
    <ButtonLink to={to('/osp/priceListFill', { deviceId, view: 'proof' })}>
      {last ? '填报新版本' : '填报价格论证'}
    </ButtonLink>
  )
  if (!last)
    return (
      <Card title="价格论证">
        <Empty text="还没有填报价格论证">{fill}</Empty>
      </Card>
    )
  const columns: readonly Column<JustificationRow>[] = [
    {
      key: 'version',
      title: '版本',
      main: true,
      render: (j) => (
        <ButtonLink
          kind="text"
          size="small"
          to={to('/osp/priceProofDetail', { deviceId, id: j.id })}
        >{`第 ${j.version} 版`}</ButtonLink>
      ),
    },
    { key: 'basis', title: '计费方式', render: (j) => priceBasisWords[j.basis] },
    { key: 'total', title: '年度成本', align: 'right', render: (j) => formatMoney(j.totalFen) },
    {
      key: 'unit',
      title: '单位成本',
      align: 'right',
      render: (j) => `${formatMoney(j.unitCostFen)} / ${quantityWords[j.basis].unit}`,
    },
    { key: 'meetingDay', title: '论证会日期' },
    { key: 'by', title: '填报', render: (j) => j.createdBy ?? '—' },
  ]
  return (
    <>
      <JustificationView key={chosen || last.id} id={chosen || last.id} />
      <Card title="历次论证" extra={fill}>
        <DataTable caption="历次论证" columns={columns} rows={items} rowKey={(j) => j.id} />
      </Card>
    </>
  )
}
