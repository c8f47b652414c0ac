import { repairOrderStateWords, scrapStateWords, transferStateWords } from '@portal/contract/asset/asset'
import { defineTags } from '../../ui/state-tags.ts'

export const transferTag = defineTags(transferStateWords, {
  done: 'done',
  refused: 'refused',
  cancelled: 'stopped',
})

export const repairTag = defineTags(repairOrderStateWords, {
  reported: 'waiting',
  assigned: 'active',
  repairing: 'active',
  done: 'done',
  given_up: 'refused',
  refused: 'refused',
})

export const scrapTag = defineTags(scrapStateWords, {
  draft: 'draft',
  awaiting_disposal: 'active',
  disposed: 'done',
  refused: 'refused',
  cancelled: 'stopped',
})

/** Ready-made reasons. */
export const transferRefusalPicks = ['仪器仍在使用', '场地条件不具备', '暂无使用需求', '手续不全'] as const
export const scrapRefusalPicks = ['仍有使用价值', '可调剂给其他单位', '未达到报废年限', '材料不全'] as const
export const repairRefusalPicks = [
  '现场检查未见故障',
  '操作问题，已指导',
  '无维修价值，建议报废',
  '重复报修',
] as const
