const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** Mobile numbers, numbers with area code, and numbers of seven or eight digits without one. */
const NUMBERS = [/1[3-9]\d(?:[- ]?\d{4}){2}/, /0\d{2,3}[- ]?\d{7,8}/, /\d{7,8}/]
  .map((n) => n.source)
  .join('|')
/** Matches only if no sign before or after makes the digits part of a range, a decimal or an asset number. */
const PHONE = new RegExp(`(?<![\\w.–~-])(?:\\+?86[- ]?)?(?:${NUMBERS})(?![\\w.])`, 'g')

/** Replaces mail addresses and telephone numbers in a text that visitors may read. */
export const hideContacts = (text: string | null): string | null =>
  text && text.replace(MAIL, HIDDEN).replace(PHONE, HIDDEN)
const HIDDEN = '（登录后可见）'
