import {
  acceptanceScaleWords,
  acceptanceStateWords,
  pieceVerdictWords,
  signVerdictWords,
} from '@portal/contract/acceptance/acceptance'
import { deviceFundingWords, devicePurposeWords } from '@portal/contract/device/body'
import { formatYuan } from '@portal/contract/kernel/money'
import {
  panelKindWords,
  panelStateWords,
  panelVerdictWords,
  professionWords,
} from '@portal/contract/panel/panel'
import { importPriceLines } from '@portal/contract/purchase/import-price'
import { preciousLines } from '@portal/contract/purchase/precious-case'
import { importedOf, warrantyWords, type ImportedItem } from '@portal/contract/purchase/rows'
import {
  purchaseEventWords,
  purchaseMethodWords,
  purchaseNumber,
  purchaseStateWords,
  type PurchaseEvent,
} from '@portal/contract/purchase/purchase'
import { sharesWords } from '@portal/contract/purchase/sources'
import { paymentWords, stockInStateWords } from '@portal/contract/stock-in/stock-in'
import type { LogEntry } from '../../kernel/flow-log.store.ts'
import type { WholeAcceptance } from '../acceptance/acceptance.service.ts'
import type { ItemRow, PurchaseDetail } from '../purchase/purchase.service.ts'
import { sheetHtml, type Block } from './dossier.rules.ts'
import type { Opinion, Origin } from './dossier.store.ts'
import type { showDetail as showStockIn } from './show.action.ts'

// Each stage of the dossier as a sheet of its own.

export interface Written {
  origin: Origin
  /** An instant as people read it. */
  time: (at: Date | null) => string | null
}
export const yuan = (fen: number | null) => (fen === null ? null : `${formatYuan(fen)} 元`)
export const yes = (v: boolean) => (v ? '是' : '否')
export const page = ({ origin }: Written, title: string, blocks: readonly Block[]) =>
  sheetHtml(title, `${origin.serialId} ${origin.name}`, blocks)
type Logged = { at: Date; title: string; who: string; reason: string | null }
const trail = ({ time }: Written, log: readonly Logged[]): Block => ({
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

const importBlocks = (
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
    ...importBlocks(importedOf(items)),
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
    // The log holds events of this flow only.
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

export const acceptanceSheet = (w: Written, a: WholeAcceptance): string =>
  page(w, '设备验收单', [
    {
      title: '验收信息',
      facts: [
        ['验收单号', a.number],
        ['状态', acceptanceStateWords[a.state]],
        ['规模', acceptanceScaleWords[a.scale]],
        ['合同编号', a.contractNumber],
        ['供应商', a.supplier?.name],
        ['验收人', a.receiver.name],
        ['单位', a.dept.name],
        ['验收地点', a.place],
        ['验收日期', a.acceptedOn],
        ['合同金额', yuan(a.totalFen)],
        ['验收结论', a.conclusion],
      ],
    },
    {
      title: '检查项目',
      head: ['项目', '结果', '说明'],
      rows: a.checks.map((c) => [c.label, c.ok === null ? null : c.ok ? '合格' : '不合格', c.note]),
    },
    {
      title: '设备',
      head: ['名称', '型号', '厂家', '出厂编号', '合同单价', '结果', '原因'],
      rows: a.pieces.map((p) => [
        p.name,
        p.model,
        p.manufacturer,
        p.factoryNumber,
        yuan(p.priceFen),
        p.verdict && pieceVerdictWords[p.verdict],
        p.reason,
      ]),
    },
    ...importBlocks(a.imports),
    ...(a.members.length
      ? [
          {
            title: '会签',
            head: ['姓名', '单位', '分工', '意见', '说明', '时间'],
            rows: a.members.map((m) => [
              m.user.name,
              m.dept,
              m.duty,
              m.verdict && signVerdictWords[m.verdict],
              m.opinion,
              w.time(m.signedAt),
            ]),
          },
        ]
      : []),
    trail(w, a.history),
  ])

type StockIn = Awaited<ReturnType<typeof showStockIn>>
type Piece = StockIn['pieces'][number]
export const pieceSheet = (w: Written, p: Piece): string =>
  page(w, '供货设备信息', [
    {
      title: '供应商填写',
      facts: [
        ['名称', p.name],
        ['英文名称', p.englishName],
        ['型号', p.model],
        ['规格', p.spec],
        ['生产厂家', p.manufacturer],
        ['产地国别', p.country],
        ['进口设备', yes(p.imported)],
        ['出厂编号', p.suppliedNumber],
        ['生产日期', p.madeOn],
        ['保修期至', p.warrantyUntil],
        ['技术指标', p.indicators],
        ['附件及配置', p.accessories],
        ['危险源', p.hazards],
        ['合同单价', yuan(p.priceFen)],
      ],
    },
  ])
export const stockInSheet = (w: Written, s: StockIn): string =>
  page(w, '设备入库单', [
    {
      title: '入库信息',
      facts: [
        ['入库单号', s.number],
        ['状态', stockInStateWords[s.state]],
        ['验收单号', s.acceptance.number],
        ['申购人', s.requester.name],
        ['单位', s.dept.name],
        ['供应商', s.supplier?.name],
        ['金额', yuan(s.totalFen)],
        ['凭证号', s.voucherNumber],
        ['付款日期', s.paidOn],
        ['支付方式', s.payment && paymentWords[s.payment]],
        ['财务确认', s.reimbursedBy && `${s.reimbursedBy.name} ${w.time(s.reimbursedAt) ?? ''}`],
        ['正式入库', s.storedBy && `${s.storedBy.name} ${w.time(s.storedAt) ?? ''}`],
        ['备注', s.remark],
      ],
    },
    {
      title: '设备',
      head: [
        '资产编号',
        '名称',
        '型号',
        '单价',
        '实验室',
        '房间',
        '保管人',
        '分类',
        '国标分类号',
        '教育部分类号',
        '使用方向',
        '经费来源',
      ],
      rows: s.pieces.map((p) => [
        p.assetNumber,
        p.name,
        p.model,
        yuan(p.priceFen),
        p.lab?.name,
        p.room?.name,
        p.keeper?.name,
        p.category?.name,
        p.gbtCode,
        p.moeCode,
        p.purpose && devicePurposeWords[p.purpose],
        p.funding && deviceFundingWords[p.funding],
      ]),
    },
    {
      title: '发票',
      head: ['发票号码', '发票代码', '开票日期', '金额', '税额'],
      rows: s.invoices.map((v) => [v.number, v.code, v.issuedOn, yuan(v.amountFen), yuan(v.taxFen)]),
    },
    trail(w, s.history),
  ])
