import { readableBy } from '../file/file.service.ts'
import { suppliers } from './supplier.process.ts'

export function supplierListeners(): void {
  readableBy('supplier', (ctx, supplierId) => suppliers.maySee(ctx, supplierId))
}
