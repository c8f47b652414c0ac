import type { OpenedQuotation, TenderDetail } from '@portal/contract/tender/rows'
import { sourcingWords } from '@portal/contract/tender/tender'
import { formatMoney, formatSecond } from '../../../lib/format.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { FileList } from '../../../ui/detail/file-list.tsx'
import { Card, Empty } from '../../../ui/light.tsx'
import { DataTable, type Column } from '../../../ui/list/data-table.tsx'
import { MoneyText } from '../../../ui/money-text.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { useAward } from '../tender.queries.ts'

/** The opened quotations: all for the office, their own for a supplier. The office awards here. */
export function OpenedQuotations({ tender: t, onDone }: { tender: TenderDetail; onDone?: () => void }) {
  const award = useAward()
  const judged = t.opened.some((q) => q.qualified !== null)
  // The column of files is hidden if no quotation has any.
  const quoted = listQuoted(t)
  const told = t.opened.some((q) => q.files.length > 0) ? quoted : quoted.filter((c) => c.key !== 'files')
  const giving = (q: OpenedQuotation) => (
    <ConfirmButton
      kind="primary"
      danger={false}
      size="small"
      title={`确定由 ${q.supplier.name} 成交？`}
      text={`${q.rank === 1 ? '' : `评审小组推荐为第 ${q.rank} 名，不是第一推荐，须说明理由。`}成交金额 ${formatMoney(q.amountFen)}，将通知全部报价供应商。`}
      ok="确定成交"
      {...(q.rank !== 1 && {
        reason: {
          label: '不按推荐顺序成交的理由',
          required: true,
          picks: ['第一推荐供应商书面放弃', '第一推荐供应商不能履行合同'],
        },
      })}
      onConfirm={async (reason) => {
        await award.run({ params: { id: t.id }, body: { quotationId: q.id, reason } })
        say('success', '已确定成交供应商')
        onDone?.()
      }}
    >
      确定成交
    </ConfirmButton>
  )
  return (
    <Card
      title={
        t.mine === null ? `${sourcingWords[t.method].opened}结果（${t.opened.length} 份报价）` : '我的报价'
      }
    >
      {t.tooFew && (
        <p role="note">
          有效报价 {t.opened.filter((q) => !q.broken).length} 份，少于 {t.minQuotations}{' '}
          份：首次不足应宣布流标，系统随即建立下一轮。
        </p>
      )}
      {t.opened.length === 0 ? (
        <Empty text="没有收到报价" />
      ) : (
        <DataTable
          caption="已开启的报价"
          columns={
            judged
              ? [
                  ...told.slice(0, 2),
                  ...(t.scoring.kind === 'points' ? ranked : ranked.slice(0, 1)),
                  ...told.slice(2),
                  ...(t.committee.length > 0 ? [] : said),
                ]
              : told
          }
          rows={t.opened}
          rowKey={(q) => q.id}
          {...(t.can.includes('award') &&
            judged && { actions: (q: OpenedQuotation) => q.qualified === true && giving(q) })}
        />
      )}
    </Card>
  )
}

/** In a round that has failed since, the award was voided: no contract was signed. */
const wonTag = (t: TenderDetail) =>
  t.state === 'failed'
    ? ({ tone: 'stopped', text: '成交已作废' } as const)
    : ({ tone: 'done', text: '成交' } as const)

const listQuoted = (t: TenderDetail): readonly Column<OpenedQuotation>[] => [
  {
    key: 'supplier',
    title: '供应商',
    main: true,
    render: (q) => (
      <>
        {q.supplier.name} {q.awarded && <StateTag {...wonTag(t)} />}{' '}
        {q.broken && <StateTag tone="refused" text="密封损坏" />}
      </>
    ),
  },
  {
    key: 'amountFen',
    title: '报价总额',
    align: 'right',
    render: (q) => <MoneyText fen={q.amountFen} strong />,
  },
  {
    key: 'prices',
    title: '分项单价',
    render: (q) =>
      q.broken ? (
        '密封期间内容被改动，无法开启'
      ) : (
        <ul className="tender-prices">
          {q.prices.map((p) => (
            <li key={p.itemId}>
              {p.name} <MoneyText fen={p.unitPriceFen} /> × {p.quantity}
            </li>
          ))}
        </ul>
      ),
  },
  {
    key: 'deliveryDays',
    title: '交货期',
    render: (q) => (q.deliveryDays === null ? null : `${q.deliveryDays} 天`),
  },
  {
    key: 'warrantyMonths',
    title: '质保期',
    render: (q) => (q.warrantyMonths === null ? null : `${q.warrantyMonths} 个月`),
  },
  { key: 'note', title: '说明' },
  {
    key: 'files',
    title: '文件',
    render: (q) =>
      q.files.length ? <FileList files={q.files} label={`${q.supplier.name} 的报价文件`} /> : null,
  },
  {
    key: 'sealedAt',
    title: '提交时间',
    render: (q) => <span className="tender-line">{formatSecond(q.sealedAt)}</span>,
    phone: false,
  },
]
const ranked: readonly Column<OpenedQuotation>[] = [
  {
    key: 'rank',
    title: '评审',
    render: (q) =>
      q.qualified !== null && (
        <StateTag
          {...(q.qualified
            ? {
                tone: q.rank === 1 ? ('done' as const) : ('active' as const),
                text: q.rank === null ? '合格' : `第 ${q.rank} 名`,
              }
            : { tone: 'refused' as const, text: '不合格' })}
        />
      ),
  },
  {
    key: 'totalScore',
    title: '总分',
    align: 'right',
    render: (q) => q.totalScore !== null && <b>{q.totalScore}</b>,
  },
  {
    key: 'scores',
    title: '价格 + 技术 + 商务',
    align: 'right',
    render: (q) =>
      q.totalScore !== null && (
        <span className="tender-line">{`${q.priceScore} + ${q.technicalScore} + ${q.commercialScore}`}</span>
      ),
  },
]
const said: readonly Column<OpenedQuotation>[] = [{ key: 'evaluation', title: '评审意见' }]
