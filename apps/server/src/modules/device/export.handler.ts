import {
  deviceDesignWords,
  deviceFundingWords,
  deviceOriginWords,
  devicePurposeWords,
  deviceRunningWords,
  shareModeWords,
} from '@portal/contract/device/body'
import { deviceStatusWords } from '@portal/contract/device/device'
import { EXPORT_MAX, type deviceManageCalls } from '@portal/contract/device/manage'
import type { Parsed } from '@portal/contract/kernel/call'
import type { Ctx } from '../../kernel/ctx.ts'
import type { RawReply } from '../../kernel/send-reply.ts'
import { limitRows, makeSheet, type SheetColumn } from '../../kernel/sheet.ts'
import { findToday } from '../../kernel/time.ts'
import { listIds } from './bits.rules.ts'
import { keptScope, findSet } from './search.action.ts'
import { listExportRows, type ExportRow } from './manage.store.ts'

const CHUNK = 500

/**
 * All devices that match the list's filters, in the order of their keys. The set is found once; rows are read
 * while the file is written.
 */
export async function exportList(
  ctx: Ctx,
  { query }: Parsed<typeof deviceManageCalls.export>,
): Promise<RawReply> {
  const ids = listIds(await findSet(ctx, query, keptScope(ctx)))
  async function* walk(): AsyncGenerator<ExportRow> {
    for (let at = 0; at < ids.length; at += CHUNK)
      yield* await listExportRows(ctx.db, ids.slice(at, at + CHUNK))
  }
  const { rows, findFoot } = limitRows(walk(), EXPORT_MAX, (n) => `仅含前 ${n} 台，请缩小筛选范围后导出`)
  return makeSheet('仪器', columns, rows, `仪器-${findToday(ctx)}.xlsx`, 'xlsx', findFoot)
}

const findWord = (words: Record<string, string>, key: string | null) =>
  key === null ? null : (words[key] ?? key)
const yesNo = (value: boolean) => (value ? '是' : '否')
/** The headers are those of the import, so that a file that went out comes in again. */
const columns: SheetColumn<ExportRow>[] = [
  { header: '资产编号', width: 18, value: (d) => d.serialId },
  { header: '仪器名称', width: 32, value: (d) => d.name },
  { header: '英文名称', width: 32, value: (d) => d.englishName },
  { header: '常用名', value: (d) => d.alias },
  { header: '型号', value: (d) => d.model },
  { header: '规格', value: (d) => d.spec },
  { header: '生产厂家', width: 24, value: (d) => d.manufacturer },
  { header: '产地国别', value: (d) => d.country },
  { header: '出厂编号', value: (d) => d.factoryNumber },
  { header: '出厂日期', value: (d) => d.madeOn },
  { header: '供货商', width: 24, value: (d) => d.supplier },
  { header: '分类编码', value: (d) => d.categoryCode },
  { header: '分类名称', value: (d) => d.category },
  { header: '国标分类号', value: (d) => d.gbtCode },
  { header: '教育部分类号', value: (d) => d.moeCode },
  { header: '仪器类型', value: (d) => findWord(deviceDesignWords, d.design) },
  { header: '使用方向', value: (d) => findWord(devicePurposeWords, d.purpose) },
  { header: '仪器来源', value: (d) => findWord(deviceOriginWords, d.origin) },
  { header: '经费来源', value: (d) => findWord(deviceFundingWords, d.funding) },
  { header: '原值（元）', money: true, value: (d) => d.priceFen && d.priceFen / 100 },
  { header: '购置日期', value: (d) => d.boughtOn },
  { header: '启用日期', value: (d) => d.enabledOn },
  { header: '保修截止日期', value: (d) => d.warrantyUntil },
  { header: '进口设备', value: (d) => yesNo(d.imported) },
  { header: '海关监管', value: (d) => yesNo(d.underCustoms) },
  { header: '单位', width: 24, value: (d) => d.deptName },
  { header: '实验室', width: 24, value: (d) => d.labName },
  { header: '放置地点', width: 24, value: (d) => d.room },
  { header: '联系人用户名', value: (d) => d.contactUsername },
  { header: '联系人姓名', value: (d) => d.contact },
  { header: '状态', value: (d) => deviceStatusWords[d.status] },
  { header: '状态说明', width: 24, value: (d) => d.statusNote },
  { header: '运行状态', value: (d) => findWord(deviceRunningWords, d.running) },
  { header: '共享', value: (d) => yesNo(d.shared) },
  { header: '共享模式', value: (d) => findWord(shareModeWords, d.shareMode) },
  { header: '近一年使用（小时）', width: 18, value: (d) => Math.round(d.usedMinutes / 60) },
]
