import { Input, Radio } from 'antd'
import { openingCalls, type ExceptionRow, type OpeningDetail } from '@portal/contract/opening/opening'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { Span } from '../../../ui/period.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { formatClock } from '../clock.ts'
import { useAddException, useRemoveException } from '../opening.queries.ts'
import { HoursFields } from './hours-fields.tsx'
import { makeRemoval } from './removal.ts'

/** Days on which a device keeps other hours: its own, and the campus's holidays. */
export function Exceptions({ opening: o, mayEdit }: { opening: OpeningDetail; mayEdit: boolean }) {
  const actions: readonly RowAction<ExceptionRow>[] = [
    makeRemoval({
      what: '例外',
      remove: useRemoveException(),
      show: (e) => e.deviceId !== null,
      confirm: (e) => ({
        title: `删除 ${e.firstDay} 至 ${e.lastDay} 的例外？`,
        text: '这些日子恢复按每周时段开放。',
      }),
    }),
  ]
  return (
    <TableCard
      title="例外日期"
      rows={o.exceptions}
      columns={columns}
      actions={mayEdit && actions}
      add={
        mayEdit && {
          label: '添加例外',
          title: '添加例外日期',
          form: (close) => <ExceptionForm deviceId={o.device.id} onDone={close} />,
        }
      }
      empty="没有例外日期，按每周时段开放"
    />
  )
}

interface Values {
  open: boolean
  firstDay?: string
  lastDay?: string
  fromMinute: number
  toMinute: number
  reason: string
}
function ExceptionForm({ deviceId, onDone }: { deviceId: number; onDone: () => void }) {
  const form = useSubmit<typeof openingCalls.addException, Values>(useAddException(), {
    initial: { open: false, fromMinute: 0, toMinute: 1440, reason: '' },
    args: ({ firstDay = '', lastDay = firstDay, ...v }) => ({ body: { ...v, firstDay, lastDay, deviceId } }),
    done: '例外日期已添加',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="添加例外" onCancel={onDone} columns={2}>
      <Field name="open" label="类型" wide>
        <Radio.Group
          options={[
            { value: false, label: '暂停开放' },
            { value: true, label: '加开' },
          ]}
        />
      </Field>
      <Field name="firstDay" label="开始日期">
        <DayInput />
      </Field>
      <Field name="lastDay" label="结束日期" hint="不填则只有一天">
        <DayInput />
      </Field>
      <HoursFields />
      <Field name="reason" label="原因" wide>
        <Input maxLength={100} placeholder="停电、校庆、设备搬迁…" />
      </Field>
    </FormPage>
  )
}

const columns: readonly Column<ExceptionRow>[] = [
  {
    key: 'days',
    title: '日期',
    main: true,
    render: (e) => (e.firstDay === e.lastDay ? e.firstDay : `${e.firstDay} 至 ${e.lastDay}`),
  },
  {
    key: 'hours',
    title: '时段',
    render: (e) =>
      e.fromMinute === 0 && e.toMinute === 1440 ? (
        '全天'
      ) : (
        <Span>{`${formatClock(e.fromMinute)}–${formatClock(e.toMinute)}`}</Span>
      ),
  },
  {
    key: 'open',
    title: '类型',
    render: (e) => <StateTag tone={e.open ? 'done' : 'stopped'} text={e.open ? '加开' : '暂停开放'} />,
  },
  { key: 'scope', title: '范围', render: (e) => (e.deviceId === null ? '全校' : '本仪器') },
  { key: 'reason', title: '原因' },
]
