import {
  dictionaryBody,
  dictionaryItemBody,
  dictionaryRefusals,
  keeperCodes,
} from '@portal/contract/dictionary/dictionary'
import { defineImport, type ImportValues, type Judged } from '../bulk/bulk.service.ts'
import { sortColumn, defineWord } from '../bulk/cell.rules.ts'
import * as store from './dictionary.import.store.ts'
import { isFixed, listActions } from './keeper.rules.ts'
import { isNeeded, judgeValue, keepsOne } from './value.rules.ts'

const { name, description } = dictionaryBody.shape
const { label, value } = dictionaryItemBody.shape
const columns = {
  name: {
    header: '字典名称',
    schema: name,
    sample: 'lab_type',
    required: true,
    also: ['字典', '字典编码'],
    note: '已登记的名称；系统管理员填写新的名称即新增字典',
    width: 24,
  },
  description: {
    header: '描述',
    schema: description,
    sample: '实验室类型',
    also: ['字典描述'],
    note: '只对新字典有效',
    width: 24,
  },
  label: {
    header: '标签',
    schema: label,
    sample: '教学实验室',
    required: true,
    also: ['名称', '条目'],
    note: '用户看到的文字',
    width: 24,
  },
  value: {
    header: '值',
    schema: value,
    sample: 'teaching',
    required: true,
    note: '保存在记录中的内容；该字典中已有的值表示修改该条目',
  },
  sort: sortColumn,
  enabled: {
    header: '状态',
    schema: defineWord('状态', { yes: '启用', no: '停用' }),
    sample: '启用',
    note: '不填：新条目为启用，已有条目不变',
    width: 8,
  },
} as const
type Columns = typeof columns
type Row = ImportValues<Columns>

export const dictionaryImport = defineImport<Columns, store.ImportedItem>({
  kind: 'dictionary',
  columns,
  notes: ['每行一个条目。已有条目：空着的单元格表示不修改；文件中没有的条目保持不变。'],
  may: (ctx) => ctx.holds(...keeperCodes),
  uniqueOf: (row) => ({ value: `${row.name} ${row.value}` }),
  async judge(ctx, rows) {
    const known = new Map(
      (await store.findDictionaries(ctx.db, [...new Set(rows.map((r) => r.name))])).map((d) => [d.name, d]),
    )
    const items = new Map((await store.findItems(ctx.db, rows)).map((i) => [`${i.name} ${i.value}`, i]))
    const creates = ctx.holds('ADMIN')
    return rows.map((row) => {
      const of = known.get(row.name)
      const judged = warnOfDescription(row, of, judgeItem(row, items.get(`${row.name} ${row.value}`)))
      // An exported file holds these lists, too.
      if (isFixed(row.name))
        return judged.verdict === 'same' ? judged : bad('name', dictionaryRefusals.DICTIONARY_FIXED)
      if (!of && !creates) return bad('name', `没有名为“${row.name}”的字典，新增字典请联系系统管理员`)
      if (of && !listActions({ ...of, builtin: true }, (code) => ctx.holds(code)).includes('items'))
        return bad('name', dictionaryRefusals.KEPT_BY_OTHERS)
      return judged
    })
  },
  async write(ctx, rows) {
    await store.keep(
      ctx,
      rows.map((r) => r.plan),
    )
  },
})

const bad = (column: keyof Columns, message: string): Judged<Columns, store.ImportedItem> => ({
  verdict: 'bad',
  errors: [{ column, message }],
})

/** The description of a known dictionary stays as it is. */
function warnOfDescription(
  row: Row,
  of: { description: string | null } | undefined,
  judged: Judged<Columns, store.ImportedItem>,
): Judged<Columns, store.ImportedItem> {
  if (!of || row.description === null || row.description === of.description) return judged
  const message = '已有字典的描述不会由导入修改'
  return { ...judged, warnings: [{ column: 'description', message }] }
}

function judgeItem(row: Row, before: store.KnownItem | undefined): Judged<Columns, store.ImportedItem> {
  const fault = judgeValue(row.name, row.value)
  if (fault) return bad('value', fault)
  // Whether an enabled item remains depends on the whole file, so these items are disabled on screen only,
  // where all items are visible.
  if (row.enabled === 'no' && before?.enabled !== false && keepsOne(row.name))
    return bad('enabled', '该字典须保留一个启用的条目，请在字典管理中停用')
  if (row.enabled === 'no' && isNeeded(row.name, row.value))
    return bad('enabled', dictionaryRefusals.ITEM_NEEDED)
  const plan: store.ImportedItem = {
    name: row.name,
    description: row.description,
    label: row.label,
    value: row.value,
    sort: row.sort ?? before?.sort ?? 0,
    enabled: row.enabled === null ? (before?.enabled ?? true) : row.enabled === 'yes',
  }
  if (!before) return { verdict: 'new', plan }
  const was = [
    ...(before.label === plan.label ? [] : [{ column: 'label' as const, message: before.label }]),
    ...(before.sort === plan.sort ? [] : [{ column: 'sort' as const, message: String(before.sort) }]),
    ...(before.enabled === plan.enabled
      ? []
      : [{ column: 'enabled' as const, message: before.enabled ? '启用' : '停用' }]),
  ]
  return { verdict: was.length ? 'changed' : 'same', was, plan }
}
