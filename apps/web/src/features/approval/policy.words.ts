import {
  approvalSteps,
  timeoutWords,
  type ApprovalStep,
  type Business,
  type Policy,
} from '@portal/contract/approval/approval'
import { formatMoney } from '../../lib/format.ts'

/** What a step requires, by a policy or by the built-in rule. */
export interface Asked {
  required: boolean
  timeoutHours: number | null
  onTimeout: Policy['onTimeout']
}

export const listSteps = (business: Business) =>
  Object.entries(approvalSteps[business]) as [ApprovalStep, string][] // the keys of the table are the steps

/** The place where a policy applies: 仪器 X, 实验室 Y, 单位 Z or everywhere. */
export function namePlace({ device, lab, dept }: Pick<Policy, 'device' | 'lab' | 'dept'>): string {
  if (device) return `仪器：${device.name}`
  if (lab) return `实验室：${lab.name}`
  if (dept) return `单位：${dept.name}（含下级）`
  return '全校'
}

export const askedWords = ({ required }: Asked, fromAmountFen = 0): string =>
  !required ? '跳过该环节' : fromAmountFen > 0 ? `金额达到 ${formatMoney(fromAmountFen)} 时需要` : '需要'

export function nameTimeout({ timeoutHours, onTimeout }: Asked): string {
  if (timeoutHours === null || onTimeout === null) return '不限时'
  const long = timeoutHours % 24 === 0 ? `${timeoutHours / 24} 天` : `${timeoutHours} 小时`
  return `超过 ${long}${timeoutWords[onTimeout]}`
}
