import { tenderCalls } from '@portal/contract/tender/calls'
import { scoringText, type TenderDetail } from '@portal/contract/tender/rows'
import { sourcingWords, tenderMethodWords } from '@portal/contract/tender/tender'
import { Link } from 'react-router'
import { formatMinute, formatMoney } from '../../../lib/format.ts'
import { useLive } from '../../../lib/live.ts'
import { to } from '../../../lib/paths.ts'
import { useStage } from '../../../lib/stage.ts'
import { Facts } from '../../../ui/detail/detail-page.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { ButtonLink, Card } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { StepButtons } from '../../../ui/process/decision.tsx'
import { ProcessView } from '../../../ui/process/process-page.tsx'
import type { Asked, Process } from '../../../ui/process/process.ts'
import { RichView } from '../../../ui/rich-text/rich-view.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { tenderPage } from '../tender.columns.tsx'
import { failTender, useTender } from '../tender.queries.ts'
import { failurePicks, seesQuotations, tenderTag } from '../tender.words.ts'
import { Committee } from './committee.tsx'
import { OpenedQuotations } from './opened-quotations.tsx'
import { OpeningClock } from './opening-clock.tsx'
import { OpinionForm } from './opinion-form.tsx'
import { Quoting } from './quoting.tsx'
import { TenderForm } from './tender-form.tsx'
import './tender.css'

/** Declares the tender failed; another round follows. */
const failing = (t: TenderDetail): Asked => ({
  atHead: true,
  tone: 'no',
  title: '宣布流标？',
  text:
    t.openedAt === null
      ? '已收到的报价不会开启。系统随即建立下一轮采购。'
      : '本轮不产生成交供应商。系统随即建立下一轮采购。',
  ok: '宣布流标',
  reason: { label: '流标原因', required: true, picks: failurePicks },
  done: '已宣布流标，下一轮待编制',
  take: (reason) => failTender.run({ params: { id: t.id }, body: { reason } }),
})
/** The button for the inbox, beside the work. */
export const FailButton = ({ tender: t, onDone }: { tender: TenderDetail; onDone: () => void }) =>
  t.can.includes('fail') && <StepButtons steps={{ fail: failing(t) }} onDone={onDone} />

const tender: Process<TenderDetail> = {
  noun: '采购项目',
  list: { to: to('/osp/subscribe/invitation'), text: '全部采购项目' },
  nameOf: (t) => t.title,
  tagOf: (t) => tenderTag(t.state),
  useRow: (id) => useTender({ params: { id } }, { staleTime: 0 }),
  useNews: (t) => {
    useLive(['me', 'inbox'], [tenderCalls.get])
    useStage(t?.stage)
  },
  Links: TenderLinks,
  Facts: ({ row: t }) => (
    <>
      <TenderFacts tender={t} />
      {!t.can.includes('change') && t.announcementHtml !== '' && (
        <Card title={`${sourcingWords[t.method].name}公告`}>
          <RichView html={t.announcementHtml} />
          {t.documents.length > 0 && (
            <FileList files={t.documents} label={`${sourcingWords[t.method].name}文件`} />
          )}
        </Card>
      )}
      <Card title="采购内容">
        <DataTable caption="采购内容" columns={itemColumns} rows={t.items} rowKey={(i) => i.id} />
      </Card>
    </>
  ),
  // All steps but `fail` are drawn by `TenderWork`, because what it shows depends on more than the user's
  // rights.
  steps: {
    fail: failing,
    change: null,
    announce: null,
    open: null,
    committee: null,
    sign: null,
    conclude: null,
    award: null,
    quote: null,
    withdraw: null,
    print: null,
    contract: null,
  },
}

export function TenderDetailPage({ id }: { id: number }) {
  const query = tender.useRow(id)
  return (
    <ProcessView
      process={tender}
      query={query}
      above={(t) => <TenderWork tender={t} onDue={() => void query.refetch()} />}
    />
  )
}

interface WorkProps {
  tender: TenderDetail
  onDue: () => void
  /** Called when nothing is left to do for now, after announcement or award. */
  onDone?: () => void
}
/** The current actions on a tender. */
export function TenderWork({ tender: t, onDue, onDone }: WorkProps) {
  return (
    <>
      {t.can.includes('change') && <TenderForm key={t.stateAt} tender={t} onDone={onDone} />}
      {t.state === 'announced' && <OpeningClock tender={t} onDue={onDue} />}
      {t.mine !== null && <Quoting tender={t} />}
      {seesQuotations(t) && <OpenedQuotations tender={t} onDone={onDone} />}
      {t.can.includes('sign') && <OpinionForm key={t.id} tender={t} onDone={onDone} />}
      <Committee key={`committee${t.id}`} tender={t} />
    </>
  )
}

function TenderLinks({ row: t }: { row: TenderDetail }) {
  return (
    <>
      {t.can.includes('contract') && t.purchase && (
        <ButtonLink kind="primary" to={to('/osp/subscribe/purchase', { id: t.purchase.id })}>
          登记合同
        </ButtonLink>
      )}
      {t.can.includes('print') && (
        <ButtonLink to={tenderPage(t.id, { print: 'announcement' })}>打印公告</ButtonLink>
      )}
      {t.mine === null && seesQuotations(t) && (
        <ButtonLink to={tenderPage(t.id, { print: 'opening' })}>
          打印{sourcingWords[t.method].opened}记录
        </ButtonLink>
      )}
      {t.evaluationSummary !== null && (
        <ButtonLink to={tenderPage(t.id, { print: 'evaluation' })}>打印评审报告</ButtonLink>
      )}
    </>
  )
}

const TenderFacts = ({ tender: t }: { tender: TenderDetail }) => (
  <Card title={`${sourcingWords[t.method].name}信息`}>
    <Facts
      items={[
        { label: `${sourcingWords[t.method].name}编号`, value: `${t.number}（第 ${t.round} 轮）` },
        { label: '采购方式', value: tenderMethodWords[t.method] },
        { label: '公告时间', value: t.announcedAt && formatMinute(t.announcedAt) },
        { label: `${sourcingWords[t.method].opened}时间`, value: t.opensAt && formatMinute(t.opensAt) },
        t.openedAt !== null && {
          label: `实际${sourcingWords[t.method].opened}`,
          value: formatMinute(t.openedAt),
        },
        t.quotations !== null && {
          label: '收到报价',
          value: `${t.quotations} 份（至少 ${t.minQuotations} 份）`,
        },
        t.purchase && {
          label: '申购单',
          value: (
            <Link
              to={to('/osp/subscribe/subscribeFill', { id: t.purchase.id })}
            >{`${t.purchase.number} ${t.purchase.title}`}</Link>
          ),
        },
        t.purchase && { label: '申购人', value: t.purchase.requester.name },
        t.budgetFen !== null && { label: '预算', value: formatMoney(t.budgetFen) },
        t.maxPriceFen !== null && { label: '最高限价', value: formatMoney(t.maxPriceFen) },
        { label: '评审办法', value: scoringText(t.scoring), wide: true },
        t.result && { label: '成交供应商', value: t.result.supplier.name },
        t.result && { label: '成交金额', value: formatMoney(t.result.amountFen) },
        t.awardReason !== null && { label: '成交理由', value: t.awardReason, wide: true },
        t.reason !== null && { label: '原因', value: t.reason, wide: true },
        t.suppliers.length > 0 && {
          label: '受邀供应商',
          value: t.suppliers.map((s) => s.name).join('、'),
          wide: true,
        },
        t.rounds.length > 0 && {
          label: '其他轮次',
          value: t.rounds.map((r) => (
            <span key={r.id}>
              <Link to={tenderPage(r.id)}>第 {r.round} 轮</Link> <StateTag {...tenderTag(r.state)} />{' '}
            </span>
          )),
          wide: true,
        },
      ]}
    />
  </Card>
)

const itemColumns: readonly Column<TenderDetail['items'][number]>[] = [
  { key: 'name', title: '名称', main: true },
  { key: 'model', title: '型号' },
  { key: 'spec', title: '规格与技术要求' },
  { key: 'quantity', title: '数量', align: 'right' },
]
