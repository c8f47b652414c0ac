import { Link } from 'react-router'
import { priceTierWords } from '@portal/contract/price-plan/price-plan'
import { tableKeyWords, type UseRow } from '@portal/contract/statistics/statistics'
import { ledgerKindWords, natureWords } from '@portal/contract/use-ledger/use-ledger'
import { EMPTY, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { ButtonLink } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ExportButton } from '../../../ui/list/export-button.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { saveUses, useTable, useUses } from '../statistics.queries.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { ChoiceBar, OtherPeriods } from './choice-bar.tsx'
import { measureColumn } from './measure-columns.tsx'
import type { Choice } from './use-choice.ts'
import { WeekHeat } from './week-heat.tsx'

/** The uses behind an instrument's figures: over the hours of the week, and each with its booking. */
export function UseList({ device, choice }: { device: string; choice: Choice }) {
  const { data } = useTable({ query: { ...choice.asked, by: 'device', deviceId: device } })
  const about = data?.items[0]
  return (
    <ListPage<UseRow>
      title="使用记录明细"
      extra={
        <ButtonLink to={to('/statistic/device-statistic', choice.kept)} icon="back">
          返回仪器统计
        </ButtonLink>
      }
      intro={
        <>
          <ChoiceBar choice={choice} />
          <p className="statistics-about">
            <span>
              仪器：
              {about ? (
                <Link to={to('/dashboard/deviceDetail', { id: about.key })}>
                  {about.name}（{about.about?.serialId}）
                </Link>
              ) : (
                '所选仪器'
              )}
            </span>
            {choice.asked.labId && <span className="muted">只列所选实验室的使用</span>}
            <AsOf at={data?.asOf} />
          </p>
          <WeekHeat device={device} choice={choice} />
        </>
      }
      rows={useUses}
      fixed={{ ...choice.asked, deviceId: device }}
      columns={columns}
      actions={actionsOnUse}
      onExport={saveUses}
      whole={(query) => (
        <ExportButton
          small
          format="csv"
          save={(transfer) => saveUses({ ...query, format: 'csv' }, transfer)}
        />
      )}
      empty={{ text: '该仪器在所选期间没有使用记录', action: <OtherPeriods choice={choice} /> }}
    />
  )
}

const columns: readonly Column<UseRow>[] = [
  { key: 'begunAt', title: '开始时间', main: true, render: (r) => formatMinute(r.begunAt) },
  // All uses of the list are in one laboratory, unless the instrument was moved.
  { key: 'lab', title: '实验室', render: (r) => r.lab.name, phone: false, optional: true },
  {
    key: 'user',
    title: '使用人与付款人',
    render: (r) => <TwoLines first={r.user?.name ?? EMPTY} second={nameOtherPayer(r)} />,
  },
  { key: 'kind', title: tableKeyWords.kind, render: (r) => ledgerKindWords[r.kind] },
  {
    key: 'nature',
    title: `${tableKeyWords.nature}与${tableKeyWords.tier}`,
    render: (r) => <TwoLines first={natureWords[r.nature]} second={priceTierWords[r.tier]} />,
  },
  { key: 'project', title: '课题' },
  measureColumn('reservedMinutes'),
  measureColumn('workingMinutes'),
  measureColumn('samples'),
  measureColumn('incomeFen'),
]
/** The payer's name, if it differs from the user's. */
const nameOtherPayer = (r: UseRow): string | null =>
  r.payer && r.payer.name !== r.user?.name ? `${r.payer.name} 付款` : null
export const actionsOnUse: readonly RowAction<UseRow>[] = [
  {
    label: '查看预约单',
    show: (r) => r.bookingId !== null,
    to: (r) => to('/appointment/orderDetail', { id: r.bookingId }),
  },
]
/** Columns for uses of several instruments. */
export const pivotUseColumns: readonly Column<UseRow>[] = [
  ...columns.slice(0, 1),
  {
    key: 'device',
    title: '仪器与实验室',
    render: (r) => <TwoLines first={r.device.name} second={r.lab.name} />,
  },
  ...columns.slice(1).filter((c) => c.key !== 'lab'),
]
