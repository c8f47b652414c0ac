import { readableBy } from '../file/file.service.ts'
import { mayReadFiles } from './notice.service.ts'

export function noticeListeners(): void {
  readableBy('notice', mayReadFiles, { alsoStrangers: true })
}
