import { Input } from 'antd'
import { useEffect, useState } from 'react'
import { CODE_MINUTES, type CodePurpose } from '@portal/contract/account/account'
import { email as emailField } from '@portal/contract/kernel/fields'
import { asFailure } from '../../../lib/failure.ts'
import type { FieldAria } from '../../../ui/form/field-aria.ts'
import { Button } from '../../../ui/light.tsx'
import { useSendCode } from '../account.queries.ts'

interface Props extends FieldAria {
  id?: string
  value?: string
  onChange?: (value: string) => void
  purpose: CodePurpose
  /** Returns the address typed so far. */
  email: () => string | undefined
}

const DIGITS = 6

/** Six digits, and a button that mails them and counts down until it can be pressed again. */
export function EmailCode({ id, value = '', onChange, purpose, email, ...aria }: Props) {
  const { run, busy } = useSendCode()
  const [wait, setWait] = useState(0)
  const [said, setSaid] = useState<{ text: string; fault?: true }>()
  useEffect(() => {
    if (wait <= 0) return
    const timer = setTimeout(() => setWait(wait - 1), 1000)
    return () => clearTimeout(timer)
  }, [wait])

  async function ask(): Promise<void> {
    const address = emailField.safeParse(email() ?? '')
    if (!address.success) return setSaid({ text: '请先填写正确的邮箱', fault: true })
    try {
      const { resendSeconds, outbox } = await run({ body: { email: address.data, purpose }, quiet: true })
      setWait(resendSeconds)
      setSaid({
        text: outbox
          ? '演示环境：验证码可由管理员在发件箱查看。'
          : `如果该邮箱可用，验证码已发送，${CODE_MINUTES} 分钟内可在本浏览器使用。没有收到时请查看垃圾邮件。`,
      })
    } catch (error) {
      const failure = asFailure(error)
      const { retryAfterSeconds } = (failure.data ?? {}) as { retryAfterSeconds?: number }
      if (retryAfterSeconds) setWait(retryAfterSeconds)
      setSaid({ text: failure.message, fault: true })
    }
  }
  return (
    <div className="email-code">
      <div>
        <Input
          {...aria}
          id={id ?? ''}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          placeholder="6 位数字"
          // No `maxLength`: it would cut a pasted “ 123456” before the space is taken away.
          onChange={(e) => onChange?.(e.target.value.replace(/\D/g, '').slice(0, DIGITS))}
        />
        <Button busy={busy} disabled={wait > 0} onClick={() => void ask()}>
          {wait > 0 ? `${wait} 秒后可重发` : '获取验证码'}
        </Button>
      </div>
      <p role="status" data-fault={said?.fault}>
        {said?.text}
      </p>
    </div>
  )
}
