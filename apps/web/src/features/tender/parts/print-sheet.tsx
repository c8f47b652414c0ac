import type { OpenedQuotation, TenderDetail } from '@portal/contract/tender/rows'
import { tenderMethodWords } from '@portal/contract/tender/tender'
import { formatYuan } from '@portal/contract/kernel/money'
import { formatMinute, formatSecond } from '../../../lib/format.ts'
import { Button, ButtonLink, Skeleton } from '../../../ui/light.tsx'
import { PageError } from '../../../ui/page-error.tsx'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'
import { tenderPage } from '../tender.columns.tsx'
import { useTender } from '../tender.queries.ts'
import '../../../ui/print.css'
import './print-sheet.css'

const titles = { announcement: '招标公告', opening: '开标记录', evaluation: '评审报告' } as const
export type Sheet = keyof typeof titles
export const isSheet = (name: string | null): name is Sheet => name !== null && Object.hasOwn(titles, name)

/** A tender on A4: what is announced, what was opened, how it was judged. */
export function PrintSheet({ id, sheet }: { id: number; sheet: Sheet }) {
  const { data: t, error, refetch } = useTender({ params: { id } }, { staleTime: 0 })
  if (!t) return <div className="card">{error ? <PageError error={error} onRetry={() => void refetch()} /> : <Skeleton rows={10} height={20} />}</div>
  return (
    <>
      <div className="sheet-tools no-print">
        <Button kind="primary" onClick={() => globalThis.print()}>
          打印
        </Button>
        <ButtonLink to={tenderPage(id)}>返回招标</ButtonLink>
      </div>
      <article className="tender-sheet" aria-label={titles[sheet]}>
        <h1>{sheet === 'announcement' ? t.title : `${t.title}${titles[sheet]}`}</h1>
        <p className="sheet-line">
          <span>编号：{t.number}（第 {t.round} 轮）</span>
          <span>采购方式：{tenderMethodWords[t.method]}</span>
          <span>打印时间：{formatMinute(t.now)}</span>
        </p>
        {sheet === 'announcement' ? <Announcement tender={t} /> : <Record tender={t} judged={sheet === 'evaluation'} />}
      </article>
    </>
  )
}

const Announcement = ({ tender: t }: { tender: TenderDetail }) => (
  <>
    <p className="sheet-line">
      <span>公告时间：{formatMinute(t.announcedAt)}</span>
      <span>报价截止及开标时间：{formatMinute(t.opensAt)}</span>
    </p>
    <RichView html={t.announcementHtml} />
    <table>
      <thead>
        <tr>
          <th scope="col">名称</th>
          <th scope="col">型号</th>
          <th scope="col">规格与技术要求</th>
          <th scope="col">数量</th>
        </tr>
      </thead>
      <tbody>
        {t.items.map((i) => (
          <tr key={i.id}>
            <td>{i.name}</td>
            <td>{i.model}</td>
            <td>{i.spec}</td>
            <td className="num">{i.quantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </>
)

function Record({ tender: t, judged }: { tender: TenderDetail; judged: boolean }) {
  return (
    <>
      <p className="sheet-line">
        <span>规定开标时间：{formatMinute(t.opensAt)}</span>
        <span>实际开标时间：{formatSecond(t.openedAt)}</span>
        <span>报价：{t.opened.length} 份（至少 {t.minQuotations} 份）</span>
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">供应商</th>
            <th scope="col">报价总额（元）</th>
            {(judged ? ['是否合格', '技术分', '价格分', '评审意见'] : ['交货期', '质保期', '提交时间', '密封校验码']).map((h) => (
              <th key={h} scope="col">
                {h}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {t.opened.map((q) => (
            <tr key={q.id}>
              <td>{q.supplier.name}</td>
              <td className="num">{q.amountFen === null ? '密封损坏' : formatYuan(q.amountFen)}</td>
              {(judged ? judgementOf(q) : contentOf(q)).map((value, i) => (
                <td key={`${i}${value}`}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {judged && t.result && (
        <p>
          成交供应商：<b>{t.result.supplier.name}</b>，成交金额 ¥{formatYuan(t.result.amountFen)}。理由：{t.awardReason}
        </p>
      )}
      {t.reason && <p>原因：{t.reason}</p>}
      <footer className="sheet-signs">
        {(judged ? ['评审人员签字：', '招标办：', '日期：'] : ['开标人签字：', '监督人签字：', '日期：']).map((s) => (
          <span key={s}>{s}</span>
        ))}
      </footer>
    </>
  )
}
const judgementOf = (q: OpenedQuotation): readonly (string | number | null)[] => [q.qualified === null ? '—' : q.qualified ? '合格' : '不合格', q.technicalScore, q.priceScore, q.evaluation]
const contentOf = (q: OpenedQuotation): readonly (string | null)[] => [q.deliveryDays === null ? null : `${q.deliveryDays} 天`, q.warrantyMonths === null ? null : `${q.warrantyMonths} 个月`, formatSecond(q.sealedAt), q.receipt.slice(0, 16)]
