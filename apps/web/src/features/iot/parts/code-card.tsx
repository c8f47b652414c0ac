import { useState } from 'react'
import type { Reply } from '@portal/contract/kernel/call'
import type { iotCalls } from '@portal/contract/iot/iot'
import { formatMinute } from '../../../lib/format.ts'
import { Button, Card } from '../../../ui/light.tsx'

export type IssuedCode = Reply<typeof iotCalls.createGateway>

/** A code is shown once: the portal keeps only what it can be recognised by. */
export function CodeCard({ issued, onDone }: { issued: IssuedCode; onDone: () => void }) {
  const [copied, setCopied] = useState(false)
  const copy = () => void navigator.clipboard?.writeText(issued.code).then(() => setCopied(true))
  return (
    <Card>
      <p role="status">
        网关“{issued.gateway.name}”的注册码，请立即录入网关，{formatMinute(issued.until)}{' '}
        前有效，只能使用一次，离开后不再显示：
      </p>
      <p className="iot-code">
        <code data-testid="enrol-code">{issued.code}</code>
      </p>
      <p>
        <Button onClick={copy}>{copied ? '已复制' : '复制注册码'}</Button>{' '}
        <Button kind="primary" onClick={onDone}>
          已录入
        </Button>
      </p>
    </Card>
  )
}
