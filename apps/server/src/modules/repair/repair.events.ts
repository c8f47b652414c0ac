import { readableBy } from '../file/file.service.ts'
import { repairs } from './repair.process.ts'

export const repairListeners = (): void => readableBy('repair', (ctx, id) => repairs.maySee(ctx, id))
