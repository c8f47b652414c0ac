import { listen } from '../../kernel/events.ts'
import type {} from '../dept/dept.events.ts'
import { registerFileTable, registerFileReaders, registerPictureText } from '../file/file.service.ts'
import type {} from '../lab/lab.events.ts'
import { mayReadNews, removeNews } from './lab-news.action.ts'
import { mayReadFiles } from './notice.action.ts'
import { FILES, PICTURES } from './notice.rules.ts'
import { moveTargets } from './notice.store.ts'

export function noticeListeners(): void {
  registerFileReaders(FILES, mayReadFiles, { alsoStrangers: true })
  // A picture may be read by those who may read its text: a portal notice, or news of a lab.
  registerFileReaders(
    PICTURES,
    async (ctx, id) => (await mayReadFiles(ctx, id)) || (ctx.actor !== null && (await mayReadNews(ctx, id))),
    { alsoStrangers: true },
  )
  registerFileTable(FILES, 'notice')
  registerFileTable(PICTURES, 'notice')
  registerPictureText(PICTURES, { table: 'notice', row: 'id', html: 'body_html' })
  listen('lab.removed', (ctx, { labId }) => removeNews(ctx, labId))
  listen('dept.merged', (ctx, { deptId, intoId }) => moveTargets(ctx, deptId, intoId))
}
