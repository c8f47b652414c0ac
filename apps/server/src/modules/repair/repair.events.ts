import { registerFileReaders } from '../file/file.service.ts'
import { repairs } from './repair.process.ts'

export const repairListeners = (): void => registerFileReaders('repair', (ctx, id) => repairs.maySee(ctx, id))
