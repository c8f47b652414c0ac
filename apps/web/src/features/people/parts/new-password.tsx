import type { PersonRow } from '@portal/contract/people/people'
import { useRef } from 'react'
import { copyText } from '../../../lib/copy-text.ts'
import { Button } from '../../../ui/light.tsx'

/** A generated password, shown only once because it is not stored. */
export function NewPassword({
  of,
  password,
  onDone,
}: {
  of: PersonRow
  password: string
  onDone: () => void
}) {
  const shown = useRef<HTMLParagraphElement>(null)
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <p>
        {of.name}（{of.username}）的新密码，请当面或通过可靠方式告知本人：
      </p>
      <p
        ref={shown}
        style={{ fontSize: 22, fontFamily: 'monospace', textAlign: 'center', userSelect: 'all' }}
      >
        {password}
      </p>
      <p className="muted">关闭后不能再次查看。用它登录后须先修改密码，才能使用平台。</p>
      <div style={{ display: 'flex', gap: 10, justifyContent: 'flex-end' }}>
        <Button onClick={() => void copyText(password, shown.current)}>复制</Button>
        <Button kind="primary" onClick={onDone}>
          我已记下
        </Button>
      </div>
    </div>
  )
}
