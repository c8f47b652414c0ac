import { eventKindWords } from '@portal/contract/iot/door-access'
import type { GateLogRow } from '@portal/contract/gate-monitor/gate-monitor'
import { say } from '../../../lib/tell.ts'
import { saidOrNull } from '../../../lib/opinion.ts'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { acknowledgeAlarm } from '../gate-monitor.queries.ts'

export const alarmAction: RowAction<GateLogRow> = {
  label: '确认',
  can: 'acknowledge',
  confirm: (e) => ({
    title: `确认“${e.unit?.name ?? e.gateway.name}”的${eventKindWords[e.kind]}告警？`,
    text: '确认后告警不再提示，确认人和时间会留在记录中，不能撤回。',
    ok: '确认告警',
  }),
  reason: { label: '处理说明', maxLength: 200 },
  run: async (e, note) => {
    await acknowledgeAlarm.run({ params: { id: e.id }, body: { note: saidOrNull(note) } })
    say('success', '告警已确认')
  },
}
