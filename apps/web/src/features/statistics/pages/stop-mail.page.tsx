import { useState } from 'react'
import { to } from '../../../lib/paths.ts'
import { useSecret } from '../../../lib/secret.ts'
import { Button, ButtonLink, Card } from '../../../ui/light.tsx'
import { useStopMail } from '../view.queries.ts'
import './stop-mail.css'

/**
 * The target of a mail's unsubscribe link. It asks for a click, so that programs that only follow links do
 * not unsubscribe the reader.
 */
export default function StopMailPage() {
  const key = useSecret('key')
  const { run, busy } = useStopMail()
  const [stopped, setStopped] = useState<string>()
  const stop = () =>
    void run({ body: { key } }).then(
      ({ name }) => setStopped(name),
      () => undefined, // `send` has shown the failure
    )
  return (
    <Card className="stop-mail">
      <h1>退订统计邮件</h1>
      {stopped === undefined ? (
        <>
          <p>退订后不再收到这份统计邮件，视图仍保留在平台中。</p>
          <Button kind="primary" busy={busy} disabled={key === ''} onClick={stop}>
            退订
          </Button>
          {key === '' && <p>链接不完整，请从邮件中重新打开，或登录后在统计页面的“我的视图”中退订。</p>}
        </>
      ) : (
        <>
          <p role="status">已退订“{stopped}”。</p>
          <ButtonLink to={to('/statistics')}>打开统计报表</ButtonLink>
        </>
      )}
    </Card>
  )
}
