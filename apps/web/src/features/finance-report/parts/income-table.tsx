import { useSearchParams } from 'react-router'
import {
  amountWords,
  reportKeys,
  reportKeyWords,
  type ReportKey,
  type ReportRow,
  type Sums,
} from '@portal/contract/finance-report/finance-report'
import type { Page } from '@portal/contract/kernel/page'
import { AsOf } from '../../../ui/as-of.tsx'
import { Choose } from '../../../ui/form/choose.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { listOptions } from '../../../ui/list/options.ts'
import { saveTable, useTable } from '../finance-report.queries.ts'
import { CUSTOM, cutMonth } from '../period.rules.ts'
import { moneyColumns } from './money-columns.tsx'
import type { Choice } from './use-period.ts'
import { Words } from './words.tsx'

type TablePage = Page<ReportRow> & { sum?: Sums; asOf?: string }
interface Props {
  choice: Choice
  link: (query: Record<string, string>) => string
}
const filterOf: Record<Exclude<ReportKey, 'month'>, string> = {
  dept: 'deptId',
  lab: 'labId',
  device: 'deviceId',
  payer: 'payerId',
  payerDept: 'payerDeptId',
  fee: 'fee',
  way: 'way',
  tier: 'tier',
}

/** Income by a chosen dimension; each row links to its entries. */
export function IncomeTable({ choice, link }: Props) {
  const [search] = useSearchParams()
  const by = reportKeys.find((k) => k === search.get('by')) ?? 'lab'
  const listRows = (r: ReportRow) =>
    by === 'month'
      ? link({ view: 'entries', period: CUSTOM, ...cutMonth(r.key, choice) })
      : link({ view: 'entries', [filterOf[by]]: r.key || '0' })
  return (
    <ListPage<ReportRow>
      title="收入报表"
      plain
      intro={
        <>
          <div className="no-print">
            <Choose
              label="按"
              value={by}
              options={listOptions(reportKeyWords)}
              onChoose={(next) => choice.choose({ by: next, order: undefined, order_by: undefined })}
              after={<span className="muted">汇总</span>}
            />
          </div>
          <Words words={amountWords} />
        </>
      }
      rows={useTable}
      rowKey={(r) => r.key}
      fixed={{ ...choice.asked, by }}
      order={by === 'month' ? 'key asc' : 'netFen desc'}
      columns={[
        { key: 'name', title: reportKeyWords[by], main: true },
        ...(by === 'device'
          ? [
              { key: 'serialId', title: '资产编号', render: (r: ReportRow) => r.about?.serialId },
              { key: 'lab', title: '实验室', render: (r: ReportRow) => r.about?.lab },
            ]
          : []),
        ...moneyColumns<keyof Sums, ReportRow>(amountWords, { sorts: true }),
      ]}
      actions={[{ label: '明细', to: listRows }]}
      note={({ asOf }: TablePage) => <AsOf at={asOf} />}
      last={({ sum }: TablePage) => sum && { ...sum, key: '', name: '合计', about: null }}
      onExport={saveTable}
      empty={{ text: '所选期间没有收支，可以在上方换一个期间' }}
    />
  )
}
