import { scoringText, type OpenedQuotation, type TenderDetail } from '@portal/contract/tender/rows'
import { committeeWords, sourcingWords, tenderMethodWords } from '@portal/contract/tender/tender'
import { formatYuan } from '@portal/contract/kernel/money'
import { formatMinute, formatSecond } from '../../../lib/format.ts'
import { Paper, PaperFacts, PaperTable } from '../../../ui/paper.tsx'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { tenderPage } from '../tender.columns.tsx'
import { useTender } from '../tender.queries.ts'
import { ballotText } from '../tender.words.ts'

const titles = { announcement: '招标公告', opening: '开标记录', evaluation: '评审报告' } as const
export type Sheet = keyof typeof titles
export const isSheet = (name: string | null): name is Sheet => name !== null && Object.hasOwn(titles, name)

const listSigns = (sheet: Sheet, { method }: TenderDetail): readonly string[] =>
  ({
    announcement: [],
    opening: [`${sourcingWords[method].opened}人签字`, '监督人签字', '日期'],
    evaluation: ['评审成员签字', '招标办', '日期'],
  })[sheet]

/** A tender on A4: announcement, opening record, evaluation. */
export function PrintSheet({ id, sheet }: { id: number; sheet: Sheet }) {
  const query = useTender({ params: { id } }, { staleTime: 0 })
  const t = query.data
  if (!t) return <Waiting query={query} rows={10} height={20} />
  return (
    <Paper
      title={
        sheet === 'announcement'
          ? t.title
          : `${t.title}${sheet === 'opening' ? `${sourcingWords[t.method].opened}记录` : titles[sheet]}`
      }
      back={{ to: tenderPage(id), text: '返回采购项目' }}
      head={[
        `编号：${t.number}（第 ${t.round} 轮）`,
        `采购方式：${tenderMethodWords[t.method]}`,
        `打印时间：${formatMinute(t.now)}`,
      ]}
      signs={listSigns(sheet, t)}
    >
      {sheet === 'announcement' ? (
        <Announcement tender={t} />
      ) : (
        <Record tender={t} judged={sheet === 'evaluation'} />
      )}
    </Paper>
  )
}

const findLimit = (t: TenderDetail) =>
  t.maxPriceFen === null ? [] : [['最高限价', `¥${formatYuan(t.maxPriceFen)}`] as const]

const Announcement = ({ tender: t }: { tender: TenderDetail }) => (
  <>
    <PaperFacts
      items={[
        ['公告时间', formatMinute(t.announcedAt)],
        [`报价截止及${sourcingWords[t.method].opened}`, formatMinute(t.opensAt)],
        ['评审办法', scoringText(t.scoring)],
        ...findLimit(t),
      ]}
    />
    <RichView html={t.announcementHtml} />
    <PaperTable heads={['名称', '型号', '规格与技术要求', '数量']}>
      {t.items.map((i) => (
        <tr key={i.id}>
          <td>{i.name}</td>
          <td>{i.model}</td>
          <td>{i.spec}</td>
          <td className="num">{i.quantity}</td>
        </tr>
      ))}
    </PaperTable>
  </>
)

function Record({ tender: t, judged }: { tender: TenderDetail; judged: boolean }) {
  return (
    <>
      <PaperFacts
        items={[
          [`规定${sourcingWords[t.method].opened}时间`, formatMinute(t.opensAt)],
          [`实际${sourcingWords[t.method].opened}时间`, formatSecond(t.openedAt)],
          ...findLimit(t),
          ['收到报价', `${t.quotations ?? t.opened.length} 份（至少 ${t.minQuotations} 份）`],
          ...(judged
            ? ([
                ['评审时间', formatMinute(t.evaluatedAt)],
                ['评审办法', scoringText(t.scoring)],
              ] as const)
            : []),
        ]}
      />
      <PaperTable
        heads={[
          '供应商',
          '报价总额（元）',
          ...(judged
            ? ['推荐顺序', '价格分', '技术分', '商务分', '总分']
            : ['交货期', '质保期', '提交时间', '密封校验码']),
        ]}
      >
        {t.opened.map((q) => (
          <tr key={q.id}>
            <td>{q.supplier.name}</td>
            <td className="num">{q.amountFen === null ? '密封损坏' : formatYuan(q.amountFen)}</td>
            {(judged ? findJudgement(q) : readContent(q)).map((value, i) => (
              <td key={`${i}${value}`}>{value}</td>
            ))}
          </tr>
        ))}
      </PaperTable>
      {judged && <Opinions tender={t} />}
      {judged && t.result && (
        <p>
          成交供应商：<b>{t.result.supplier.name}</b>，成交金额 ¥{formatYuan(t.result.amountFen)}。理由：
          {t.awardReason}
        </p>
      )}
      {t.reason && <p>原因：{t.reason}</p>}
    </>
  )
}
/** The opinions, each with its seal. */
const Opinions = ({ tender: t }: { tender: TenderDetail }) => (
  <>
    <h2>{committeeWords[t.method]}成员意见</h2>
    <PaperTable heads={['成员', '单位与职称', '评审意见与签章']}>
      {t.committee.map((m) => (
        <tr key={m.user.id}>
          <td>
            {m.user.name}
            {m.chair && '（组长）'}
            {m.own && '（采购人代表）'}
          </td>
          <td>
            {m.unit}
            <br />
            {m.title}
          </td>
          <td>
            <pre>
              {[...m.ballots.map((b) => ballotText(t, b)), ...(m.opinion ? [m.opinion] : [])].join('\n')}
            </pre>
            {m.signedAt && (
              <small>
                {formatSecond(m.signedAt)} {m.seal}
              </small>
            )}
          </td>
        </tr>
      ))}
    </PaperTable>
    <h2>评审结论</h2>
    <pre>{t.evaluationSummary}</pre>
  </>
)

const findJudgement = (q: OpenedQuotation): readonly (string | number | null)[] => [
  q.qualified ? (q.rank ? `第 ${q.rank} 名` : '合格') : '不合格',
  q.priceScore,
  q.technicalScore,
  q.commercialScore,
  q.totalScore,
]
const readContent = (q: OpenedQuotation): readonly (string | null)[] => [
  q.deliveryDays === null ? null : `${q.deliveryDays} 天`,
  q.warrantyMonths === null ? null : `${q.warrantyMonths} 个月`,
  formatSecond(q.sealedAt),
  q.receipt.slice(0, 16),
]
