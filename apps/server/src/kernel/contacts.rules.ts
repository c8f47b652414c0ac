const MAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
/** Mobile; with area code; without one: seven or eight digits. */
const NUMBERS = [/1[3-9]\d(?:[- ]?\d{4}){2}/, /0\d{2,3}[- ]?\d{7,8}/, /\d{7,8}/]
  .map((n) => n.source)
  .join('|')
/** Only where nothing stands before or after that makes a range, a decimal or an asset number of it. */
const PHONE = new RegExp(`(?<![\\w.–~-])(?:\\+?86[- ]?)?(?:${NUMBERS})(?![\\w.])`, 'g')

/** A text for somebody who is not signed in: mail addresses and telephone numbers are left out. */
export const hideContacts = (text: string | null): string | null =>
  text && text.replace(MAIL, HIDDEN).replace(PHONE, HIDDEN)
const HIDDEN = '（登录后可见）'
