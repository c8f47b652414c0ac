import { costParts, type CostPart } from '@portal/contract/price-plan/justification'
import { addDays } from '../../kernel/time.ts'
import type { Copier } from '../bulk.ts'
import { Random } from '../random.ts'
import type { Device, PlanVersion } from './model.ts'

/** Each part's share of the yearly cost in percent, and how it is calculated. */
const parts: Record<CostPart, readonly [percent: number, note: string]> = {
  depreciation: [52, '原值 ÷ 10 年，按共享机时占比分摊'],
  consumables: [14, '近两年耗材支出平均'],
  labour: [18, '实验技术人员 0.5 人 × 年人工成本'],
  energy: [5, '额定功率 × 机时 × 校内电价'],
  maintenance: [9, '年维保合同'],
  site: [2, '使用面积 × 房屋资源使用费'],
  other: [0, '—'],
}
const people = [
  { name: '周明远', unit: '实验室与设备管理处', title: '处长' },
  { name: '林静', unit: '财务处', title: '高级会计师' },
  { name: '陈国梁', unit: '化学学院', title: '教授' },
  { name: '赵敏', unit: '材料学院', title: '教授' },
  { name: '吴思远', unit: '分析测试中心', title: '高级工程师' },
] as const
const others = ['邻省大学分析测试中心', '示范理工大学公共实验平台', '省科学院测试所'] as const

/** Justifications of the first price: for the cast's devices and every fourth of the others. */
export function justificationRows(copier: Copier): {
  add: (device: Device, plans: readonly PlanVersion[]) => void
} {
  const random = new Random('justifications')
  const rows = copier.table('price_justification', [
    'device_id',
    'version',
    'basis',
    'yearly_quantity',
    'costs',
    'comparisons',
    'proposed',
    'grounds',
    'meeting_day',
    'meeting_place',
    'participants',
    'conclusion',
    'created_by',
    'created_at',
  ])
  return {
    add(device, plans) {
      const [plan] = plans
      const campusFen = plan?.rates.campus?.unitFen
      if (!plan || !campusFen || (!device.cast && !random.chance(0.25))) return
      const quantity = random.int(60, 160) * 10
      const year = Math.round(campusFen * 1.08) * quantity
      const meetingDay = addDays(plan.from, -20)
      rows.add({
        device_id: device.id,
        version: 1,
        basis: plan.basis,
        yearly_quantity: quantity,
        costs: {
          json: Object.fromEntries(
            costParts.map((part) => [
              part,
              {
                fen: Math.round((year * parts[part][0]) / 100),
                note: parts[part][0] ? parts[part][1] : null,
              },
            ]),
          ),
        },
        comparisons: {
          json: random.some(others, 2).map((unit) => ({
            unit,
            fen: Math.round((campusFen * random.int(95, 140)) / 100),
            note: '同类型号，校外用户价',
          })),
        },
        proposed: {
          json: Object.fromEntries(Object.entries(plan.rates).map(([tier, rate]) => [tier, rate.unitFen])),
        },
        grounds:
          '依据学校《大型仪器设备开放共享收费管理办法》，按成本补偿、非营利原则测算：校内用户不超过单位成本，校外用户在成本基础上适当上浮。',
        meeting_day: meetingDay,
        meeting_place: '行政楼 301 会议室',
        participants: { json: random.some(people, 3) },
        conclusion: '成本测算依据充分，拟定价格合理，同意按此标准公示后执行。',
        created_by: device.lab.directorId,
        created_at: new Date(`${meetingDay}T08:00:00Z`),
      })
    },
  }
}
