import { noticeStateWords, type NoticeStage, type NoticeState } from '@portal/contract/notice/notice'

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

/**
 * Why an open form may not be saved: the row has been changed or withdrawn since it was read. Undefined: it
 * may.
 */
export const judgeSeen = (
  what: string,
  now: { state: NoticeState; updatedAt: Date },
  seenAt: string | null | undefined,
): string | undefined =>
  seenAt && Date.parse(seenAt) !== now.updatedAt.getTime()
    ? `您打开后，该${what}已被修改，当前为“${noticeStateWords[now.state]}”；未保存，请刷新后重试`
    : undefined
