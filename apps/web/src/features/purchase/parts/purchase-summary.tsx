import { Link } from 'react-router'
import { panelKindWords, panelStateWords } from '@portal/contract/panel/panel'
import { purchaseMethodWords } from '@portal/contract/purchase/purchase'
import {
  listImported,
  warrantyWords,
  type PurchaseDetail,
  type PurchaseItem,
} from '@portal/contract/purchase/rows'
import { sourceWords } from '@portal/contract/purchase/sources'
import { formatDay, formatMinute } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Card, Empty } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { ImportPrices } from '../shared/import-prices.tsx'
import { PreciousCases } from '../shared/precious-cases.tsx'
import './purchase.css'

/** All facts on which a purchase is judged. */
export function PurchaseSummary({ purchase: p }: { purchase: PurchaseDetail }) {
  return (
    <>
      <Card title="申购信息">
        <Facts
          items={[
            { label: '申购名称', value: p.title },
            { label: '申购人', value: p.requester.name },
            { label: '单位', value: p.dept.name },
            { label: '预算合计', value: <MoneyText fen={p.budgetFen} strong /> },
            { label: '采购方式', value: p.method && purchaseMethodWords[p.method] },
            {
              label: '论证',
              value:
                [p.precious && '贵重仪器', p.imported && '进口设备'].filter(Boolean).join('、') || '不需要',
            },
            { label: '拟安置实验室', value: p.lab?.name },
            p.expectedOn !== null && { label: '期望到货', value: p.expectedOn },
            p.submittedAt !== null && { label: '提交时间', value: formatMinute(p.submittedAt) },
            { label: '经费来源', value: p.sources.length > 0 && <Sources purchase={p} />, wide: true },
            {
              label: '购置理由',
              value: p.purpose && <span style={{ whiteSpace: 'pre-line' }}>{p.purpose}</span>,
              wide: true,
            },
            p.remark !== null && { label: '备注', value: p.remark, wide: true },
            p.reason !== null && { label: '原因', value: p.reason, wide: true },
          ]}
        />
      </Card>
      <Card title={`设备（${p.items.length} 项）`}>
        <DataTable caption="设备" columns={itemColumns} rows={p.items} rowKey={(i) => i.id} />
      </Card>
      <ImportPrices items={listImported(p.items)} />
      <PreciousCases items={p.items} />
      <Card title="材料">{p.papers.length ? <Papers purchase={p} /> : <Empty text="没有上传材料" />}</Card>
      {p.panels.length > 0 && <Panels purchase={p} />}
      {(p.quotes.length > 0 || p.award) && <Sourcing purchase={p} />}
    </>
  )
}

const Sources = ({ purchase: p }: { purchase: PurchaseDetail }) => (
  <ul className="source-lines">
    {p.sources.map((s, i) => (
      <li key={i}>
        {sourceWords(s)}，<MoneyText fen={s.amountFen} strong />
      </li>
    ))}
  </ul>
)

const nameItem = (i: PurchaseItem) => (
  <>
    {i.imported ? `${i.name}（进口）` : i.name}
    {i.englishName && <small className="item-english">{i.englishName}</small>}
  </>
)
const itemColumns: readonly Column<PurchaseItem>[] = [
  { key: 'name', title: '设备', main: true, render: nameItem },
  { key: 'model', title: '型号', render: (i) => i.model ?? '—' },
  {
    key: 'maker',
    title: '厂家与国别',
    render: (i) => [i.manufacturer, i.country].filter(Boolean).join('，') || '—',
  },
  { key: 'category', title: '分类', render: (i) => i.category?.name ?? '—', phone: false },
  { key: 'spec', title: '规格与技术要求', render: (i) => i.spec ?? '—', phone: false },
  {
    key: 'basis',
    title: '价格依据与理由',
    render: (i) => [i.priceBasis, i.justification].filter(Boolean).join('；') || '—',
  },
  { key: 'quantity', title: '数量', align: 'right' },
  {
    key: 'unitPriceFen',
    title: '预算单价',
    align: 'right',
    render: (i) => <MoneyText fen={i.unitPriceFen} />,
  },
  {
    key: 'sum',
    title: '小计',
    align: 'right',
    render: (i) => <MoneyText fen={i.unitPriceFen * i.quantity} strong />,
  },
  {
    key: 'contract',
    title: '合同单价',
    align: 'right',
    render: (i) => (i.contractPriceFen === null ? '—' : <MoneyText fen={i.contractPriceFen} />),
  },
]

function Papers({ purchase: p }: { purchase: PurchaseDetail }) {
  return (
    <Facts
      items={[...Map.groupBy(p.papers, (x) => x.kindLabel)].map(([label, files]) => ({
        label,
        value: <FileList files={files} label={label} />,
        wide: true,
      }))}
    />
  )
}

/** The valid expert panels, and the voided ones. */
export const Panels = ({ purchase: p }: { purchase: PurchaseDetail }) => (
  <Card title="专家论证">
    <DataTable
      caption="专家论证"
      rows={p.panels}
      rowKey={(x) => x.id}
      columns={[
        {
          key: 'kind',
          title: '论证',
          main: true,
          render: (x) => (
            <Link
              to={to(
                x.kind === 'import'
                  ? '/osp/subscribe/entranceVerifyFill'
                  : '/osp/subscribe/preciousDeviceVerify',
                { id: x.id },
              )}
            >
              {panelKindWords[x.kind]}
            </Link>
          ),
        },
        { key: 'state', title: '状态', render: (x) => panelStateWords[x.state] },
        { key: 'signed', title: '已签署', align: 'right', render: (x) => `${x.signed} / ${x.experts} 人` },
        { key: 'createdAt', title: '发起日期', render: (x) => formatDay(x.createdAt) },
      ]}
    />
  </Card>
)

const Bond = ({
  fen,
  percent,
  returned,
}: {
  fen: number
  percent: number | null
  returned: string | null
}) => (
  <>
    <MoneyText fen={fen} />
    {percent !== null && `（合同金额的 ${percent}%）`}
    {returned !== null && `，${returned}`}
  </>
)

const Pieces = ({ count, fen }: { count: number; fen: number }) => (
  <>
    {count} 台，
    <MoneyText fen={fen} />
  </>
)

/** Quotes, award and contract. */
function Sourcing({ purchase: p }: { purchase: PurchaseDetail }) {
  return (
    <Card title="采购结果">
      {p.quotes.length > 0 && (
        <DataTable
          caption="报价"
          rows={p.quotes}
          rowKey={(q) => q.supplier.id}
          columns={[
            {
              key: 'supplier',
              title: '供应商',
              main: true,
              render: (q) => (q.chosen ? <b>{q.supplier.name}（选定）</b> : q.supplier.name),
            },
            {
              key: 'amountFen',
              title: '报价',
              align: 'right',
              render: (q) => <MoneyText fen={q.amountFen} />,
            },
            { key: 'note', title: '说明', render: (q) => q.note ?? '—' },
          ]}
        />
      )}
      {p.award && (
        <Facts
          items={[
            { label: '供应商', value: p.award.supplier.name },
            { label: '成交金额', value: <MoneyText fen={p.award.amountFen} strong /> },
            { label: '成交时间', value: formatMinute(p.award.at) },
            { label: '选择理由', value: p.award.reason, wide: true },
            p.contract && { label: '合同编号', value: p.contract.number },
            p.contract && { label: '合同金额', value: <MoneyText fen={p.contract.amountFen} strong /> },
            p.contract && { label: '签订日期', value: p.contract.on },
            p.contract && { label: '交货日期', value: p.contract.deliverBy },
            p.contract?.payment && { label: '付款方式', value: p.contract.payment.label },
            p.contract?.paymentNote && { label: '付款说明', value: p.contract.paymentNote, wide: true },
            p.contract && warrantyWords(p.contract) && { label: '质保', value: warrantyWords(p.contract) },
            p.contract?.bond && { label: '履约保证金', value: <Bond {...p.contract.bond} />, wide: true },
            p.arrival &&
              p.arrival.kept.count > 0 && { label: '已验收', value: <Pieces {...p.arrival.kept} /> },
            p.arrival &&
              p.arrival.open.count > 0 && { label: '未验收', value: <Pieces {...p.arrival.open} /> },
            p.arrival &&
              p.arrival.struck.count > 0 && { label: '终止供货', value: <Pieces {...p.arrival.struck} /> },
          ]}
        />
      )}
    </Card>
  )
}
