import { registerFileReaders } from '../file/file.service.ts'
import { evaluations } from './benefit.process.ts'

export function benefitListeners(): void {
  // People who may see an evaluation may read its evidence.
  registerFileReaders('benefit', (ctx, id) => evaluations.maySee(ctx, id))
}
