import { formatYuan } from '@portal/contract/kernel/money'
import { panelKindWords, panelStateWords } from '@portal/contract/panel/panel'
import { purchaseMethodWords, purchaseStateWords } from '@portal/contract/purchase/purchase'
import { listImported, warrantyWords, type PurchaseDetail } from '@portal/contract/purchase/rows'
import { sharesWords } from '@portal/contract/purchase/sources'
import { formatDay } from '../../../lib/format.ts'
import { to } from '../../../lib/paths.ts'
import { Paper, PaperFacts, PaperHistory, PaperTable, PaperTotal } from '../../../ui/paper.tsx'
import { PrintedPreciousCases } from '../shared/precious-cases.tsx'
import { PrintedImportPrices } from '../shared/printed-import-prices.tsx'

/** Terms of the contract besides price and dates; missing ones are omitted. */
function listTerms({ contract: c }: PurchaseDetail): readonly (readonly [string, string])[] {
  if (!c) return []
  const warranty = warrantyWords(c)
  const paid = [c.payment?.label, c.paymentNote].filter(Boolean).join('；')
  const bond =
    c.bond &&
    [
      `¥${formatYuan(c.bond.fen)}`,
      c.bond.percent !== null && `合同金额的 ${c.bond.percent}%`,
      c.bond.returned,
    ]
      .filter(Boolean)
      .join('，')
  return [
    ...(paid ? [['付款方式', paid] as const] : []),
    ...(warranty ? [['质保', warranty] as const] : []),
    ...(bond ? [['履约保证金', bond] as const] : []),
  ]
}

/** The request on A4 for filing. */
export function PurchaseSheet({ purchase: p }: { purchase: PurchaseDetail }) {
  return (
    <Paper
      title="仪器设备申购单"
      back={{ to: to('/osp/subscribe/subscribeFill', { id: p.id }), text: '返回申购单' }}
      head={[
        `单号：${p.number}`,
        `状态：${purchaseStateWords[p.state]}`,
        `填报日期：${formatDay(p.createdAt)}`,
      ]}
      signs={['申购人', '院系负责人', '设备处', '日期']}
    >
      <PaperFacts
        items={[
          ['申购名称', p.title],
          ['申购人', `${p.requester.name}（${p.dept.name}）`],
          ['经费来源', sharesWords(p.sources)],
          ['采购方式', p.method && purchaseMethodWords[p.method]],
          ['拟安置实验室', p.lab?.name],
          ['期望到货', p.expectedOn],
          ['供应商', p.award?.supplier.name],
          ['成交金额', p.award && `¥${formatYuan(p.award.amountFen)}`],
          ['合同编号', p.contract?.number],
          ['合同金额', p.contract && `¥${formatYuan(p.contract.amountFen)}`],
          ['签订日期', p.contract?.on],
          ['交货日期', p.contract?.deliverBy],
          ...listTerms(p),
        ]}
      />
      <PaperTable heads={['设备', '型号与厂家', '规格与技术要求', '数量', '单价（元）', '小计（元）']}>
        {p.items.map((i) => (
          <tr key={i.id}>
            <td>
              {i.name}
              {i.imported && '（进口）'}
            </td>
            <td>{[i.model, i.manufacturer, i.country].filter(Boolean).join('，')}</td>
            <td>{i.spec}</td>
            <td className="num">{i.quantity}</td>
            <td className="num">{formatYuan(i.unitPriceFen)}</td>
            <td className="num">{formatYuan(i.unitPriceFen * i.quantity)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={5}>
            预算合计
          </th>
          <td className="num">{formatYuan(p.budgetFen)}</td>
        </tr>
      </PaperTable>
      {p.contract ? (
        <PaperTotal name="合同金额" fen={p.contract.amountFen} />
      ) : (
        p.award && <PaperTotal name="成交金额" fen={p.award.amountFen} />
      )}
      <PrintedImportPrices items={listImported(p.items)} />
      <PrintedPreciousCases items={p.items} />
      <h2>购置理由</h2>
      <pre>{p.purpose}</pre>
      {p.panels.length > 0 && (
        <>
          <h2>专家论证</h2>
          <ul>
            {p.panels.map((x) => (
              <li key={x.id}>
                {panelKindWords[x.kind]}：{panelStateWords[x.state]}，{x.experts} 位专家
                {x.agreed !== null && `，${x.agreed} 位同意`}
              </li>
            ))}
          </ul>
        </>
      )}
      <PaperHistory entries={p.history} />
    </Paper>
  )
}
