import {
  deliveryStateWords,
  pieceStateWords,
  type DeliveryState,
  type PieceState,
} from '@portal/contract/delivery/delivery'
import type { StateTone } from '../../ui/state-tag.tsx'

const tones: Record<DeliveryState, StateTone> = {
  awaiting_entry: 'waiting',
  awaiting_check: 'waiting',
  checked: 'done',
  ended: 'stopped',
}
export const deliveryTag = (state: DeliveryState): { tone: StateTone; text: string } => ({
  tone: tones[state],
  text: deliveryStateWords[state],
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

/** Ready sentences for whoever sends entries back. */
export const returnPicks = [
  '型号与合同不符',
  '出厂编号有误',
  '产地与合同不符',
  '技术指标未填写完整',
  '缺少随机资料',
] as const
