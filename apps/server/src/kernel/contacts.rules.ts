/**
 * Mail addresses and telephone numbers of China, with and without area code: numbers of seven or more digits
 * that stand alone, so that `10–2000 nm` and asset numbers in words are left.
 */
const CONTACTS =
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?<![\w.–~-])(?:\+?86[- ]?)?(?:1[3-9]\d(?:[- ]?\d{4}){2}|0\d{2,3}[- ]?\d{7,8}|\d{7,8})(?![\w.])/g

/** A text for somebody who is not signed in: ways to reach a person are left out. */
export const hideContacts = (text: string | null): string | null =>
  text && text.replace(CONTACTS, '（登录后可见）')
