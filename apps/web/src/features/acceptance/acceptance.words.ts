import {
  acceptanceStateWords,
  type AcceptanceRow,
  type AcceptanceScale,
} from '@portal/contract/acceptance/acceptance'
import type { ScreenPath } from '@portal/contract/screens'
import { to } from '../../lib/paths.ts'
import { defineTags } from '../../ui/state-tags.ts'

export const acceptanceTag = defineTags(acceptanceStateWords, {
  draft: 'draft',
  accepted: 'done',
  cancelled: 'stopped',
})

/** Short words for lists, which need the room for what was bought. */
export const sizeWords: Record<AcceptanceScale, string> = { small: '小型', medium: '中型', large: '大型' }

/** Ready-made reasons for sending an acceptance back. */
export const sendBackPicks = ['照片不清楚', '检查项目填写不完整', '验收结论不明确', '会签人员不合适'] as const
export const objectPicks = ['技术指标未达到合同要求', '附件或资料不全', '安装调试未完成'] as const

export const findPage = (scale: AcceptanceScale): ScreenPath =>
  scale === 'small' ? '/osp/storage/acceptanceAutoInfo' : '/osp/storage/acceptanceAcademyInfo'
export const findAddress = (a: Pick<AcceptanceRow, 'id' | 'scale' | 'can'>): string =>
  to(a.can.includes('approve') ? '/osp/storage/acceptanceAuditInfo' : findPage(a.scale), { id: a.id })
