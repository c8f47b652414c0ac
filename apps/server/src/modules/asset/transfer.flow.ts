import {
  transferEventWords,
  transferStateWords,
  type TransferEvent,
  type TransferState,
} from '@portal/contract/asset/asset'
import { defineFlow, type Step } from '../../kernel/flow.ts'

/** `giver` and `receiver` stand for whoever is awaited on either side: the labs' directors. */
export type TransferRole = 'requester' | 'giver' | 'receiver'

const steps: Step<TransferState, TransferEvent, TransferRole>[] = [
  { from: null, on: 'create', by: ['requester'], to: 'awaiting_giver' },
  // Who gives asked for it himself: the other side is left.
  { from: null, on: 'create', by: ['requester'], to: 'awaiting_receiver' },
  { from: 'awaiting_giver', on: 'agree', by: ['giver'], to: 'awaiting_receiver' },
  { from: 'awaiting_giver', on: 'refuse', by: ['giver'], to: 'refused', reason: true },
  { from: 'awaiting_giver', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
  { from: 'awaiting_receiver', on: 'agree', by: ['receiver'], to: 'done' },
  { from: 'awaiting_receiver', on: 'refuse', by: ['receiver'], to: 'refused', reason: true },
  { from: 'awaiting_receiver', on: 'cancel', by: ['requester'], to: 'cancelled', reason: true },
]

export const transferFlow = defineFlow<TransferState, TransferEvent, TransferRole>(
  'transfer',
  { state: transferStateWords, event: transferEventWords },
  steps,
)
