import { registerFileReaders } from '../file/file.service.ts'
import { suppliers } from './supplier.process.ts'

export function supplierListeners(): void {
  registerFileReaders('supplier', (ctx, supplierId) => suppliers.maySee(ctx, supplierId))
}
