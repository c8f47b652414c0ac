import {
  licenceWords,
  supplierStateWords,
  type LicenceState,
  type SupplierRow,
} from '@portal/contract/supplier/supplier'
import type { StateTone } from '../../ui/state-tag.tsx'
import { defineTags } from '../../ui/state-tags.ts'

export const supplierTag = defineTags(supplierStateWords, {
  invited: 'draft',
  approved: 'done',
  returned: 'refused',
  suspended: 'stopped',
})

const licenceTones: Record<LicenceState, StateTone> = {
  missing: 'draft',
  valid: 'done',
  expiring: 'waiting',
  expired: 'refused',
}
export const licenceTag = (licence: LicenceState): { tone: StateTone; text: string } => ({
  tone: licenceTones[licence],
  text: licenceWords[licence],
})

/** 有效，至 2028-01-01 */
export const licenceUntil = ({ licence, licenceTo }: Pick<SupplierRow, 'licence' | 'licenceTo'>): string =>
  licence === 'missing' ? '' : licenceTo === null ? '长期' : `至 ${licenceTo}`

/** Ready-made reasons for returning papers. */
export const returnPicks = [
  '营业执照不清楚',
  '营业执照已到期',
  '企业名称与执照不一致',
  '缺少制造商授权书',
  '经营范围不符',
] as const
export const suspendPicks = ['提供虚假资料', '未按合同供货', '产品质量问题', '被列入不良行为记录'] as const
