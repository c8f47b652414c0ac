import { readableBy } from '../file/file.service.ts'
import { maySeeId } from './supplier.service.ts'

export function supplierListeners(): void {
  readableBy('supplier', maySeeId)
}
