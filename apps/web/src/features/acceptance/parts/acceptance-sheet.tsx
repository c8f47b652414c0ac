import { acceptanceScaleWords, acceptanceStateWords, pieceVerdictWords, signVerdictWords, type AcceptanceDetail } from '@portal/contract/acceptance/acceptance'
import { formatYuan } from '@portal/contract/kernel/money'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Button, ButtonLink, Card, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { useAcceptance } from '../acceptance.queries.ts'
import { pageOf } from '../acceptance.words.ts'
import '../../../ui/print.css'
import '../shared/sheet.css'

/** 验收单 on A4. */
export function AcceptanceSheet({ id }: { id: number }) {
  const { data: a, error, refetch } = useAcceptance({ params: { id } }, { staleTime: 0 })
  if (!a) return <Card>{error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={10} height={20} />}</Card>
  return (
    <>
      <div className="print-tools no-print">
        <Button kind="primary" onClick={() => globalThis.print()}>
          打印
        </Button>
        <ButtonLink to={to(pageOf(a.scale), { id })}>返回验收单</ButtonLink>
      </div>
      <Sheet acceptance={a} />
    </>
  )
}

const Sheet = ({ acceptance: a }: { acceptance: AcceptanceDetail }) => (
  <article className="paper-sheet" aria-label="设备验收单">
    <h1>仪器设备验收单</h1>
    <p className="paper-head">
      <span>单号：{a.number}</span>
      <span>状态：{acceptanceStateWords[a.state]}</span>
      <span>规模：{acceptanceScaleWords[a.scale]}</span>
    </p>
    <table>
      <tbody>
        <tr><th scope="row">申购</th><td>{a.purchase.title}（{a.purchase.number}）</td><th scope="row">合同编号</th><td>{a.contractNumber}</td></tr>
        <tr><th scope="row">供应商</th><td>{a.supplier?.name}</td><th scope="row">合同金额</th><td>¥{formatYuan(a.totalFen)}</td></tr>
        <tr><th scope="row">单位</th><td>{a.dept.name}</td><th scope="row">验收人</th><td>{a.receiver.name}</td></tr>
        <tr><th scope="row">验收地点</th><td>{a.place}</td><th scope="row">验收日期</th><td>{a.acceptedOn}</td></tr>
      </tbody>
    </table>
    <table>
      <thead><tr><th scope="col">设备名称</th><th scope="col">型号规格</th><th scope="col">厂家</th><th scope="col">出厂编号</th><th scope="col">单价（元）</th><th scope="col">结果</th></tr></thead>
      <tbody>
        {a.pieces.map((p) => (
          <tr key={p.id}><td>{p.name}</td><td>{[p.model, p.spec].filter(Boolean).join('；')}</td><td>{p.manufacturer}</td><td>{p.factoryNumber ?? p.suppliedNumber}</td><td className="num">{formatYuan(p.priceFen)}</td><td>{p.verdict && pieceVerdictWords[p.verdict]}{p.reason && `：${p.reason}`}</td></tr>
        ))}
      </tbody>
    </table>
    <table>
      <thead><tr><th scope="col">检查项目</th><th scope="col">结果</th><th scope="col">说明</th></tr></thead>
      <tbody>{a.checks.map((c) => <tr key={c.item}><td>{c.label}</td><td>{c.ok === null ? '' : c.ok ? '合格' : '不合格'}</td><td>{c.note}</td></tr>)}</tbody>
    </table>
    <p>验收结论：{a.conclusion}</p>
    {a.members.length > 0 && (
      <table>
        <thead><tr><th scope="col">会签人员</th><th scope="col">单位</th><th scope="col">分工</th><th scope="col">意见</th><th scope="col">日期</th></tr></thead>
        <tbody>{a.members.map((m) => <tr key={m.user.id}><td>{m.user.name}</td><td>{m.dept}</td><td>{m.duty}</td><td>{m.verdict && signVerdictWords[m.verdict]}{m.opinion && `：${m.opinion}`}</td><td>{m.signedAt && formatDay(m.signedAt)}</td></tr>)}</tbody>
      </table>
    )}
    <footer className="paper-signs">
      <span>验收人签字：</span>
      <span>单位负责人：</span>
      <span>供应商代表：</span>
      <span>设备处（章）：</span>
    </footer>
  </article>
)
