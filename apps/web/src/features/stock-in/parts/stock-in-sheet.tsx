import { formatYuan } from '@portal/contract/kernel/money'
import { paymentWords, stockInStateWords, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { formatDay } from '../../../lib/format.ts'
import { Button, ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useStockIn } from '../stock-in.queries.ts'
import { addressOf } from '../stock-in.words.ts'
import '../../../ui/print.css'
import '../../acceptance/shared/sheet.css'

/** 入库单, which is also what is reimbursed by, on A4. */
export function StockInSheet({ id }: { id: number }) {
  const { data: s, error, refetch } = useStockIn({ params: { id } }, { staleTime: 0 })
  if (!s) return <Card>{error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={10} height={20} />}</Card>
  return (
    <>
      <div className="print-tools no-print">
        <Button kind="primary" onClick={() => globalThis.print()}>
          打印
        </Button>
        <ButtonLink to={addressOf(s)}>返回入库单</ButtonLink>
      </div>
      <Sheet order={s} />
    </>
  )
}

const Sheet = ({ order: s }: { order: StockInDetail }) => (
  <article className="paper-sheet" aria-label="仪器设备入库报销单">
    <h1>仪器设备入库报销单</h1>
    <p className="paper-head">
      <span>单号：{s.number}</span>
      <span>状态：{stockInStateWords[s.state]}</span>
      <span>验收单：{s.acceptance.number}</span>
    </p>
    <table>
      <tbody>
        <tr><th scope="row">申购</th><td>{s.purchase.title}（{s.purchase.number}）</td><th scope="row">合同编号</th><td>{s.contractNumber}</td></tr>
        <tr><th scope="row">供应商</th><td>{s.supplier?.name}</td><th scope="row">支付方式</th><td>{s.payment && paymentWords[s.payment]}</td></tr>
        <tr><th scope="row">单位</th><td>{s.dept.name}</td><th scope="row">申购人</th><td>{s.requester.name}</td></tr>
        <tr><th scope="row">经费</th><td>{s.card ? `${s.card.number} ${s.card.name}` : s.project}</td><th scope="row">金额</th><td>¥{formatYuan(s.totalFen)}</td></tr>
      </tbody>
    </table>
    <table>
      <thead><tr><th scope="col">资产编号</th><th scope="col">设备名称</th><th scope="col">型号规格</th><th scope="col">出厂编号</th><th scope="col">存放地点</th><th scope="col">保管人</th><th scope="col">单价（元）</th></tr></thead>
      <tbody>
        {s.pieces.map((p) => (
          <tr key={p.id}><td>{p.assetNumber ?? ''}</td><td>{p.name}</td><td>{[p.model, p.spec].filter(Boolean).join('；')}</td><td>{p.suppliedNumber}</td><td>{[p.lab?.name, p.room?.name].filter(Boolean).join('，')}</td><td>{p.keeper?.name}</td><td className="num">{formatYuan(p.priceFen)}</td></tr>
        ))}
      </tbody>
    </table>
    <table>
      <thead><tr><th scope="col">发票号码</th><th scope="col">发票代码</th><th scope="col">开票日期</th><th scope="col">金额（元）</th><th scope="col">税额（元）</th></tr></thead>
      <tbody>
        {s.invoices.map((v) => (
          <tr key={v.id}><td>{v.number}</td><td>{v.code}</td><td>{v.issuedOn}</td><td className="num">{formatYuan(v.amountFen)}</td><td className="num">{formatYuan(v.taxFen)}</td></tr>
        ))}
        <tr><th scope="row" colSpan={3}>合计</th><td className="num">{formatYuan(s.invoicedFen)}</td><td className="num">{formatYuan(s.invoices.reduce((fen, v) => fen + v.taxFen, 0))}</td></tr>
      </tbody>
    </table>
    {s.remark && <p>备注：{s.remark}</p>}
    <footer className="paper-signs">
      <span>经办人签字：</span>
      <span>保管人签字：</span>
      <span>财务：{s.reimbursedBy?.name} {s.reimbursedAt && formatDay(s.reimbursedAt)}</span>
      <span>设备处：{s.storedBy?.name} {s.storedAt && formatDay(s.storedAt)}</span>
    </footer>
  </article>
)
