import { Link } from 'react-router'
import { deviceFundingWords, devicePurposeWords } from '@portal/contract/device/body'
import { sharesWords } from '@portal/contract/purchase/sources'
import { paymentWords, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { openingTag } from '../../opening/shared/opening-tag.ts'
import { StateTag } from '../../../ui/state-tag.tsx'
import { DossierButton } from '../shared/dossier-button.tsx'

/** All facts on which an order is judged; while it is edited, only those that the form does not show. */
export function StockInSummary({ order: s, editing = false }: { order: StockInDetail; editing?: boolean }) {
  return (
    <>
      <SharingCard order={s} />
      <Card title="入库信息">
        <Facts
          items={[
            {
              label: '申购',
              value: (
                <Link to={to('/osp/subscribe/subscribeFill', { id: s.purchase.id })}>{s.purchase.title}</Link>
              ),
            },
            {
              label: '验收单',
              value: s.opensAcceptance ? (
                <Link to={to('/osp/storage/acceptanceAutoInfo', { id: s.acceptance.id })}>
                  {s.acceptance.number}
                </Link>
              ) : (
                s.acceptance.number
              ),
            },
            { label: '合同编号', value: s.contractNumber },
            { label: '供应商', value: s.supplier?.name },
            { label: '申购人', value: `${s.requester.name}（${s.dept.name}）` },
            { label: '本单金额', value: <MoneyText fen={s.totalFen} strong /> },
            s.contractFen !== s.totalFen && { label: '合同总额', value: <MoneyText fen={s.contractFen} /> },
            { label: '经费', value: sharesWords(s.shares) },
            !editing && { label: '支付方式', value: s.payment && paymentWords[s.payment] },
            s.reimbursedAt !== null && {
              label: '报销确认',
              value: `${s.reimbursedBy?.name ?? ''} ${formatMinute(s.reimbursedAt)}`,
            },
            s.voucherNumber !== null && { label: '凭证号', value: s.voucherNumber },
            s.paidOn !== null && { label: '付款日期', value: s.paidOn },
            s.storedAt !== null && {
              label: '正式入库',
              value: `${s.storedBy?.name ?? ''} ${formatMinute(s.storedAt)}`,
            },
            !editing && s.remark !== null && { label: '备注', value: s.remark, wide: true },
            s.reason !== null && { label: '退回原因', value: s.reason, wide: true },
          ]}
        />
      </Card>
      {!editing && (
        <>
          <Card title={`设备（${s.pieces.length} 台）`}>
            <DataTable caption="设备" columns={pieceColumns} rows={s.pieces} rowKey={(p) => p.id} />
          </Card>
          <Card title={`发票（${s.invoices.length} 张）`}>
            <DataTable caption="发票" columns={invoiceColumns} rows={s.invoices} rowKey={(v) => v.id} />
            <p className="muted">
              发票合计 <MoneyText fen={s.invoicedFen} />
              ，本单金额 <MoneyText fen={s.totalFen} />
              {s.invoicedFen === s.totalFen ? '，一致。' : '，不一致！'}
            </p>
          </Card>
        </>
      )}
    </>
  )
}

/** After storing: what is left until the instruments can be booked, and who does it. */
function SharingCard({ order: s }: { order: StockInDetail }) {
  const devices = s.pieces.filter((p) => p.readiness !== null)
  if (devices.length === 0) return null
  const left = devices.filter((p) => !p.readiness?.bookable)
  const others = left.filter((p) => !p.opens)
  return (
    <Card title="共享预约">
      <p className="muted">
        {left.length === 0
          ? '都已开放，全校可以预约。'
          : `还有 ${left.length} 台不能预约：设置开放时段和收费，指定审核员，再设为共享。`}
        {others.length > 0 &&
          `由${[...new Set(others.map((p) => p.lab?.name ?? ''))].join('、')}的主任或管理员设置，他们已收到通知。`}
      </p>
      <DataTable caption="共享预约" columns={sharingColumns} rows={devices} rowKey={(p) => p.id} />
    </Card>
  )
}
const sharingColumns: readonly Column<StockInDetail['pieces'][number]>[] = [
  { key: 'name', title: '仪器', main: true },
  { key: 'assetNumber', title: '资产编号' },
  { key: 'lab', title: '实验室', render: (p) => p.lab?.name ?? '—' },
  {
    key: 'readiness',
    title: '状态',
    render: (p) => p.readiness && <StateTag {...openingTag(p.readiness)} />,
  },
  {
    key: 'way',
    title: '下一步',
    render: (p) =>
      p.readiness?.bookable && p.deviceId ? (
        <Link to={to('/dashboard/deviceDetail', { id: p.deviceId })}>查看与预约</Link>
      ) : p.opens && p.deviceId ? (
        <Link to={to('/open-sharing/open-set', { deviceId: p.deviceId })}>设置开放、收费和共享</Link>
      ) : (
        '等待实验室设置'
      ),
  },
]

const pieceColumns: readonly Column<StockInDetail['pieces'][number]>[] = [
  {
    key: 'name',
    title: '名称',
    main: true,
    render: (p) =>
      p.deviceId ? <Link to={to('/dashboard/deviceDetail', { id: p.deviceId })}>{p.name}</Link> : p.name,
  },
  { key: 'assetNumber', title: '资产编号' },
  { key: 'model', title: '型号规格', render: (p) => [p.model, p.spec].filter(Boolean).join('；') || '—' },
  { key: 'suppliedNumber', title: '出厂编号' },
  { key: 'priceFen', title: '单价', align: 'right', render: (p) => <MoneyText fen={p.priceFen} /> },
  {
    key: 'lab',
    title: '实验室',
    render: (p) => [p.lab?.name, p.room?.name].filter(Boolean).join('，') || '—',
  },
  { key: 'keeper', title: '保管人', render: (p) => p.keeper?.name ?? '—' },
  { key: 'category', title: '分类', render: (p) => p.category?.name ?? '—' },
  {
    key: 'use',
    title: '使用方向',
    render: (p) =>
      [p.purpose && devicePurposeWords[p.purpose], p.funding && deviceFundingWords[p.funding]]
        .filter(Boolean)
        .join('，') || '—',
  },
  {
    key: 'dossier',
    title: '建档资料',
    render: (p) => (p.deviceId ? <DossierButton deviceId={p.deviceId} name={p.name} small /> : '—'),
  },
]
const invoiceColumns: readonly Column<StockInDetail['invoices'][number]>[] = [
  { key: 'number', title: '发票号码', main: true },
  { key: 'code', title: '发票代码' },
  { key: 'issuedOn', title: '开票日期' },
  { key: 'amountFen', title: '金额', align: 'right', render: (v) => <MoneyText fen={v.amountFen} strong /> },
  { key: 'taxFen', title: '税额', align: 'right', render: (v) => <MoneyText fen={v.taxFen} /> },
  {
    key: 'file',
    title: '文件',
    render: (v) => (v.file ? <FileList files={[v.file]} label={`发票 ${v.number}`} /> : '—'),
  },
]
