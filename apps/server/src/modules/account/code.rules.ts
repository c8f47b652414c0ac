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
/** For the present mailbox of a person without a password, who proves by its code that they leave it. */
export const writeLeavingMail = (to: string, portal: string, code: string) => ({
  to,
  subject: `${codePurposes.change}验证码`,
  body:
    `您正在${portal}${codePurposes.change}，本邮箱不再使用。验证码为 ${code}，${CODE_MINUTES} 分钟内有效。` +
    '\n\n请勿告知他人。如非本人操作，说明有人正在使用您的账号，请立即联系管理员。',
})
/** For the mailbox that an account has left. Its owner may be the only one who did not want that. */
export const writeMovedMail = (to: string, portal: string, email: string | null) => ({
  to,
  subject: '您的邮箱已修改',
  body:
    `您在${portal}的邮箱${email === null ? '已清空' : `已改为 ${maskEmail(email)}`}，` +
    '今后的通知和找回密码的验证码不再发送到本邮箱。\n\n如非您本人操作，请立即联系管理员。',
})
/** someone@example.edu → s***@example.edu: the owner recognises it, others who read the mailbox do not. */
const maskEmail = (email: string): string => email.replace(/^(.).*@/, '$1***@')

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
