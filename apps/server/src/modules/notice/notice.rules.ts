import type { NoticeStage } from '@portal/contract/notice/notice'

export type NoticeAction = 'change' | 'publish' | 'withdraw' | 'remove'

/** What a person who manages the notice may do with it. */
export const listActions = (state: NoticeStage, edits: boolean): NoticeAction[] =>
  !edits
    ? []
    : state === 'published'
      ? ['change', 'withdraw', 'remove']
      : state === 'scheduled'
        ? ['change', 'publish', 'withdraw', 'remove']
        : ['change', 'publish', 'remove']

/** The file business of a notice's attachments. */
export const FILES = 'notice'
/** The file business of pictures in the text of a notice or of lab news. */
export const PICTURES = 'notice-text'
