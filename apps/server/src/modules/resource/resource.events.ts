import { fileReaders } from './resource.service.ts'

export const resourceListeners = (): void => fileReaders()
