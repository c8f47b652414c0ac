import { readableBy } from '../file/file.service.ts'
import { maySeeId } from './supplier.handler.ts'

export function supplierListeners(): void {
  readableBy('supplier', maySeeId)
}
