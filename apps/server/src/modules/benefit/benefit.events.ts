import { registerFileReaders } from '../file/file.service.ts'
import { evaluations } from './benefit.process.ts'

export function benefitListeners(): void {
  // Whoever may see an evaluation may look at its evidence.
  registerFileReaders('benefit', (ctx, id) => evaluations.maySee(ctx, id))
}
