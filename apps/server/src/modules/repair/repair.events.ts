import { readableBy } from '../file/file.service.ts'
import { maySeeOrder } from './repair.handler.ts'

export const repairListeners = (): void => readableBy('repair', maySeeOrder)
