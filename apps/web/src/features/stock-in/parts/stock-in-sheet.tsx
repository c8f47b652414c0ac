import { formatYuan } from '@portal/contract/kernel/money'
import { sharesWords } from '@portal/contract/purchase/sources'
import { paymentWords, stockInStateWords, type StockInDetail } from '@portal/contract/stock-in/stock-in'
import { formatDay } from '../../../lib/format.ts'
import { Paper, PaperFacts, PaperHistory, PaperTable, PaperTotal } from '../../../ui/paper.tsx'
import { Waiting } from '../../../ui/waiting.tsx'
import { useStockIn } from '../stock-in.queries.ts'
import { findAddress } from '../stock-in.words.ts'

export function PrintedStockIn({ id }: { id: number }) {
  const query = useStockIn({ params: { id } }, { staleTime: 0 })
  return query.data ? <StockInSheet order={query.data} /> : <Waiting query={query} rows={10} height={20} />
}

const doneBy = (who: { name: string } | null, at: string | null) =>
  at && `${who?.name ?? ''} ${formatDay(at)}`

/** 入库单 on A4, also used for the reimbursement. */
const StockInSheet = ({ order: s }: { order: StockInDetail }) => (
  <Paper
    title="仪器设备入库报销单"
    back={{ to: findAddress(s), text: '返回入库单' }}
    head={[`单号：${s.number}`, `状态：${stockInStateWords[s.state]}`, `验收单：${s.acceptance.number}`]}
    signs={['经办人签字', '保管人签字', '财务', '设备处（章）']}
  >
    <PaperFacts
      items={[
        ['申购', `${s.purchase.title}（${s.purchase.number}）`],
        ['合同编号', s.contractNumber],
        ['供应商', s.supplier?.name],
        ['支付方式', s.payment && paymentWords[s.payment]],
        ['单位', s.dept.name],
        ['申购人', s.requester.name],
        ['经费', sharesWords(s.shares)],
        ['金额', `¥${formatYuan(s.totalFen)}`],
        ...(s.voucherNumber || s.paidOn
          ? [['凭证号', s.voucherNumber] as const, ['付款日期', s.paidOn] as const]
          : []),
        ['报销确认', doneBy(s.reimbursedBy, s.reimbursedAt)],
        ['正式入库', doneBy(s.storedBy, s.storedAt)],
      ]}
    />
    <PaperTable heads={['资产编号', '设备名称', '型号规格', '出厂编号', '存放地点', '保管人', '单价（元）']}>
      {s.pieces.map((p) => (
        <tr key={p.id}>
          <td>{p.assetNumber}</td>
          <td>{p.name}</td>
          <td>{[p.model, p.spec].filter(Boolean).join('；')}</td>
          <td>{p.suppliedNumber}</td>
          <td>{[p.lab?.name, p.room?.name].filter(Boolean).join('，')}</td>
          <td>{p.keeper?.name}</td>
          <td className="num">{formatYuan(p.priceFen)}</td>
        </tr>
      ))}
    </PaperTable>
    <PaperTable heads={['发票号码', '发票代码', '开票日期', '金额（元）', '税额（元）']}>
      {s.invoices.map((v) => (
        <tr key={v.id}>
          <td>{v.number}</td>
          <td>{v.code}</td>
          <td>{v.issuedOn}</td>
          <td className="num">{formatYuan(v.amountFen)}</td>
          <td className="num">{formatYuan(v.taxFen)}</td>
        </tr>
      ))}
      <tr>
        <th scope="row" colSpan={3}>
          合计
        </th>
        <td className="num">{formatYuan(s.invoicedFen)}</td>
        <td className="num">{formatYuan(s.invoices.reduce((fen, v) => fen + v.taxFen, 0))}</td>
      </tr>
    </PaperTable>
    <PaperTotal fen={s.invoicedFen} />
    {s.remark && <p>备注：{s.remark}</p>}
    <PaperHistory entries={s.history} />
  </Paper>
)
