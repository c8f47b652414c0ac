import {
  acceptanceScaleWords,
  acceptanceStateWords,
  pieceVerdictWords,
  signVerdictWords,
  type AcceptanceDetail,
} from '@portal/contract/acceptance/acceptance'
import { formatYuan } from '@portal/contract/kernel/money'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Paper, PaperFacts, PaperHistory, PaperTable, PaperTotal } from '../../../ui/paper.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { PrintedImportPrices } from '../../purchase/shared/printed-import-prices.tsx'
import { useAcceptance } from '../acceptance.queries.ts'
import { findPage } from '../acceptance.words.ts'

export function PrintedAcceptance({ id }: { id: number }) {
  const query = useAcceptance({ params: { id } }, { staleTime: 0 })
  return query.data ? (
    <AcceptanceSheet acceptance={query.data} />
  ) : (
    <Waiting query={query} rows={10} height={20} />
  )
}

/** 验收单 on A4. */
const AcceptanceSheet = ({ acceptance: a }: { acceptance: AcceptanceDetail }) => (
  <Paper
    title="仪器设备验收单"
    back={{ to: to(findPage(a.scale), { id: a.id }), text: '返回验收单' }}
    head={[
      `单号：${a.number}`,
      `状态：${acceptanceStateWords[a.state]}`,
      `规模：${acceptanceScaleWords[a.scale]}`,
    ]}
    signs={['验收人签字', '单位负责人', '供应商代表', '设备处（章）']}
  >
    <PaperFacts
      items={[
        ['申购', `${a.purchase.title}（${a.purchase.number}）`],
        ['合同编号', a.contractNumber],
        ['供应商', a.supplier?.name],
        ['本次验收金额', `¥${formatYuan(a.totalFen)}`],
        ...(a.contractFen !== a.totalFen ? [['合同总额', `¥${formatYuan(a.contractFen)}`] as const] : []),
        ['单位', a.dept.name],
        ['验收人', a.receiver.name],
        ['验收地点', a.place],
        ['验收日期', a.acceptedOn],
      ]}
    />
    <PaperTable heads={['设备名称', '型号规格', '厂家', '出厂编号', '单价（元）', '结果']}>
      {a.pieces.map((p) => (
        <tr key={p.id}>
          <td>{p.name}</td>
          <td>{[p.model, p.spec].filter(Boolean).join('；')}</td>
          <td>{p.manufacturer}</td>
          <td>{p.factoryNumber ?? p.suppliedNumber}</td>
          <td className="num">{formatYuan(p.priceFen)}</td>
          <td>{[p.verdict && pieceVerdictWords[p.verdict], p.reason].filter(Boolean).join('：')}</td>
        </tr>
      ))}
    </PaperTable>
    <PaperTotal name="本次验收金额" fen={a.totalFen} />
    <PrintedImportPrices items={a.imports} />
    <PaperTable heads={['检查项目', '结果', '说明']}>
      {a.checks.map((c) => (
        <tr key={c.item}>
          <td>{c.label}</td>
          <td>{c.ok === null ? '' : c.ok ? '合格' : '不合格'}</td>
          <td>{c.note}</td>
        </tr>
      ))}
    </PaperTable>
    <h2>验收结论</h2>
    <pre>{a.conclusion ?? '—'}</pre>
    {a.members.length > 0 && (
      <PaperTable heads={['会签人员', '单位', '分工', '意见', '日期']}>
        {a.members.map((m) => (
          <tr key={m.user.id}>
            <td>{m.user.name}</td>
            <td>{m.dept}</td>
            <td>{m.duty}</td>
            <td>{[m.verdict && signVerdictWords[m.verdict], m.opinion].filter(Boolean).join('：')}</td>
            <td>{m.signedAt && formatDay(m.signedAt)}</td>
          </tr>
        ))}
      </PaperTable>
    )}
    <PaperHistory entries={a.history} />
  </Paper>
)
