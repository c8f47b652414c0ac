import { formatYuan } from '@portal/contract/kernel/money'
import {
  panelKindWords,
  panelStateWords,
  panelVerdictWords,
  professionWords,
} from '@portal/contract/panel/panel'
import { importPriceLines } from '@portal/contract/purchase/import-price'
import { preciousLines } from '@portal/contract/purchase/precious-case'
import { listImported, warrantyWords, type ImportedItem } from '@portal/contract/purchase/rows'
import {
  purchaseEventWords,
  purchaseMethodWords,
  purchaseNumber,
  purchaseStateWords,
  type PurchaseEvent,
} from '@portal/contract/purchase/purchase'
import { sharesWords } from '@portal/contract/purchase/sources'
import type { LogEntry } from '../../kernel/flow-log.store.ts'
import type { ItemRow, PurchaseDetail, QuoteRow } from '../purchase/purchase.service.ts'
import { sheetHtml, type Block } from './dossier.rules.ts'
import type { Opinion, Origin } from './dossier.store.ts'

// Each stage of the dossier as a sheet of its own.

export interface Written {
  origin: Origin
  /** An instant in the campus time zone, as people read it. */
  time: (at: Date | null) => string | null
}
export const yuan = (fen: number | null) => (fen === null ? null : `${formatYuan(fen)} 元`)
export const yes = (v: boolean) => (v ? '是' : '否')
export const page = ({ origin }: Written, title: string, blocks: readonly Block[]) =>
  sheetHtml(title, `${origin.serialId} ${origin.name}`, blocks)
type Logged = { at: Date; title: string; who: string; reason: string | null }
export const trail = ({ time }: Written, log: readonly Logged[]): Block => ({
  title: '办理记录',
  head: ['时间', '环节', '办理人', '意见'],
  rows: log.map((l) => [time(l.at), l.title, l.who, l.reason]),
})

export const deviceSheet = (w: Written): string => {
  const d = w.origin
  return page(w, '仪器卡片', [
    {
      title: '仪器',
      facts: [
        ['资产编号', d.serialId],
        ['名称', d.name],
        ['型号', d.model],
        ['出厂编号', d.factoryNumber],
        ['供货商', d.supplier],
        ['原值', yuan(d.priceFen)],
        ['购置日期', d.boughtOn],
        ['启用日期', d.enabledOn],
        ['单位', d.dept],
        ['实验室', d.lab],
        ['放置房间', d.room],
        ['联系人', d.keeper],
        ['来源', d.coming ? `申购 ${purchaseNumber(d.coming.purchaseId)}` : '未经本平台申购入库'],
      ],
    },
  ])
}

export const importBlocks = (
  items: readonly Pick<ImportedItem, 'name' | 'importPrice' | 'unitPriceFen' | 'contractPriceFen'>[],
): Block[] =>
  items.map((i) => ({
    title: `进口价格构成：${i.name}`,
    facts: [
      ...importPriceLines(i.importPrice),
      ['预算单价', yuan(i.unitPriceFen)],
      ['合同单价', yuan(i.contractPriceFen)],
    ],
  }))
export const purchaseSheet = (
  w: Written,
  p: PurchaseDetail,
  items: readonly ItemRow[],
  log: readonly LogEntry[],
): string =>
  page(w, '设备申购单', [
    {
      title: '申购信息',
      facts: [
        ['申购单号', purchaseNumber(p.id)],
        ['名称', p.title],
        ['状态', purchaseStateWords[p.state]],
        ['申购人', p.requesterName],
        ['申购单位', p.deptName],
        ['使用实验室', p.labName],
        ['经费来源', sharesWords(p.sources)],
        ['预算', yuan(p.budgetFen)],
        ['采购方式', p.method && purchaseMethodWords[p.method]],
        ['贵重仪器', yes(p.precious)],
        ['进口设备', yes(p.imported)],
        ['用途', p.purpose],
        ['提交时间', w.time(p.submittedAt)],
        ['备注', p.remark],
      ],
    },
    {
      title: '设备清单',
      head: ['名称', '型号', '规格', '厂家', '数量', '预算单价', '合同单价', '购置理由'],
      rows: items.map((i) => [
        i.name,
        i.model,
        i.spec,
        i.manufacturer,
        i.quantity,
        yuan(i.unitPriceFen),
        yuan(i.contractPriceFen),
        i.justification,
      ]),
    },
    ...importBlocks(listImported(items)),
    ...items.flatMap((i) =>
      i.preciousCase ? [{ title: `贵重仪器论证：${i.name}`, facts: preciousLines(i.preciousCase) }] : [],
    ),
    {
      title: '成交与合同',
      facts: [
        ['供应商', p.supplierName],
        ['成交金额', yuan(p.awardFen)],
        ['成交理由', p.awardReason],
        ['合同编号', p.contractNumber],
        ['签订日期', p.contractOn],
        ['合同金额', yuan(p.contractFen)],
        ['交货日期', p.deliverBy],
        ['付款方式', [p.paymentLabel, p.paymentNote].filter(Boolean).join('；')],
        ['质保', warrantyWords(p)],
        [
          '履约保证金',
          p.bondFen === null ? null : [yuan(p.bondFen), p.bondReturn].filter(Boolean).join('，'),
        ],
      ],
    },
    // The log holds only events of this flow.
    trail(
      w,
      log.map((l) => ({
        at: l.at,
        title: purchaseEventWords[l.event as PurchaseEvent] ?? l.event,
        who: l.actor ?? '系统',
        reason: l.reason,
      })),
    ),
  ])

/** What companies asked for it where it was bought without a tender. */
export const quotesSheet = (w: Written, quotes: readonly QuoteRow[]): string =>
  page(w, '报价记录', [
    {
      title: '各供应商报价',
      head: ['供应商', '报价', '说明', '是否选定'],
      rows: quotes.map((q) => [q.supplierName, yuan(q.amountFen), q.note, yes(q.chosen)]),
    },
  ])

export const panelSheet = (w: Written, [first, ...rest]: readonly [Opinion, ...Opinion[]]): string =>
  page(w, `${panelKindWords[first.kind]}意见`, [
    {
      title: '论证',
      facts: [
        ['结果', panelStateWords[first.state]],
        ['论证内容', first.statement],
        ['结论', first.conclusion],
      ],
    },
    {
      title: '专家意见',
      head: ['专家', '单位', '职称', '类别', '意见', '说明', '签署时间', '签署校验码'],
      rows: [first, ...rest].map((x) => [
        x.name,
        x.unit,
        x.title,
        `${x.outside ? '校外' : '校内'}${professionWords[x.profession]}`,
        x.verdict && panelVerdictWords[x.verdict],
        x.opinion,
        w.time(x.signedAt),
        x.seal,
      ]),
    },
  ])
