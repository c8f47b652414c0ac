import type { TenderDetail } from '@portal/contract/tender/rows'
import { sourcingWords } from '@portal/contract/tender/tender'
import { useEffect, useEffectEvent, useRef } from 'react'
import { formatMinute } from '../../../lib/format.ts'
import { useServerTime } from '../../../lib/server-time.ts'
import { say } from '../../../lib/tell.ts'
import { ConfirmButton } from '../../../ui/confirm-button.tsx'
import { Card } from '../../../ui/light.tsx'
import { useOpen } from '../tender.queries.ts'
import { countdown } from '../quoting.rules.ts'

/** Time left by the server's clock; then the button to open the quotations. */
export function OpeningClock({ tender: t, onDue }: { tender: TenderDetail; onDue: () => void }) {
  const left = useLeft(t, onDue)
  const open = useOpen()
  const words = sourcingWords[t.method]
  const due = left <= 0
  return (
    <Card title={due ? `已到${words.opened}时间` : `距${words.opened}`}>
      <p className="tender-clock">
        <strong role="timer">{due ? '报价已截止' : countdown(left)}</strong>
        <span>
          {words.opened}时间 {formatMinute(t.opensAt)}
        </span>
        {t.quotations !== null && <span>已收到密封报价 {t.quotations} 份</span>}
      </p>
      <p className="muted">
        报价在{words.opened}前加密保存，包括招标办和系统管理员在内，任何人都不能查看内容。到时由招标办
        {words.opening}，无人操作时一分钟内自动{words.opening}。
      </p>
      {due && t.can.includes('open') && (
        <ConfirmButton
          kind="primary"
          danger={false}
          title={`现在${words.opening}？`}
          text={`将同时开启全部 ${t.quotations ?? 0} 份报价。`}
          ok={words.opening}
          onConfirm={() =>
            open
              .run({ params: { id: t.id } })
              .then((now) => say('success', `已${words.opening}，共 ${now.opened.length} 份报价`))
          }
        >
          {words.opening}
        </ConfirmButton>
      )}
    </Card>
  )
}

const TICK_MS = 500
/** Milliseconds until the opening. Calls `onDue` at that time, because the permitted actions change. */
function useLeft({ now: answered, opensAt }: TenderDetail, onDue: () => void): number {
  const end = opensAt ?? answered
  const now = useServerTime(answered, TICK_MS, end)
  const left = Date.parse(end) - Date.parse(now)
  const due = left <= 0
  const wasDue = useRef(due)
  const dueNow = useEffectEvent(onDue)
  useEffect(() => {
    if (due && !wasDue.current) dueNow()
    wasDue.current = due
  }, [due])
  return left
}
