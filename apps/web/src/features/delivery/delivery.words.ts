import { deliveryStateWords, pieceStateWords, type PieceState } from '@portal/contract/delivery/delivery'
import type { StateTone } from '../../ui/state-tag.tsx'
import { defineTags } from '../../ui/state-tags.ts'

export const deliveryTag = defineTags(deliveryStateWords, {
  checked: 'done',
  ended: 'stopped',
})

const pieceTones: Record<PieceState, StateTone> = {
  expected: 'draft',
  entered: 'waiting',
  checked: 'active',
  accepted: 'active',
  stored: 'done',
  struck: 'stopped',
}
export const pieceTag = (state: PieceState): { tone: StateTone; text: string } => ({
  tone: pieceTones[state],
  text: pieceStateWords[state],
})

/** Ready-made reasons for returning entries. */
export const returnPicks = [
  '型号与合同不符',
  '出厂编号有误',
  '产地与合同不符',
  '技术指标未填写完整',
  '缺少随机资料',
] as const
