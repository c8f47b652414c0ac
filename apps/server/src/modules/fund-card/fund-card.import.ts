import { fundCardRefusals } from '@portal/contract/fund-card/fund-card'
import { line, optionalLine } from '@portal/contract/kernel/fields'
import { formatYuan } from '@portal/contract/kernel/money'
import { refuse, violates } from '../../kernel/refuse.ts'
import { defineImport, type Judged } from '../bulk/bulk.service.ts'
import { optionalDay, yuan } from '../bulk/cell.rules.ts'
import { lookupIn, wordsIn, type Lookup } from '../bulk/lookup.rules.ts'
import type { ImportValues } from '../bulk/sheet.rules.ts'
import * as store from './fund-card.import.store.ts'
import { isFinance } from './fund-card.view.ts'
import { announceOwners } from './owner.action.ts'

/** The columns of both import and export. */
export const cardColumns = {
  number: {
    header: '经费卡号',
    schema: line('经费卡号', 50).regex(/^[\w.\-/()（）]+$/u, '经费卡号只能使用字母、数字和 . - _ / ( )'),
    sample: 'KY2026-0001',
    required: true,
    also: ['卡号', '项目卡号', '经费本号'],
    note: '已有的卡号表示修改该卡',
    width: 20,
  },
  name: {
    header: '经费卡名称',
    schema: line('经费卡名称', 100),
    sample: '国家自然科学基金面上项目',
    required: true,
    also: ['名称', '项目名称'],
    width: 28,
  },
  projectCode: { header: '项目编号', schema: optionalLine('项目编号', 50), sample: '52371001' },
  owner: {
    header: '持有人用户名',
    schema: line('持有人用户名', 64),
    sample: 'zhangsan',
    required: true,
    also: ['持有人', '负责人工号', '负责人'],
    note: '学号、工号或登录名',
  },
  dept: {
    header: '单位',
    schema: optionalLine('单位', 100),
    sample: '材料科学与工程学院',
    also: ['部门', '院系'],
    note: '名称或编码',
    width: 28,
  },
  balance: {
    header: '余额',
    schema: yuan('余额'),
    sample: '10000.00',
    also: ['初始余额', '余额（元）'],
    note: '单位为元。只对新卡有效，记为一笔充值；已有卡的余额请用“充值”或“调整”',
  },
  credit: {
    header: '信用额度',
    schema: yuan('信用额度'),
    sample: '0.00',
    note: '单位为元。余额减冻结可以低于零多少，计入可用额度；不填为 0，已有的卡不变',
  },
  validFrom: { header: '生效日期', schema: optionalDay, sample: '2026-01-01', note: '不填则立即生效' },
  validTo: { header: '截止日期', schema: optionalDay, sample: '2028-12-31', note: '不填则长期有效' },
  remark: { header: '备注', schema: optionalLine('备注', 500), sample: '', width: 30 },
} as const
type Columns = typeof cardColumns

interface Plan {
  id: number | null
  values: store.ImportedValues
  balanceFen: number
}

export const fundCardImport = defineImport<Columns, Plan>({
  kind: 'fund-card',
  columns: cardColumns,
  notes: [
    '新卡的余额记为一笔充值流水；重复导入同一份文件不会再次充值。',
    '已有的卡：空着的单元格表示不修改。',
  ],
  may: isFinance,
  uniqueOf: ({ number }) => ({ number }),

  async judge(ctx, rows) {
    const cards = await store.findByNumber(
      ctx.db,
      wordsIn(rows, (r) => r.number),
    )
    const people = await store.findPeople(
      ctx.db,
      wordsIn(rows, (r) => r.owner.toLowerCase()),
    )
    const depts = await store.findDepts(
      ctx.db,
      wordsIn(rows, (r) => r.dept),
    )
    const known: Known = {
      cards: new Map(cards.map((c) => [c.number, c])),
      people: new Map(people.map((p) => [p.username, p])),
      depts: lookupIn('单位', depts, { missing: (word) => `没有名为或编码为“${word}”的单位` }),
    }
    return rows.map((row) => judgeOne(row, known))
  },

  async write(ctx, rows) {
    try {
      await store.addAll(
        ctx,
        rows
          .filter((r) => r.plan.id === null)
          .map(({ row, plan }) => ({ number: row.number, ...plan.values, balanceFen: plan.balanceFen })),
      )
      const changed = await store.changeAll(
        ctx,
        rows.flatMap(({ row, plan }) =>
          plan.id === null ? [] : [{ id: plan.id, number: row.number, ...plan.values }],
        ),
      )
      await announceOwners(ctx, changed)
    } catch (e) {
      throw violates(e, 'fund_card_covers') ? refuse('CARD_COVERS', fundCardRefusals.CARD_COVERS) : e
    }
  },
})

type Row = ImportValues<Columns>
interface Known {
  cards: ReadonlyMap<string, store.KnownCard>
  people: ReadonlyMap<string, store.ImportedOwner>
  depts: Lookup
}

function judgeOne(row: Row, { cards, people, depts }: Known): Judged<Columns, Plan> {
  const errors: { column: keyof Columns; message: string }[] = []
  const before = cards.get(row.number)
  const owner = people.get(row.owner.toLowerCase())
  if (!owner) errors.push({ column: 'owner', message: `没有用户名为“${row.owner}”的用户` })
  // A person who has left could neither spend it nor agree to spending by others.
  else if (!owner.enabled && owner.id !== before?.ownerId)
    errors.push({ column: 'owner', message: `“${row.owner}”的账号已停用，不能持有经费卡` })
  const dept = row.dept === null ? undefined : depts(row.dept, before?.deptId)
  if (dept && 'wrong' in dept) errors.push({ column: 'dept', message: dept.wrong })
  const creditFen = row.credit ?? before?.creditFen ?? 0
  if (before && before.balanceFen - before.frozenFen + creditFen < 0)
    errors.push({ column: 'credit', message: fundCardRefusals.CARD_COVERS })
  const values: store.ImportedValues = {
    name: row.name,
    projectCode: row.projectCode ?? before?.projectCode ?? null,
    ownerId: owner?.id ?? 0,
    deptId: (dept && 'id' in dept ? dept.id : before?.deptId) ?? null,
    creditFen,
    validFrom: row.validFrom ?? before?.validFrom ?? null,
    validTo: row.validTo ?? before?.validTo ?? null,
    remark: row.remark ?? before?.remark ?? null,
  }
  if (values.validFrom && values.validTo && values.validFrom > values.validTo)
    errors.push({ column: 'validTo', message: '截止日期不能早于生效日期' })
  if (errors.length) return { verdict: 'bad', errors }
  if (!before) return { verdict: 'new', plan: { id: null, values, balanceFen: row.balance ?? 0 } }
  const was = listDifferences(before, values)
  const moved = row.balance !== null && row.balance !== before.balanceFen
  const warnings = moved
    ? [
        {
          column: 'balance' as const,
          message: `已有卡的余额不会由导入修改（现为 ${formatYuan(before.balanceFen)} 元）`,
        },
      ]
    : []
  return {
    verdict: was.length ? 'changed' : 'same',
    was,
    warnings,
    plan: { id: before.id, values, balanceFen: 0 },
  }
}

function listDifferences(before: store.KnownCard, now: store.ImportedValues) {
  const was: { column: keyof Columns; message: string }[] = []
  const compare = (column: keyof Columns, a: unknown, b: unknown, shown: string | null) =>
    a !== b && was.push({ column, message: shown || '（空）' })
  compare('name', before.name, now.name, before.name)
  compare('projectCode', before.projectCode, now.projectCode, before.projectCode)
  compare('owner', before.ownerId, now.ownerId, before.ownerName)
  compare('dept', before.deptId, now.deptId, before.deptName)
  compare('credit', before.creditFen, now.creditFen, formatYuan(before.creditFen))
  compare('validFrom', before.validFrom, now.validFrom, before.validFrom)
  compare('validTo', before.validTo, now.validTo, before.validTo)
  compare('remark', before.remark, now.remark, before.remark)
  return was
}
