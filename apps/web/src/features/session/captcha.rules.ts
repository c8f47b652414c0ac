/** Letters, and digits 2–9, that cannot be mistaken for one another. */
export const CAPTCHA_LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789'
export const CAPTCHA_LENGTH = 4

export interface Captcha {
  /** A picture, or for screen readers a question in words. */
  kind: 'picture' | 'words'
  /** The letters of the picture, or the question. */
  shown: string
  answer: string
}
/** Returns 0 ≤ n < 1. */
type Random = () => number
const pick = (from: number, to: number, random: Random): number =>
  from + Math.floor(random() * (to - from + 1))

export function newPicture(random: Random = Math.random): Captcha {
  const letters = Array.from({ length: CAPTCHA_LENGTH }, () =>
    CAPTCHA_LETTERS.charAt(pick(0, CAPTCHA_LETTERS.length - 1, random)),
  ).join('')
  return { kind: 'picture', shown: letters, answer: letters }
}

const numerals = ['零', '一', '二', '三', '四', '五', '六', '七', '八', '九']
/** A small sum in words, for screen readers. */
export function newSum(random: Random = Math.random): Captcha {
  const a = pick(2, 9, random)
  const b = pick(1, 9, random)
  return { kind: 'words', shown: `${numerals[a]}加${numerals[b]}等于多少？请填数字`, answer: String(a + b) }
}

export interface LoginValues {
  username: string
  password: string
  code: string
}
/** The messages at the login fields. An empty object: valid. */
export function judgeLogin(
  values: LoginValues,
  captcha: Captcha,
): Partial<Record<keyof LoginValues, string>> {
  const faults: Partial<Record<keyof LoginValues, string>> = {}
  if (!values.username.trim()) faults.username = '用户名不能为空'
  if (!values.password) faults.password = '密码不能为空'
  if (!values.code.trim()) faults.code = '验证码不能为空'
  else if (values.code.trim().toLowerCase() !== captcha.answer.toLowerCase()) faults.code = '验证码输入错误'
  return faults
}
