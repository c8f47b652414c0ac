import { useState } from 'react'
import {
  recipients,
  recipientWords,
  type DistributionRow,
  type RecipientRow,
  type ShareRow,
} from '@portal/contract/finance-report/finance-report'
import type { Page } from '@portal/contract/kernel/page'
import { view } from '@portal/contract/kernel/permissions'
import { useHolds } from '../../../lib/session.ts'
import { AsOf } from '../../../ui/as-of.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { Card, Skeleton } from '../../../ui/light.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { TwoLines } from '../../../ui/list/two-lines.tsx'
import { Modal } from '../../../ui/modal.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import {
  removeShare,
  saveDistribution,
  saveReceived,
  useDistribution,
  useReceived,
  useShares,
} from '../finance-report.queries.ts'
import { AddShare, ChangeShare } from './share-form.tsx'
import type { Choice } from './use-period.ts'

/** The division of the net income: shares, amounts, and their basis. */
export function Division({ choice }: { choice: Choice }) {
  const year = Number(choice.from.slice(0, 4))
  return (
    <div className="finance">
      {useHolds(view('FINANCIAL')) && <Shares year={year} />}
      <Card title="按受益方">
        <ListPage<RecipientRow>
          title="按受益方"
          plain
          prefix="recipient"
          rows={useReceived}
          rowKey={(r) => r.key}
          fixed={{ ...choice.asked }}
          columns={recipientColumns}
          note={({ asOf }: Page<RecipientRow> & { asOf?: string }) => <AsOf at={asOf} />}
          onExport={saveReceived}
          empty={{ text: '所选期间没有可分配的收入，可以在上方换一个期间' }}
        />
      </Card>
      <Card title="按月份、实验室与仪器分类">
        <p className="muted">
          分配比例依次为学校、院系、实验室、机组。每一行的净收入按比例分到分，除不尽的余数归尾数最大的一方，各方之和总等于净收入。冲正按原收入年度的比例退回。
        </p>
        <ListPage<DistributionRow>
          title="收入分配表"
          plain
          rows={useDistribution}
          rowKey={(r) => r.key}
          fixed={{ ...choice.asked }}
          columns={columns}
          onExport={saveDistribution}
          note={({ asOf }: DividedPage) => <AsOf at={asOf} />}
          last={({ sum }: DividedPage) => sum && { ...TOTAL, ...sum }}
          empty={{ text: '所选期间没有可分配的收入，可以在上方换一个期间' }}
        />
      </Card>
    </div>
  )
}
type Sum = Pick<DistributionRow, 'amountFen' | 'central' | 'college' | 'lab' | 'operator' | 'unset'>
type DividedPage = Page<DistributionRow> & { sum?: Sum; asOf?: string }
const NOBODY = { id: 0, name: '' }
const TOTAL = {
  key: '',
  month: '',
  dept: NOBODY,
  labOf: { id: 0, name: '合计' },
  category: null,
  year: 0,
  parts: null,
}

const recipientColumns: readonly Column<RecipientRow>[] = [
  { key: 'name', title: '名称', main: true },
  { key: 'recipient', title: '受益方', render: (r) => (r.recipient ? recipientWords[r.recipient] : '') },
  { key: 'amountFen', title: '金额', align: 'right', render: (r) => <MoneyText fen={r.amountFen} /> },
]
const columns: readonly Column<DistributionRow>[] = [
  { key: 'month', title: '月份' },
  {
    key: 'labOf',
    title: '实验室与单位',
    main: true,
    render: (r) => <TwoLines first={r.labOf.name} second={r.dept.name} />,
  },
  {
    key: 'category',
    title: '仪器分类与比例',
    render: (r) => r.key !== '' && <TwoLines first={r.category} second={r.parts ?? '未设置比例'} />,
  },
  { key: 'amountFen', title: '净收入', align: 'right', render: (r) => <MoneyText fen={r.amountFen} /> },
  ...recipients.map((p): Column<DistributionRow> => ({
    key: `${p}Fen`,
    title: recipientWords[p],
    align: 'right',
    render: (r) => <MoneyText fen={r[p]} />,
  })),
  { key: 'unset', title: '未设比例', align: 'right', render: (r) => <MoneyText fen={r.unset} /> },
]

function Shares({ year }: { year: number }) {
  const query = useShares({ query: { year } })
  const [changing, setChanging] = useState<ShareRow | null>(null)
  const { data, error, refetch } = query
  if (error && !data) return <PageError error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton rows={3} height={28} />
  return (
    <>
      <TableCard<ShareRow>
        title={`${year} 年度分配比例`}
        rows={data.items}
        columns={shareColumns}
        actions={[
          { label: '修改', can: 'edit', run: (r) => setChanging(r) },
          {
            label: '删除',
            can: 'remove',
            danger: true,
            confirm: (r) => ({ title: `删除“${nameShare(r)}”的分配比例？`, ok: '删除比例' }),
            run: (r) => removeShare.run({ params: { id: r.id } }),
          },
        ]}
        add={
          data.can.includes('add') && {
            label: '新增比例',
            title: `新增 ${year} 年度分配比例`,
            form: (close) => <AddShare year={year} onDone={close} />,
          }
        }
        empty="该年度还没有设置分配比例。请先新增通用比例，未设置时不能月结"
      />
      <Modal
        open={changing !== null}
        title={changing ? `修改“${nameShare(changing)}”的分配比例` : ''}
        footer={null}
        destroyOnHidden
        onCancel={() => setChanging(null)}
      >
        {changing && <ChangeShare key={changing.id} share={changing} onDone={() => setChanging(null)} />}
      </Modal>
    </>
  )
}
const nameShare = (r: ShareRow): string =>
  [r.dept?.name, r.category?.name].filter((n) => n !== undefined).join(' · ') || '通用'
const shareColumns: readonly Column<ShareRow>[] = [
  { key: 'for', title: '适用', main: true, render: nameShare },
  ...recipients.map((p): Column<ShareRow> => ({
    key: p,
    title: recipientWords[p],
    align: 'right',
    render: (r) => <span className="num">{(r.parts[p] / 100).toFixed(2)}%</span>,
  })),
]
