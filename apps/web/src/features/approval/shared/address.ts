import type { Task } from '@portal/contract/approval/approval'
import { to } from '../../../lib/paths.ts'

/** The full page of what a task is about. */
export function addressOfTask({ business, rowId, step }: Pick<Task, 'business' | 'rowId' | 'step'>): string {
  switch (business) {
    case 'booking':
      return to('/appointment/orderDetail', { id: rowId })
    case 'test_order':
      return step === 'fill' ? to('/account/measureInfo', { id: rowId }) : to('/account/orderDetail', { id: rowId })
    case 'settlement':
      return to('/account/payOrderDetail', { id: rowId })
  }
}
