import type { LabNewsEvent } from '@portal/contract/notice/lab-news'
import type { NoticeState } from '@portal/contract/notice/notice'

const byState: Record<NoticeState, readonly LabNewsEvent[]> = {
  draft: ['edit', 'publish', 'remove'],
  published: ['edit', 'withdraw', 'remove'],
  withdrawn: ['edit', 'publish', 'remove'],
}
/** What somebody may do with a lab's news: everything who edits the lab, nothing others. */
export const actionsOfNews = (state: NoticeState, edits: boolean): LabNewsEvent[] =>
  edits ? [...byState[state]] : []

/** When news comes out: on the wished day while that is still to come, else now. */
export const choosePublishTime = (wished: Date | null, now: Date): Date =>
  wished && wished > now ? wished : now

/** Everybody reads it: it is published, and its time has come. */
export const isPublic = (news: { state: NoticeState; publishAt: Date | null }, now: Date): boolean =>
  news.state === 'published' && news.publishAt !== null && news.publishAt <= now
