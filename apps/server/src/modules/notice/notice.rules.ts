import type { NoticeStage } from '@portal/contract/notice/notice'

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
