import { Input, Radio } from 'antd'
import type { ReactNode } from 'react'
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
import { acceptingForm } from '../accept.ts'
import { formatClock } from '../clock.ts'
import { useAddException, useHolidays, useRemoveException } from '../opening.queries.ts'
import { HoursFields } from './hours-fields.tsx'
import { makeRemoval } from './removal.ts'

/** Days on which a device has other hours: its own exceptions, and campus holidays. */
export function Exceptions({ opening: o, mayEdit }: { opening: OpeningDetail; mayEdit: boolean }) {
  const actions: readonly RowAction<ExceptionRow>[] = [
    makeRemoval({
      what: '例外',
      remove: useRemoveException(),
      show: (e) => e.deviceId !== null,
      confirm: (e) => ({
        title: `删除 ${wordDays(e)} 的例外？`,
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

/** Days on which the whole campus has other hours, entered once for all devices. */
export function Holidays({ intro }: { intro: ReactNode }) {
  const query = useHolidays()
  const actions: readonly RowAction<ExceptionRow>[] = [
    makeRemoval({
      what: '校历日期',
      remove: useRemoveException(),
      confirm: (e) => ({
        title: `从校历删除 ${wordDays(e)}“${e.reason}”？`,
        text: '这些日子各仪器恢复按自己的时段开放。',
      }),
    }),
  ]
  return (
    <section>
      <header className="page-head">
        <h1>开放设置</h1>
      </header>
      <div style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 16 }}>
        {intro}
        <p className="muted">对全校仪器生效；个别仪器照常开放的，请在该仪器的“例外日期”中加开。</p>
        <TableCard
          title="校历"
          query={query}
          rows={query.data}
          columns={columns.filter((c) => c.key !== 'scope')}
          actions={actions}
          add={{
            label: '添加放假或加开',
            title: '添加全校放假或加开',
            form: (close) => <ExceptionForm deviceId={null} onDone={close} />,
          }}
          empty="近半年及以后没有全校放假或加开"
        />
      </div>
    </section>
  )
}

const wordDays = (e: ExceptionRow): string =>
  e.firstDay === e.lastDay ? e.firstDay : `${e.firstDay} 至 ${e.lastDay}`

interface Values {
  open: boolean
  firstDay?: string | null
  /** Null: the day that was chosen has been cleared again. */
  lastDay?: string | null
  fromMinute: number
  toMinute: number
  reason: string
}
/** Adds an exception of a device, or of the whole campus (null). Affected bookings are shown first. */
function ExceptionForm({ deviceId, onDone }: { deviceId: number | null; onDone: () => void }) {
  const add = useAddException()
  const asking: typeof add = {
    ...add,
    run: (args) =>
      acceptingForm((accept) => add.run({ ...args, body: { ...args.body, accept } as typeof args.body })),
  }
  const campus = deviceId === null
  const form = useSubmit<typeof openingCalls.addException, Values>(asking, {
    initial: { open: false, fromMinute: 0, toMinute: 1440, reason: '' },
    args: ({ firstDay, lastDay, ...v }) => ({
      body: { ...v, firstDay: firstDay ?? '', lastDay: lastDay ?? firstDay ?? '', deviceId },
    }),
    done: campus ? '已写入校历' : '例外日期已添加',
    after: onDone,
  })
  return (
    <FormPage form={form} submit={campus ? '添加日期' : '添加例外'} onCancel={onDone} columns={2}>
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
      <Field name="lastDay" label="结束日期" hint="不填则只有一天" required={false}>
        <DayInput />
      </Field>
      <HoursFields />
      <Field name="reason" label="原因" wide>
        <Input maxLength={100} placeholder={campus ? '国庆节放假、调休…' : '停电、校庆、设备搬迁…'} />
      </Field>
    </FormPage>
  )
}

const columns: readonly Column<ExceptionRow>[] = [
  {
    key: 'days',
    title: '日期',
    main: true,
    render: wordDays,
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
