import { noticeStateWords, type NoticeStage, type NoticeState } from '@portal/contract/notice/notice'

export type NoticeAction = 'change' | 'publish' | 'withdraw' | 'remove'

/** What whoever looks after a notice may do with it. */
export const listActions = (state: NoticeStage, edits: boolean): NoticeAction[] =>
  !edits
    ? []
    : state === 'published'
      ? ['change', 'withdraw', 'remove']
      : state === 'scheduled'
        ? ['change', 'publish', 'withdraw', 'remove']
        : ['change', 'publish', 'remove']

/** What the attachments of a notice hang on. */
export const FILES = 'notice'
/** What the pictures in the text of a notice, or of a lab's news, hang on. */
export const PICTURES = 'notice-text'

/**
 * Why a form that was open may not be saved: what it began with has been changed since, or taken back.
 * Undefined: it may.
 */
export const judgeSeen = (
  what: string,
  now: { state: NoticeState; updatedAt: Date },
  seenAt: string | null | undefined,
): string | undefined =>
  seenAt && Date.parse(seenAt) !== now.updatedAt.getTime()
    ? `您打开后，该${what}已被修改，当前为“${noticeStateWords[now.state]}”；未保存，请刷新后重试`
    : undefined
