import {
  acceptanceScaleWords,
  acceptanceStateWords,
  pieceVerdictWords,
  signVerdictWords,
} from '@portal/contract/acceptance/acceptance'
import { deviceFundingWords, devicePurposeWords } from '@portal/contract/device/body'
import { paymentWords, stockInStateWords } from '@portal/contract/stock-in/stock-in'
import type { WholeAcceptance } from '../acceptance/acceptance.service.ts'
import type { readDetail as showStockIn } from './show.action.ts'
import { type Written, yuan, yes, page, trail, importBlocks } from './dossier.view.ts'

// The sheets of a dossier from the delivery on.

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
        ['本次验收金额', yuan(a.totalFen)],
        ['合同总额', yuan(a.contractFen)],
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
