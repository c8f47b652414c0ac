import type { TestOrderDetail, TestOrderVersion } from '@portal/contract/test-order/test-order'
import { formatMinute, formatMoney } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { Period } from '../../../ui/period.tsx'
import { BillLines } from '../../price-plan/shared/bill-lines.tsx'
import { listDifferences, type Difference } from '../versions.rules.ts'
import { useCorrectTestOrder } from '../test-order.queries.ts'

/** The earlier confirmed versions, each compared with the next. */
export function Versions({ order: t }: { order: TestOrderDetail }) {
  return (
    <>
      {t.versions.map((v, i) => (
        <Version
          key={v.version}
          version={v}
          after={t.versions[i - 1] ?? { ...t, lines: t.bill.lines }}
          order={t}
        />
      ))}
    </>
  )
}

type After = Pick<TestOrderVersion, 'version' | 'lines' | 'totalFen' | 'sampleCount' | 'startAt' | 'endAt'>
function Version({
  version: v,
  after,
  order,
}: {
  version: TestOrderVersion
  after: After
  order: TestOrderDetail
}) {
  const still = after.version === order.version && order.state === 'draft'
  return (
    <Card title={`第 ${v.version} 版费用（已更正）`}>
      <Facts
        items={[
          { label: '更正原因', value: v.reason, wide: true },
          { label: '更正人', value: `${v.correctedBy.name}，${formatMinute(v.correctedAt)}` },
          {
            label: '原确认时间',
            value: `${formatMinute(v.confirmedAt)}${v.confirmedBySystem ? '（系统自动确认）' : ''}`,
          },
          { label: '原实际使用', value: v.startAt ? <Period from={v.startAt} to={v.endAt} /> : '—' },
          { label: '原样品数', value: v.sampleCount },
        ]}
      />
      <div style={{ marginBlockStart: 14 }} />
      <BillLines
        caption={`第 ${v.version} 版费用`}
        lines={v.lines}
        totalFen={v.totalFen}
        total={`第 ${v.version} 版合计`}
      />
      <h3 style={{ marginBlock: '18px 8px' }}>
        与第 {after.version} 版{still ? '（填写中）' : ''}对比
      </h3>
      <DataTable
        caption={`第 ${v.version} 版与第 ${after.version} 版对比`}
        columns={columns}
        rows={listDifferences(v, after)}
        rowKey={(d) => d.key}
      />
    </Card>
  )
}

const sign = (fen: number) => (fen > 0 ? `+${formatMoney(fen)}` : fen < 0 ? `−${formatMoney(-fen)}` : '不变')
const columns: readonly Column<Difference>[] = [
  { key: 'label', title: '项目', main: true },
  {
    key: 'before',
    title: '更正前',
    render: (d) => (d.before === null ? '—' : formatMoney(d.before)),
    align: 'right',
  },
  {
    key: 'after',
    title: '更正后',
    render: (d) => (d.after === null ? '—' : formatMoney(d.after)),
    align: 'right',
  },
  { key: 'change', title: '变化', render: (d) => sign((d.after ?? 0) - (d.before ?? 0)), align: 'right' },
]

/** Reopens a confirmed bill for correction. */
export function CorrectButton({ order: t }: { order: TestOrderDetail }) {
  const correct = useCorrectTestOrder()
  return (
    <ConfirmButton
      title="更正已确认的费用？"
      text={`测试单退回填写，原费用作为旧版本保留；更正后重新审核确认，费用增加时须付款人同意。${t.payerGone ? `付款人 ${t.payer.name} 的账号已停用：需要调高费用的，请先由实验室主任或财务更换付款人。` : ''}`}
      ok="退回更正"
      reason={{
        label: '更正原因',
        required: true,
        picks: ['样品数有误', '实际使用时间有误', '材料费有误', '优惠有误'],
      }}
      onConfirm={(reason) =>
        correct
          .run({ params: { id: t.id }, body: { reason } })
          .then(() => say('success', '已退回更正，请重新填写'))
      }
    >
      更正费用
    </ConfirmButton>
  )
}
