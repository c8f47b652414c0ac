import type { PersonRow } from '@portal/contract/people/people'
import { say } from '../../../lib/tell.ts'
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
  const copy = () =>
    navigator.clipboard.writeText(password).then(
      () => say('success', '已复制'),
      () => say('warning', '浏览器不允许复制，请手工抄录'),
    )
  return (
    <div style={{ display: 'grid', gap: 12 }}>
      <p>
        {of.name}（{of.username}）的新密码，请当面或通过可靠方式告知本人：
      </p>
      <p style={{ fontSize: 22, fontFamily: 'monospace', textAlign: 'center', userSelect: 'all' }}>
        {password}
      </p>
      <p className="muted">关闭后不能再次查看。用它登录后须先修改密码，才能使用平台。</p>
      <div style={{ display: 'flex', gap: 10, justifyContent: 'flex-end' }}>
        <Button onClick={() => void copy()}>复制</Button>
        <Button kind="primary" onClick={onDone}>
          我已记下
        </Button>
      </div>
    </div>
  )
}
