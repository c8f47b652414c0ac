import { createHash, timingSafeEqual } from 'node:crypto'
import { CODE_MINUTES, codePurposes, type CodePurpose } from '@portal/contract/account/account'

/** Guesses allowed per code, right ones included. */
export const MAX_GUESSES = 5

/**
 * Hashes the code with mailbox and purpose, so that it is valid for these only; the code alone has just a
 * million values.
 */
export const hashCode = (code: string, email: string, purpose: CodePurpose): Buffer =>
  createHash('sha256').update(`${purpose}\n${email}\n${code}`).digest()
export const isCode = (code: string, email: string, purpose: CodePurpose, hash: Buffer): boolean =>
  timingSafeEqual(hashCode(code, email, purpose), hash)

export const writeCodeMail = (to: string, portal: string, purpose: CodePurpose, code: string) => ({
  to,
  subject: `${codePurposes[purpose]}验证码`,
  body:
    `您正在${portal}${codePurposes[purpose]}，验证码为 ${code}，${CODE_MINUTES} 分钟内有效。` +
    '\n\n请勿告知他人。如非本人操作，请忽略本邮件。',
})
/**
 * For a mailbox that already has an account. The screen does not tell; only the owner of the mailbox learns
 * it.
 */
export const writeKnownMail = (to: string, portal: string, purpose: CodePurpose) => ({
  to,
  subject: `${codePurposes[purpose]}：该邮箱已有账号`,
  body:
    `有人以此邮箱在${portal}${codePurposes[purpose]}，但该邮箱已属于一个账号，因此没有发送验证码。` +
    '\n\n如果忘记了密码，可在登录页选择“忘记密码”。如非本人操作，请忽略本邮件。',
})
