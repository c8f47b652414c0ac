import { useRef } from 'react'
import type { Reply } from '@portal/contract/kernel/call'
import type { iotCalls } from '@portal/contract/iot/iot'
import { copyText } from '../../../lib/copy-text.ts'
import { formatMinute } from '../../../lib/format.ts'
import { Button, Card } from '../../../ui/light.tsx'

export type IssuedCode = Reply<typeof iotCalls.createGateway>

/** Codes are shown only once: the portal stores no more than is needed to recognise them. */
export function CodeCard({ issued, onDone }: { issued: readonly IssuedCode[]; onDone: () => void }) {
  const codes = useRef<HTMLDivElement>(null)
  const [one, ...more] = issued
  if (!one) return null
  const text = more.length === 0 ? one.code : issued.map((i) => `${i.gateway.name}\t${i.code}`).join('\n')
  return (
    <Card>
      <p role="status">
        {more.length === 0 ? `网关“${one.gateway.name}”` : `${issued.length} 个网关`}
        的注册码，请立即录入网关，
        {formatMinute(one.until)} 前有效，只能使用一次，离开后不再显示：
      </p>
      <div ref={codes}>
        {issued.map((i) => (
          <div key={i.gateway.id}>
            {more.length > 0 && <p>{i.gateway.name}</p>}
            <p className="iot-code">
              <code data-testid="enrol-code">{i.code}</code>
            </p>
          </div>
        ))}
      </div>
      <p>
        <Button onClick={() => void copyText(text, codes.current)}>复制注册码</Button>{' '}
        <Button kind="primary" onClick={onDone}>
          已录入
        </Button>
      </p>
    </Card>
  )
}
