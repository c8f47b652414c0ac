import { Select } from 'antd'
import { Link } from 'react-router'
import {
  openingCalls,
  weekdayWords,
  type OpeningDetail,
  type WindowRow,
} from '@portal/contract/opening/opening'
import { to } from '../../../lib/paths.ts'
import { say } from '../../../lib/tell.ts'
import { DayInput } from '../../../ui/form/dates.tsx'
import { Choices } from '../../../ui/form/choices.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { FormPage } from '../../../ui/form/form-page.tsx'
import { useSubmit } from '../../../ui/form/use-submit.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { RowAction } from '../../../ui/list/row-actions.tsx'
import { TableCard } from '../../../ui/list/table-card.tsx'
import { Span } from '../../../ui/period.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import { acceptingForm, acceptingly } from '../accept.ts'
import { formatClock } from '../clock.ts'
import { useAddWindow, useChangeWindow, useEnableWindow, useRemoveWindow } from '../opening.queries.ts'
import { HoursFields } from './hours-fields.tsx'
import { makeRemoval } from './removal.ts'

/** The weekly hours, each of which can be switched on and off. */
export function Windows({ opening: o, mayEdit }: { opening: OpeningDetail; mayEdit: boolean }) {
  const enable = useEnableWindow()
  const actions: readonly RowAction<WindowRow>[] = [
    {
      label: (w) => (w.enabled ? '停用' : '启用'),
      run: (w) =>
        acceptingly((accept) =>
          enable.run({ params: { id: w.id }, body: { enabled: !w.enabled, accept }, quiet: true }),
        ).then((done) => done && say('success', w.enabled ? '时段已停用' : '时段已启用')),
    },
    makeRemoval({
      what: '时段',
      remove: useRemoveWindow(),
      confirm: (w) => ({
        title: `删除 ${weekdayWords[w.weekday - 1]} ${formatClock(w.fromMinute)}–${formatClock(w.toMinute)}？`,
        text: '该时段不再开放预约。',
      }),
    }),
  ]
  return (
    <TableCard
      title="每周开放时段"
      rows={o.windows}
      columns={columns}
      actions={mayEdit && actions}
      change={{
        label: '修改',
        title: '修改开放时段',
        form: (w, close) => <WindowChange window={w} onDone={close} />,
      }}
      add={
        mayEdit &&
        o.settings !== null && {
          label: '添加时段',
          title: '添加开放时段',
          form: (close) => <WindowForm deviceId={o.device.id} onDone={close} />,
        }
      }
      empty={
        o.settings ? (
          '还没有开放时段，仪器任何时间都不能预约'
        ) : (
          <>
            还没有开放设置，请先保存
            <Link to={to('/open-sharing/open-set', { deviceId: o.device.id, view: 'settings' })}>
              开放设置
            </Link>
            ，再添加时段
          </>
        )
      }
    />
  )
}

interface Values {
  weekdays: number[]
  fromMinute: number
  toMinute: number
  validFrom?: string | null
  validTo?: string | null
}
function WindowForm({ deviceId, onDone }: { deviceId: number; onDone: () => void }) {
  const form = useSubmit<typeof openingCalls.addWindow, Values>(useAddWindow(), {
    initial: { weekdays: [1, 2, 3, 4, 5], fromMinute: 480, toMinute: 1320 },
    args: (v) => ({ body: { ...v, deviceId } }),
    done: '开放时段已添加',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="添加时段" onCancel={onDone} columns={2}>
      <Field name="weekdays" label="星期" wide>
        <Choices options={weekdayWords.map((label, i) => ({ value: i + 1, label }))} />
      </Field>
      <HoursFields />
      <ValidFields />
    </FormPage>
  )
}

const ValidFields = () => (
  <>
    <Field name="validFrom" label="生效日期" hint="不填则立即生效">
      <DayInput />
    </Field>
    <Field name="validTo" label="截止日期" hint="不填则长期有效">
      <DayInput />
    </Field>
  </>
)

/** Bookings that would lie outside the new hours are shown first, as on removal. */
function WindowChange({ window: w, onDone }: { window: WindowRow; onDone: () => void }) {
  const change = useChangeWindow()
  const asking: typeof change = {
    ...change,
    run: (args) =>
      acceptingForm((accept) => change.run({ ...args, body: { ...args.body, accept } as typeof args.body })),
  }
  const form = useSubmit<typeof openingCalls.changeWindow, Omit<WindowRow, 'id' | 'deviceId'>>(asking, {
    initial: w,
    args: ({ weekday, fromMinute, toMinute, validFrom, validTo }) => ({
      body: { id: w.id, weekday, fromMinute, toMinute, validFrom, validTo, enabled: w.enabled },
    }),
    done: '开放时段已修改',
    after: onDone,
  })
  return (
    <FormPage form={form} submit="保存时段" onCancel={onDone} columns={2}>
      <Field name="weekday" label="星期" wide>
        <Select options={weekdayWords.map((label, i) => ({ value: i + 1, label }))} />
      </Field>
      <HoursFields />
      <ValidFields />
    </FormPage>
  )
}

const columns: readonly Column<WindowRow>[] = [
  { key: 'weekday', title: '星期', main: true, render: (w) => weekdayWords[w.weekday - 1] },
  {
    key: 'hours',
    title: '时段',
    render: (w) => <Span>{`${formatClock(w.fromMinute)}–${formatClock(w.toMinute)}`}</Span>,
  },
  {
    key: 'valid',
    title: '有效期',
    render: (w) => (w.validFrom || w.validTo ? `${w.validFrom ?? ''} 至 ${w.validTo ?? '长期'}` : '长期'),
  },
  {
    key: 'enabled',
    title: '状态',
    render: (w) => <StateTag tone={w.enabled ? 'done' : 'stopped'} text={w.enabled ? '启用' : '停用'} />,
  },
]
