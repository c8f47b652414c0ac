import { eventKindWords, type IotEvent } from '@portal/contract/iot/door-access'
import { say } from '../../../lib/tell.ts'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { acknowledgeAlarm } from '../iot.queries.ts'

/** Acknowledges an alarm, with a note. */
export const alarmAction: RowAction<IotEvent> = {
  label: '处理告警',
  can: 'acknowledge',
  confirm: (e) => ({
    title: `处理告警“${e.unit?.name ?? e.gateway.name} ${eventKindWords[e.kind]}”？`,
    text: '处理后告警不再提示，处理人和处理情况留在记录中，不能撤回。',
    ok: '已处理',
  }),
  reason: {
    label: '处理情况',
    required: true,
    picks: ['已到场查看，无异常', '已联系当事人', '误报'],
    maxLength: 200,
  },
  run: async (e, note) => {
    await acknowledgeAlarm.run({ params: { id: e.id }, body: { note } })
    say('success', '已记录处理情况')
  },
}
