import {
  repairOrderStateWords,
  scrapStateWords,
  transferStateWords,
  type RepairOrderState,
  type ScrapState,
  type TransferState,
} from '@portal/contract/asset/asset'
import type { StateTone } from '../../ui/state-tag.tsx'

interface Tag {
  tone: StateTone
  text: string
}
const transferTones: Record<TransferState, StateTone> = {
  awaiting_giver: 'waiting',
  awaiting_receiver: 'waiting',
  done: 'done',
  refused: 'refused',
  cancelled: 'stopped',
}
export const transferTag = (state: TransferState): Tag => ({
  tone: transferTones[state],
  text: transferStateWords[state],
})

const repairTones: Record<RepairOrderState, StateTone> = {
  reported: 'waiting',
  assigned: 'active',
  repairing: 'active',
  done: 'done',
  given_up: 'refused',
  refused: 'refused',
}
export const repairTag = (state: RepairOrderState): Tag => ({
  tone: repairTones[state],
  text: repairOrderStateWords[state],
})

const scrapTones: Record<ScrapState, StateTone> = {
  draft: 'draft',
  awaiting_experts: 'waiting',
  awaiting_dept_head: 'waiting',
  awaiting_finance: 'waiting',
  awaiting_equip_office: 'waiting',
  awaiting_disposal: 'active',
  disposed: 'done',
  refused: 'refused',
  cancelled: 'stopped',
}
export const scrapTag = (state: ScrapState): Tag => ({
  tone: scrapTones[state],
  text: scrapStateWords[state],
})

/** Ready sentences. */
export const transferRefusalPicks = ['仪器仍在使用', '场地条件不具备', '暂无使用需求', '手续不全'] as const
export const scrapRefusalPicks = ['仍有使用价值', '可调剂给其他单位', '未达到报废年限', '材料不全'] as const
export const repairRefusalPicks = [
  '现场检查未见故障',
  '操作问题，已指导',
  '无维修价值，建议报废',
  '重复报修',
] as const
