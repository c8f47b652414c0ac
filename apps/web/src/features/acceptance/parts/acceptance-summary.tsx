import { Link } from 'react-router'
import {
  acceptanceScaleWords,
  pieceVerdictWords,
  signVerdictWords,
  type AcceptanceDetail,
} from '@portal/contract/acceptance/acceptance'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { ImportPrices } from '../../purchase/shared/import-prices.tsx'
import { PictureCard } from './pictures.tsx'

/** All facts on which an acceptance is judged; while it is edited, only those that the form does not show. */
export function AcceptanceSummary({
  acceptance: a,
  editing = false,
}: {
  acceptance: AcceptanceDetail
  editing?: boolean
}) {
  return (
    <>
      <Card title="验收信息">
        <Facts
          items={[
            {
              label: '申购',
              value: (
                <Link to={to('/osp/subscribe/subscribeFill', { id: a.purchase.id })}>{a.purchase.title}</Link>
              ),
            },
            { label: '规模', value: acceptanceScaleWords[a.scale] },
            { label: '合同编号', value: a.contractNumber },
            { label: '供应商', value: a.supplier?.name },
            { label: '验收人', value: `${a.receiver.name}（${a.dept.name}）` },
            { label: '本次验收金额', value: <MoneyText fen={a.totalFen} strong /> },
            a.contractFen !== a.totalFen && { label: '合同总额', value: <MoneyText fen={a.contractFen} /> },
            !editing && { label: '验收地点', value: a.place },
            !editing && { label: '验收日期', value: a.acceptedOn },
            !editing && { label: '验收结论', value: a.conclusion, wide: true },
            a.reason !== null && {
              label: a.state === 'cancelled' ? '取消原因' : '退回原因',
              value: a.reason,
              wide: true,
            },
          ]}
        />
      </Card>
      <ImportPrices items={a.imports} />
      {!editing && (
        <>
          <Card title={`设备（${a.pieces.length} 台）`}>
            <DataTable caption="设备" columns={pieceColumns} rows={a.pieces} rowKey={(p) => p.id} />
          </Card>
          <Card title="检查项目">
            <DataTable caption="检查项目" columns={checkColumns} rows={a.checks} rowKey={(c) => c.item} />
          </Card>
          <PictureCard acceptance={a} />
        </>
      )}
      {a.members.length > 0 && (!editing || a.members.some((m) => m.signedAt)) && (
        <Card title="会签">
          <DataTable caption="会签" columns={memberColumns} rows={a.members} rowKey={(m) => m.user.id} />
        </Card>
      )}
    </>
  )
}

const pieceColumns: readonly Column<AcceptanceDetail['pieces'][number]>[] = [
  { key: 'name', title: '名称', main: true },
  { key: 'model', title: '型号规格', render: (p) => [p.model, p.spec].filter(Boolean).join('；') || '—' },
  {
    key: 'manufacturer',
    title: '厂家',
    render: (p) => [p.manufacturer, p.country].filter(Boolean).join('，') || '—',
  },
  {
    key: 'suppliedNumber',
    title: '出厂编号',
    render: (p) =>
      p.factoryNumber && p.factoryNumber !== p.suppliedNumber
        ? `${p.factoryNumber}（供应商填写 ${p.suppliedNumber ?? '—'}）`
        : (p.suppliedNumber ?? '—'),
  },
  { key: 'priceFen', title: '合同单价', align: 'right', render: (p) => <MoneyText fen={p.priceFen} /> },
  { key: 'verdict', title: '结果', render: (p) => (p.verdict ? pieceVerdictWords[p.verdict] : '—') },
  { key: 'reason', title: '退回原因' },
]
const checkColumns: readonly Column<AcceptanceDetail['checks'][number]>[] = [
  { key: 'label', title: '项目', main: true },
  { key: 'ok', title: '结果', render: (c) => (c.ok === null ? '—' : c.ok ? '合格' : '不合格') },
  { key: 'note', title: '说明' },
]
const memberColumns: readonly Column<AcceptanceDetail['members'][number]>[] = [
  { key: 'user', title: '姓名', main: true, render: (m) => m.user.name },
  { key: 'dept', title: '单位' },
  { key: 'duty', title: '分工' },
  { key: 'verdict', title: '意见', render: (m) => (m.verdict ? signVerdictWords[m.verdict] : '待会签') },
  { key: 'opinion', title: '说明' },
  { key: 'signedAt', title: '时间', render: (m) => (m.signedAt ? formatMinute(m.signedAt) : '—') },
]
