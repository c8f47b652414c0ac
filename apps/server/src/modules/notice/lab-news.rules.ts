import type { LabNewsEvent } from '@portal/contract/notice/lab-news'
import type { NoticeState } from '@portal/contract/notice/notice'

const byState: Record<NoticeState, readonly LabNewsEvent[]> = {
  draft: ['edit', 'publish', 'remove'],
  published: ['edit', 'withdraw', 'remove'],
  withdrawn: ['edit', 'publish', 'remove'],
}
/** What can be done with a lab's news: all of it by who edits the lab, none of it by others. */
export const canOfNews = (state: NoticeState, edits: boolean): LabNewsEvent[] =>
  edits ? [...byState[state]] : []

/** Since when it is read: a day still to come stays, one gone by is now. */
export const publishedAt = (wished: Date | null, now: Date): Date => (wished && wished > now ? wished : now)

/** What everybody reads: published, and its time has come. */
export const isPublic = (news: { state: NoticeState; publishAt: Date | null }, now: Date): boolean =>
  news.state === 'published' && news.publishAt !== null && news.publishAt <= now
