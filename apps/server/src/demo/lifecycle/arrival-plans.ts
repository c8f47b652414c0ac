import type { CastName } from '../cast.ts'
import type { ContractItem } from './deliveries.ts'

/** The state at which the story ends: of its acceptance, or of its stock-in. */
export type ArrivalEnd =
  | 'cancelled'
  | 'draft'
  | 'awaiting_signatures'
  | 'awaiting_audit'
  | 'awaiting_info'
  | 'awaiting_card_owner'
  | 'awaiting_finance'
  | 'awaiting_store'
  | 'stored'

export interface ArrivalPlan {
  by: CastName
  title: string
  contract: string
  daysAgo: number
  end: ArrivalEnd
  item: ContractItem
}
const item = (
  name: string,
  model: string,
  manufacturer: string,
  country: string,
  quantity: number,
  unitYuan: number,
): ContractItem => ({ name, model, manufacturer, country, quantity, unitYuan })

export const arrivalPlans: readonly ArrivalPlan[] = [
  {
    by: 'supplier',
    title: '电热鼓风干燥箱购置',
    contract: 'JZ-HT-2026-0111',
    daysAgo: 12,
    end: 'draft',
    item: item('电热鼓风干燥箱', 'DHG-9140A', '一恒仪器', '中国', 2, 9_800),
  },
  {
    by: 'supplier3',
    title: '恒温摇床购置',
    contract: 'JZ-HT-2026-0118',
    daysAgo: 9,
    end: 'cancelled',
    item: item('恒温摇床', 'HZQ-F160', '东联电子', '中国', 2, 12_400),
  },
  {
    by: 'supplier2',
    title: '激光位移测量系统购置',
    contract: 'JZ-HT-2026-0112',
    daysAgo: 20,
    end: 'awaiting_signatures',
    item: item('激光位移测量系统', 'LK-G5000', '基恩士', '日本', 1, 168_000),
  },
  {
    by: 'supplier',
    title: '维氏硬度计购置',
    contract: 'JZ-HT-2026-0113',
    daysAgo: 24,
    end: 'awaiting_audit',
    item: item('数显维氏硬度计', 'HVS-50', '华银试验仪器', '中国', 1, 46_000),
  },
  {
    by: 'supplier2',
    title: '金相切割机购置',
    contract: 'JZ-HT-2026-0114',
    daysAgo: 30,
    end: 'awaiting_info',
    item: item('金相试样切割机', 'QG-5', '蔚仪试验器材', '中国', 2, 18_500),
  },
  {
    by: 'supplier',
    title: '手持红外热像仪购置',
    contract: 'JZ-HT-2026-0115',
    daysAgo: 36,
    end: 'awaiting_finance',
    item: item('手持红外热像仪', 'M600', '高德智感', '中国', 1, 38_600),
  },
  {
    by: 'supplier3',
    title: '动态信号分析仪购置',
    contract: 'JZ-HT-2026-0116',
    daysAgo: 42,
    end: 'awaiting_store',
    item: item('动态信号分析仪', 'DH5922D', '东华测试', '中国', 1, 92_000),
  },
  {
    by: 'supplier',
    title: '仪器购置',
    contract: 'JZ-HT-2026-0117',
    daysAgo: 90,
    end: 'stored',
    item: item('仪器', 'A-1', '江州仪器', '中国', 1, 88_000),
  },
  {
    by: 'supplier2',
    title: '紫外可见分光光度计购置',
    contract: 'JZ-HT-2026-0119',
    daysAgo: 11,
    end: 'awaiting_card_owner',
    item: item('紫外可见分光光度计', 'UV-2700i', '岛津仪器（苏州）', '中国', 1, 84_600),
  },
]
