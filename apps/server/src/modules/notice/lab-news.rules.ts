import type { LabNewsEvent } from '@portal/contract/notice/lab-news'
import type { NoticeState } from '@portal/contract/notice/notice'

const byState: Record<NoticeState, readonly LabNewsEvent[]> = {
  draft: ['edit', 'publish', 'remove'],
  published: ['edit', 'withdraw', 'remove'],
  withdrawn: ['edit', 'publish', 'remove'],
}
/** What a person may do with a lab's news: editors of the lab everything, others nothing. */
export const actionsOfNews = (state: NoticeState, edits: boolean): LabNewsEvent[] =>
  edits ? [...byState[state]] : []

/** The publication time: the wished one if it is in the future, else now. */
export const choosePublishTime = (wished: Date | null, now: Date): Date =>
  wished && wished > now ? wished : now

/** True if it is published and its time has come. */
export const isPublic = (news: { state: NoticeState; publishAt: Date | null }, now: Date): boolean =>
  news.state === 'published' && news.publishAt !== null && news.publishAt <= now
