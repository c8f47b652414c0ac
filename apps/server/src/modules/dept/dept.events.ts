import { importable } from '../bulk/bulk.service.ts'
import { deptImport } from './dept.import.service.ts'

export function deptListeners(): void {
  importable(deptImport)
}
